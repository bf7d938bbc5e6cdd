"""Filings to play under: the example of a game, and lawful ones that differ from it in many choices at once."""

import random
from enum import StrEnum
from typing import Any

from pitboss.game import Game
from pitboss.procedure import Refused
from pitboss.submission import RulesSubmission, choices, inner_type, made_choices, submit

METERS = {f"{name}_{key}": value for name in ("bad_beat", "hit_and_run") for key, value in
          (("progressive", True), ("rate", "20"), ("initial", "5000.00"), ("reset", "5000.00"))}  # fmt: skip
HAND = {"dealt_from_hand": True, "automated_shuffling_device": True, "match_the_dealer": False}
# what single choices do not lead to
TOGETHER: dict[str, tuple[dict[str, Any], ...]] = {
    "blackjack": (
        {**HAND, "decks": 2},
        {**HAND, "decks": 1, "royal_match_21": False, "royal_match_21_paytable": "A"},
        {**METERS, "magic_card_bonus": True, "lucky_player_bonus": True, "bad_beat_any_20": True},
        {"blackjack_switch": True, "switch_natural_pays": "one_to_one", "super_match": True},
        {"double_shoe": True, "suit_to_side": "red_left"},
    ),
}


def filings(game: Game, source: random.Random) -> RulesSubmission:
    """The example, with some choices made otherwise as far as that is lawful."""
    rules = game.example()
    if game.name in TOGETHER and source.random() < 0.7:
        chosen = made_choices(rules.chosen)
        rules = submit(game.rules, chosen | source.choice(TOGETHER[game.name]))
    known = choices(type(rules))
    for name in source.sample(list(known), source.randrange(len(known))):
        values = _values(known[name][0], known[name][1])
        if not values:
            continue
        chosen = made_choices(rules.chosen) | {name: source.choice(values)}
        try:
            rules = submit(game.rules, chosen)
        except Refused:
            continue
    return rules


def _values(kind: Any, note: Any) -> list[Any]:
    inner = inner_type(kind)
    if inner is bool:
        return [True, False]
    if isinstance(inner, type) and issubclass(inner, StrEnum):
        return list(inner)
    if inner is int and note.least is not None and note.most is not None and note.most - note.least < 60:
        return list(range(note.least, note.most + 1))
    return []
