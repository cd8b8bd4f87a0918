"""Databases of earlier releases, each with a played event in it; migrations must bring them up to date."""
