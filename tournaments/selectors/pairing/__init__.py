"""A round before and after it is paired: its draft, what is wrong with it, why each board."""
