"""What a director downloads."""
