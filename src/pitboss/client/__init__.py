"""A client for programs: look at a house, sit down at a table, and play by the lawful answers that it lists.

>>> from pitboss.client import House
>>> with House("http://127.0.0.1:8000").sit("blackjack-practice") as seat:  # doctest: +SKIP
...     seat.wager(seat.offers[0])
...     seat.ready()

``House`` asks over HTTP, ``TableConnection`` follows one table over its socket, ``Seat`` plays there. What comes back are the
house's own typed messages; a refusal is raised as ``Refused``, with its sentence and citation.
"""

from pitboss.extras import importing
from pitboss.procedure import Refused

with importing():
    from pitboss.client.house import House
    from pitboss.client.seat import Seat
    from pitboss.client.table_connection import TableConnection

__all__ = ["House", "TableConnection", "Seat", "Refused"]
