"""From the last result to the trophies: ties, ceremony, final sheets."""
