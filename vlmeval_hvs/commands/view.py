"""``vlmeval-hvs view``: the results of a folder in the browser, kept up to date while runs go on."""

from __future__ import annotations

import argparse
import errno
import webbrowser
from pathlib import Path

from vlmeval_hvs.errors import DataError, UsageError


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "view",
        help="open results in the browser, with every sample",
        description="Serves the results below a folder as a web page, to this machine only. The page shows "
        "replies as they come, and scores as runs end. Ctrl-C ends it.",
        epilog="example:\n  vlmeval-hvs view outputs",
    )
    parser.add_argument("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="port (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from vlmeval_hvs.viewer.server import serve

    if not args.work_dir.is_dir():
        raise DataError(f"{args.work_dir}: there is no such folder")
    try:
        server, folder = serve(args.work_dir, args.port)
    except (OSError, OverflowError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        why = "is in use; give another, or none for a free one" if taken else f"cannot be served: {error}"
        raise UsageError(f"--port {args.port} {why}") from error
    with server, folder:
        address = "http://{}:{}/".format(*server.server_address)
        print(f"{address}  (Ctrl-C ends it)", flush=True)
        if not args.no_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0
