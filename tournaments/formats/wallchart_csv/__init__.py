"""The wall chart file: one section as CSV. What :func:`write` writes, :func:`read` reads back the same."""

from .reading import from_rows, read
from .writing import write

__all__ = ["from_rows", "read", "write"]
