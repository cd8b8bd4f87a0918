"""The upper app: events, people, rounds, results, prizes, and every page."""
