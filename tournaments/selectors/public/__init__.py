"""What phones and the hall read: public fields only."""
