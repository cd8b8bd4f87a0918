"""`make bench`: what a recompute, an entry and a poll cost, beside bare views in the same run."""
