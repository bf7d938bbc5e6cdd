"""Rounds for others: one line of JSON a round, and what it converts to and from (docs/interchange.md).

Rules of this room:

1. Only rounds that are over leave it; no seed, no step of a round in progress, and no name of a player unless that is asked.
2. A line holds everything that decided its round, so that the round can be played again from the line alone (``again``).
3. Rounds come and go one by one: nothing here holds a whole record in memory.
4. A conversion that would lose what decides a settlement is refused, never approximated.
"""
