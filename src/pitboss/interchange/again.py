"""A round played again from its line alone, and compared with what the line says came of it."""

from functools import lru_cache
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.game import Game
from pitboss.house.table.versions import running
from pitboss.interchange.rounds import PlayedRound, settled
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, submit

_json = msgspec.json.Encoder(order="deterministic").encode


def rules_of(played: PlayedRound) -> tuple[Game, RulesSubmission]:
    """The game and its rules; refused where the choices are not those of the hash."""
    game, rules, found = _submitted(played.game, _json(played.rules.choices))
    if found != played.rules.hash:
        raise Refused(Refusal.CORRUPT, f"The choices of {played.name} do not match their hash.", "")
    return game, rules


@lru_cache(64)  # rounds of one table have the same rules, and some take a while to read
def _submitted(name: str, choices: bytes) -> tuple[Game, RulesSubmission, str]:
    game = catalogue.game(name)
    rules = submit(game.rules, msgspec.json.decode(choices))
    return game, rules, rules.hash(game.name)


def state_of(played: PlayedRound, game: Game) -> Any:
    """How the table was before the round, as the line tells it."""
    try:
        return msgspec.json.decode(msgspec.json.encode(played.state), type=game.state)
    except msgspec.MsgspecError as error:
        raise Refused(Refusal.MALFORMED, f"The state before {played.name} cannot be read: {error}.", "") from None


def opened(played: PlayedRound, *, state: Any = None) -> Round:
    """The round as it begins, from the line's own state unless another is given."""
    game, rules = rules_of(played)
    if state is None:
        if played.state is None:
            raise Refused(
                Refusal.NOT_FOUND,
                f"How the table was before {played.name} is not told, so it cannot be played again by itself.",
                "",
            )
        state = state_of(played, game)
    return Round(game, rules, state, played.start, may_lie_face_down=played.face_down)


def play_out(played: PlayedRound) -> tuple[list[Event], Any]:
    """Every event of the round played again from its history, and the state it leaves; nothing is compared."""
    play = opened(played)
    first = list(play.events)
    try:
        events = [*first, *play.feed(act.item for act in played.history)]
    except Refused as refusal:
        raise _differs(played, refusal.sentence) from None
    if not play.closed:
        raise _differs(played, "it is not over at the end of its history.")
    return list(play.known_events) if play.may_lie_face_down else events, play.result


def again(played: PlayedRound) -> tuple[list[Event], Any]:
    """The same; a refusal where anything comes out differently from what the line says."""
    events, state = play_out(played)
    if _json(settled(events)) != _json(played.settlements):
        raise _differs(played, "other settlements come of it.")
    if played.events and _json(events) != _json(played.events):
        raise _differs(played, "other events come of it.")
    return events, state


def _differs(played: PlayedRound, how: str) -> Refused:
    version, here = played.rules.version, running().rules.version
    elsewhere = (
        f" It was played by the rules {version[:12]}; here are {here[:12]}." if version not in ("", here) else ""
    )
    return Refused(Refusal.DIVERGED, f"{played.name.capitalize()} does not play again as it was: {how}{elsewhere}", "")
