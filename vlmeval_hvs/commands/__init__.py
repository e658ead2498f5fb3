"""One module per command of ``vlmeval-hvs``."""

import argparse


class Help(argparse.HelpFormatter):
    """Wraps descriptions, and keeps the lines of examples as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("example") else super()._fill_text(text, width, indent)
