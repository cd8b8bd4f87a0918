"""What comes from files and goes into them."""
