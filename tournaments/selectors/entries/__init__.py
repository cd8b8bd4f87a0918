"""The entries of a section before they play: numbers, byes, fees, who is here."""
