"""`make load`: a hall full of phones, people who read why, and a scorer, against each form of server."""
