"""Dice: a throw is its faces joined by spaces, ``3 4``; all ordered throws are equally likely."""

from collections.abc import Mapping
from functools import cache
from itertools import product


@cache
def throws(dice: int) -> Mapping[str, int]:
    """Every ordered throw of ``dice`` dice, with weight one."""
    return {" ".join(faces): 1 for faces in product("123456", repeat=dice)}


def faces(throw: str) -> tuple[int, ...]:
    return tuple(int(face) for face in throw.split())
