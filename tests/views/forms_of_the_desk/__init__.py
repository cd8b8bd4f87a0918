"""Every form of the desk, once: where it is, what is typed, and what somebody else changes meanwhile."""

from . import of_events, of_rosters, of_rounds, of_sections
from .cases import CASES, OPTIONS, four

__all__ = ["CASES", "OPTIONS", "four", "of_events", "of_rosters", "of_rounds", "of_sections"]
