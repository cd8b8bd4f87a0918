"""What the desk reads while results are entered, corrected and undone."""
