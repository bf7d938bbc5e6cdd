"""One settler for each game: ``settle(round)`` gives the settlements and what the next round begins with."""
