"""Whether this machine has a browser with a window."""

import os
import sys


def has_browser() -> bool:
    """Without a screen, Linux would start one in the terminal, over what is said there."""
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return not sys.platform.startswith("linux") or has_screen or "BROWSER" in os.environ
