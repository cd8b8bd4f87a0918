"""Before round 1, and what belongs to a whole event: people, files, copies, the log."""
