"""Every game with cards or tiles dealt twice: all known, and face down until the text turns them; other rules, irregularities.

Both have to end in the same events, and no face may be asked for before it is turned.
"""

import random

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.game import Game, RoundStart
from pitboss.journal import Report
from pitboss.procedure import Draw, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.testkit.face_down import again_face_down, alike
from pitboss.testkit.random_play import bet, close, elect, weighted
from tests.secrecy.filings import filings

ROUNDS = 4_000
FAULTS, MOST_FAULTS = 0.04, 4
WITH_FACES = ("card", "deck", "tile")


def played(
    game: Game, rules: RulesSubmission, state: object, number: int, source: random.Random
) -> tuple[Round, list[Event]]:
    """A round with random wagers, answers and irregularities."""
    pick, seated = source.randrange, tuple(range(1, min(3, rules.posted.seats) + 1))
    play = Round(game, rules, state, RoundStart(number, source.random() < 0.1, seated=seated))
    events, wagers, faults = list(play.events), source.randrange(1, 9), MOST_FAULTS
    while not play.closed:
        asked = play.pending
        if faults and source.random() < FAULTS and (possible := play.possible(seated)):
            kind = source.choice(sorted(possible))
            seat = source.choice(possible[kind]) if possible[kind] else 0
            told = game.irregularity(kind)
            assert told is not None
            faults -= 1
            try:
                events += play.report(Report(kind, seat, {fact: source.random() < 0.5 for fact in told.facts}))
            except Refused:
                continue
        elif isinstance(asked, Window):
            wagers -= 1
            answer = bet(asked, pick, max(seated)) if wagers > 0 else None
            try:
                events += close(play, asked) if answer is None else play.answer(answer)
            except Refused:
                continue  # an amount that cannot be paid in whole cents
        elif isinstance(asked, Draw):
            events += play.answer(weighted(asked, pick))
        else:
            events += play.answer(elect(source.choice(play.elections()), pick))
    return play, events


def campaign(rounds: int, seed: int = 15) -> dict[str, int]:
    """So many rounds in all; what they came to, by name."""
    source, count = (
        random.Random(seed),
        dict.fromkeys(("rounds", "face down", "turned", "told", "different", "early"), 0),
    )
    games = [game for game in catalogue.games().values() if any(word in game.equipment for word in WITH_FACES)]
    while count["rounds"] < rounds:
        game = source.choice(games)
        try:
            rules = filings(game, source)
        except Refused:
            continue  # choices that exclude each other
        state, later = game.open(rules), None
        for number in (1, 2, 3):
            try:
                known, events = played(game, rules, state, number, source)
            except AssertionError:
                break  # random wagers with which betting cannot close
            again = again_face_down(known, later)
            count["rounds"] += 1
            count["face down"] += again.face_down
            count["turned"] += len(again.asked)
            count["told"] += again.tells
            count["different"] += not alike(again.events, events)
            count["early"] += len(again.too_early)
            state, later = known.result, again.result
    return count


def main() -> None:
    count = campaign(ROUNDS)
    print(", ".join(f"{number:,} {name}" for name, number in count.items()))
    assert not count["different"]
    assert not count["early"]
