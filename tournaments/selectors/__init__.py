"""What pages read: plain dataclasses; those of public pages carry public fields only."""
