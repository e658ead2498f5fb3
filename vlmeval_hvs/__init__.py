"""Human-vision benchmarks for VLMEvalKit.

Importing this package registers the benchmarks with the host (`vlmeval`), whether the host is imported before or
after it. An installed plugin does the same at interpreter start-up, see `_vlmeval_hvs_autoload.py`. Nothing else is
imported here.
"""

__version__ = "0.2.0"

import _vlmeval_hvs_autoload

_vlmeval_hvs_autoload.install()
