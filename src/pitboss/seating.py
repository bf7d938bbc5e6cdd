"""Seats, and the two ways round the table.

Seats are numbered 1 to n clockwise from the dealer's left (I-GEN-10). Clockwise starts at the
dealer's left, counterclockwise at the dealer's right. An empty position is simply not in the list (I-GEN-11).
"""

from collections.abc import Iterable

Seat = int


def clockwise(seats: Iterable[Seat]) -> list[Seat]:
    """From the dealer's left."""
    return sorted(seats)


def counterclockwise(seats: Iterable[Seat]) -> list[Seat]:
    """From the dealer's right."""
    return sorted(seats, reverse=True)


def counterclockwise_from(first: Seat, seats: Iterable[Seat]) -> list[Seat]:
    """All of these, beginning with ``first`` or, where it is empty, the next seat to its right."""
    ordered = counterclockwise(seats)
    return [seat for seat in ordered if seat <= first] + [seat for seat in ordered if seat > first]
