"""The Gymnasium spaces of a table's observations and actions."""

import numpy as np
from gymnasium import spaces

from pitboss.environments.shape import Shape
from pitboss.environments.sight import ANSWERING
from pitboss.environments.table_setup import Setup

MOST_CARDS = 127  # of one face in one hand: more than eight decks have
MOST_SEEN = 1000
MOST_CENTS = 10**15


def observation_space(setup: Setup) -> spaces.Dict:
    """What a seat sees; with a place for the lawful actions where that was asked for."""
    seen = _seen(setup.shape)
    if not setup.masked:
        return seen
    mask = spaces.Box(0, 1, (len(setup.actions),), np.int8)
    return spaces.Dict({setup.masked: seen, "action_mask": mask})


def _seen(shape: Shape) -> spaces.Dict:
    """One entry for everything that there is at this table; ``docs/environments.md`` tells what each means."""
    found: dict[str, spaces.Space[object]] = {}
    holders, faces = len(shape.holders), len(shape.faces)
    if faces:
        found["cards"] = spaces.Box(0, MOST_CARDS, (holders, faces), np.int8)
        found["down"] = spaces.Box(0, MOST_CARDS, (holders,), np.int8)
        found["seen"] = spaces.Box(0, MOST_SEEN, (faces,), np.int16)
    if shape.has_totals:
        found["totals"] = spaces.Box(0, MOST_CARDS, (holders,), np.int8)
    if shape.outcomes:
        found["shown"] = spaces.Box(0, MOST_CARDS, (len(shape.outcomes),), np.int8)
    if shape.marks:
        found["marks"] = spaces.MultiBinary(len(shape.marks))
    if shape.meters:
        found["meters"] = spaces.Box(0, MOST_CENTS, (len(shape.meters),), np.int64)
    found["chips"] = spaces.Box(0, MOST_CENTS, (len(shape.spots),), np.int64)
    found["asked"] = spaces.Discrete(ANSWERING + 1 + len(shape.asked))
    if shape.hands > 1:
        found["hand"] = spaces.Discrete(shape.hands)
    return spaces.Dict(found)
