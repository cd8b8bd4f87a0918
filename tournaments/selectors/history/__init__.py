"""The log of what was changed, and what builds on an entry of it."""
