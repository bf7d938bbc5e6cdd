"""`pitboss new-game`: every file that a chapter needs, as a small game that works, to be filled in."""
