"""Banked rounds of 621a and 645a, recounted: from what the dealer announced of each hand, to the cent."""

import random
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Announced, Collected, Event, Settlement, Transferred, Wagered, Withdrawn
from pitboss.game import RoundStart
from pitboss.procedure import Answer, Draw, Election, Refused, Window
from pitboss.submission import submit
from pitboss.testkit.random_play import weighted
from pitboss.wagers import close_betting

GAMES = {"pai-gow": "pai_gow", "pai-gow-poker": "pai_gow_poker"}
BANKS = ("bank", "co_bank")
Line = tuple[int, int]  # what comes back, and the vigorish


def filed(pick: random.Random) -> dict[str, Any]:
    return {
        "player_bank": True,
        "co_banking": True,
        "vigorish_rounding": pick.choice(("exact", "next_25_cents")),
        "dealer_wager_against_bank": pick.choice(("last_wager", "25.00", "0.01")),
        "bank_sets": pick.choice(("free", "house_way")),
        "adjacent_boxes": pick.choice((1, 2)),
    }


def played(game: str, state: Any, rules: Any, number: int, pick: random.Random) -> tuple[list[Event], Any]:
    """A round in which some players wager, on one area or two, and some of them want to bank."""
    round_ = Round(catalogue.game(game), rules, state, RoundStart(number))
    events, boxes = list(round_.events), rules.adjacent_boxes
    tendered = [
        Answer(
            seat, "wager", GAMES[game], "", pick.choice((500, 501, 777, 1033)), player=f"player {(seat - 1) // boxes}"
        )
        for seat in range(1, 7)
        if pick.random() < 0.7
    ]
    tendered += [Answer(seat, pick.choice(BANKS)) for seat in pick.sample(range(1, 7), 3)]
    while not round_.closed:
        asked = round_.pending
        if isinstance(asked, Window):
            answer = tendered.pop(0) if tendered else close_betting()
            try:
                events += round_.answer(answer)
            except Refused:
                assert answer.says in (*BANKS, "wager")  # not everybody may bank, nor wager on a second area
        elif isinstance(asked, Draw):
            events += round_.answer(weighted(asked, pick.randrange))
        else:
            events += round_.answer(chosen(pick.choice(round_.elections()), pick))
    return events, round_.result


def chosen(election: Election, pick: random.Random) -> Answer:
    """Mostly what is usual; of the dealer's wager any amount, and now and then a surrender."""
    assert election.default is not None
    option = pick.choice(election.options)
    if option.says == "dealer_wager":
        return option.answer(election.to, pick.randrange(option.least, option.most + 1))
    odd = isinstance(election.to, int) and option.says in ("low", "surrender") and pick.random() < 0.3
    return (option if odd else election.default).answer(election.to)


def vigorish(won: int, rules: dict[str, Any]) -> int:
    """5% of what was won: down to the cent, or up to the next 25 cents (I-GEN-05)."""
    return won * 5 // 100 if rules["vigorish_rounding"] == "exact" else -(-won * 5 // 2500) * 25


def recount(events: list[Event], rules: dict[str, Any]) -> tuple[dict[tuple[int, str], Line], int, int]:
    """What every wager and the bank come to, what a bank puts in, and what the house puts in or, below 0, takes out."""
    up: dict[tuple[int, str], int] = {}
    said = {}
    given_up = {event.seat for event in events if isinstance(event, Collected) and event.outcome == "surrender"}
    for event in events:
        if isinstance(event, Wagered | Withdrawn) and not (isinstance(event, Withdrawn) and event.wager in BANKS):
            change = event.amount if isinstance(event, Wagered) else -event.amount
            up[event.seat, event.wager] = up.get((event.seat, event.wager), 0) + change
        elif isinstance(event, Announced) and event.words.split()[-1] in ("wins", "loses", "ties"):
            words = event.words.removeprefix("the ").split()
            said[0 if words[0] == "dealer" else int(words[1])] = words[-1]
    (bank,) = [wager for wager in up if wager[1] in BANKS]
    due: dict[tuple[int, str], Line] = {}
    centre = 0
    for (seat, kind), stake in up.items():
        if kind in BANKS or not stake:
            continue
        result = "loses" if seat in given_up else said[seat]
        won, house = result == "wins", seat == 0
        due[seat, kind] = (
            stake * {"wins": 2, "ties": 1, "loses": 0}[result],
            vigorish(stake, rules) if won and not house else 0,
        )
        centre += stake * {"wins": -1, "ties": 0, "loses": 1}[result]
    shared, short = bank[1] == "co_bank", max(0, -centre)
    own = short // 2 if shared else short  # an odd cent is the house's to bear, and the co-bank's to keep
    surplus = -(-max(0, centre) // 2) if shared else max(0, centre)
    due[bank] = surplus, vigorish(surplus, rules)
    return due, own, (short - own) - (max(0, centre) - surplus)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_621a_9_645a_12_banked_rounds_come_to_what_the_text_says(game: str, seed: int) -> None:
    """621a.9(n)–(r), 645a.12(i)–(m): losers to the centre, winners from it, the bank's shortfall or surplus, vigorish."""
    pick, banked = random.Random(f"{game} {seed}"), 0
    for _ in range(4):
        written = filed(pick)
        rules: Any = submit(catalogue.game(game).rules, written)
        state = catalogue.game(game).open(rules)
        for number in range(1, 7):
            events, state = played(game, state, rules, number, pick)
            if not any(isinstance(event, Wagered) and event.wager in BANKS for event in events):
                continue
            due, own, house = recount(events, written)
            lines = [event for event in events if isinstance(event, Settlement)]
            assert {(line.seat, line.wager): (line.returned, line.vigorish) for line in lines} == due
            assert [line.stake for line in lines if line.outcome == "shortfall"] == ([own] if own else [])
            moved = [event for event in events if isinstance(event, Transferred)]
            assert sum(event.amount * (1 if event.target == "centre" else -1) for event in moved) == house
            banked += 1
    assert banked > 4
