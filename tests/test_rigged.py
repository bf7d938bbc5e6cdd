"""Rare hands on demand: meters, payout limits, several winners and Envy Bonuses, paid again by a function that knows the text.

A rigged dealer gives every seat a hand that is known by its name, so the recount ranks no cards: it has paytables by hand,
and the meter as the text moves it. Main wagers are left out: the chapters' own tests have them.
"""

import os
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Settlement
from pitboss.families.progressive import Progressive
from pitboss.game import RoundStart
from pitboss.procedure import Answer
from pitboss.submission import submit
from pitboss.testkit.rigged import Rigged

TABLES = 4 * int(os.environ.get("PITBOSS_EXAMPLES", "3"))
ROUNDS = 3
MICRO = 1_000_000
Line = tuple[int, str, int]  # seat, wager, returned in cents

# --- hands, known by their names; s and t are two suits

SEVEN = {
    "seven in a row": "9s 8s 7s 6s 5s 4s 3s", "seven in a row with joker": "9s 8s 7s 6s 5s JK 3s",
    "five aces": "AS AH AD AC JK 7t 2s", "royal match": "As Ks Qs Js Ts Kt Qt", "royal": "As Ks Qs Js Ts 3t 2t",
    "straight flush": "8s 7s 6s 5s 4s Kt Jt", "four": "9S 9H 9D 9C Kt 7s 2t", "full house": "TS TH TD Ks Kt 3s 2t",
    "queen high": "QS TH 8D 7C 5S 3H 2D", "pair": "Js Jt As Kt 7s 5t 3s",
}  # fmt: skip
SIX = {
    "five aces": "AS AH AD AC JK 7t", "royal": "As Ks Qs Js Ts 3t", "straight flush": "8s 7s 6s 5s 4s Kt",
    "four": "9S 9H 9D 9C Kt 7s", "full house": "TS TH TD Ks Kt 3s", "queen high": "QS TH 8D 7C 5S 3H", "pair": "Js Jt As Kt 7s 5t",
}  # fmt: skip
FIVE = {
    "royal": "As Ks Qs Js Ts", "straight flush": "8s 7s 6s 5s 4s", "four": "9S 9H 9D 9C Kt", "full house": "TS TH TD Ks Kt",
    "pair": "Js Jt As Kt 7s",
}  # fmt: skip


def held(chance: random.Random, names: Mapping[str, str], seats: list[int]) -> dict[int, tuple[str, list[str]]]:
    """Hands for some seats that no two have a card in common; most of them rare."""
    while True:
        drawn: dict[int, tuple[str, list[str]]] = {}
        for seat in seats:
            name, (s, t) = chance.choice(list(names)), chance.sample("SHDC", 2)
            drawn[seat] = name, [card.replace("s", s).replace("t", t) for card in names[name].split()]
        cards = [card for _, hand in drawn.values() for card in hand]
        if len(cards) == len(set(cards)):
            return drawn


# --- what the text pays, in cents and by the name of a hand


@dataclass
class Meter:
    """What a meter shows, in micro-cents, and what goes to it: 645a.13(e), 670a.12(d), 687a.12(c), 688a.12(d)."""

    shows: int
    reset: int
    percent: int
    reserve_percent: int = 0
    reserve: int = field(default=0)

    def feed(self, stake: int) -> None:
        self.shows += stake * self.percent * MICRO // 100
        self.reserve += stake * self.reserve_percent * MICRO // 100

    def pay(self, percent: int, most: int | None = None) -> int:
        """A part of what it shows, in cents, or the most that may be paid; the rest stays on it (I-645a-12)."""
        due = self.shows * percent // 100 // MICRO
        paid = due if most is None else min(due, most)
        self.shows -= paid * MICRO
        if percent == 100 and paid == due:
            self.shows, self.reserve = self.shows + self.reset + self.reserve, 0
        elif percent == 100:
            self.shows = max(self.shows, self.reset)
        return paid


BONUS = {  # 645a.13(b)–(c), paytable A: so much to 1, and the Envy Bonus in dollars
    "seven in a row": (8000, 5000), "royal match": (2000, 1000), "seven in a row with joker": (1000, 500),
    "five aces": (400, 250), "royal": (150, 50), "straight flush": (50, 20), "four": (25, 5), "full house": (5, 0),
}  # fmt: skip
EMPEROR = {**BONUS, "royal match": BONUS["royal"]}  # K-Q is no ace-king suited
FOR_ONE = {"royal match": 500, "royal": 500, "straight flush": 100, "four": 75, "full house": 4}
SHARES = {"seven in a row": 100, "seven in a row with joker": 100, "five aces": 10}


def pai_gow_poker(
    hands: dict[int, str], up: dict[tuple[int, str], int], meter: Meter, limit: int | None
) -> Iterable[Line]:
    """645a.11(h), .13(b)–(f): each hand from the dealer's right, at most the limit above its stakes; then Envy Bonuses."""
    for seat in sorted(hands, reverse=True):
        name, room = hands[seat], limit
        for kind, table in (("fortune_bonus", BONUS), ("emperors_treasure", EMPEROR)):
            if stake := up.get((seat, kind)):
                won = stake * table[name][0] if name in table else -stake
                paid = won if room is None or won < 0 else min(won, room)
                room = room if room is None or paid < 0 else room - paid
                yield seat, kind, stake + paid
        if stake := up.get((seat, "pai_gow_insurance")):
            yield seat, "pai_gow_insurance", 7 * stake if name == "queen high" else 0
        if stake := up.get((seat, "progressive_payout")):
            most = None if room is None else stake + room
            if name in SHARES:
                yield seat, "progressive_payout", meter.pay(SHARES[name], most)
            else:
                due = stake * FOR_ONE.get(name, 0)
                yield seat, "progressive_payout", due if most is None else min(due, most)
    for kind, table in (("fortune_bonus", BONUS), ("emperors_treasure", EMPEROR)):
        for seat in sorted(hands, reverse=True):
            if up.get((seat, kind), 0) >= 500:
                for other in sorted(hands, reverse=True):
                    if other != seat and hands[other] in table and (due := table[hands[other]][1]):
                        yield seat, f"{kind}_envy", 100 * due


SIX_BONUS = {"five aces": (1000, 5000), "royal": (250, 1000), "straight flush": (100, 250), "four": (50, 75),
    "full house": (15, 25)}  # fmt: skip
SIX_FOR_ONE = {"straight flush": 300, "four": 150, "full house": 15}
SIX_ENVY = {"five aces": 100, "royal": 50, "straight flush": 10, "four": 5}


def six_card_fortune(
    hands: dict[int, str], up: dict[tuple[int, str], int], meter: Meter, _: int | None
) -> Iterable[Line]:
    """670a.11(h), .12(b)–(d): the $5 table of the Envy Bonus from $5 on, a fifth of it below (I-670a-11)."""
    for seat in sorted(hands, reverse=True):
        name = hands[seat]
        if stake := up.get((seat, "fortune_bonus")):
            yield seat, "fortune_bonus", stake * (1 + SIX_BONUS[name][0]) if name in SIX_BONUS else 0
        if stake := up.get((seat, "insurance")):
            yield seat, "insurance", 5 * stake if name == "queen high" else 0
        if stake := up.get((seat, "progressive_payout")):
            share = {"five aces": 100, "royal": 10}.get(name)
            yield seat, "progressive_payout", meter.pay(share) if share else stake * SIX_FOR_ONE.get(name, 0)
    for seat in sorted(hands, reverse=True):
        for other in sorted(hands, reverse=True):
            if other != seat and hands[other] in SIX_BONUS and (stake := up.get((seat, "fortune_bonus"))):
                due = SIX_BONUS[hands[other]][1]
                yield seat, "fortune_bonus_envy", 100 * due // (1 if stake >= 500 else 5)
            if other != seat and hands[other] in SIX_ENVY and (seat, "progressive_payout") in up:
                yield seat, "progressive_payout_envy", 100 * SIX_ENVY[hands[other]]


FACE_UP_FOUR = {  # 688a.12(d), paytable 4: dollars beside a part of the meter, and the Envy Bonus
    "seven in a row": (5000, 100, 5000), "royal match": (5000, 20, 3750), "seven in a row with joker": (5000, 10, 1250),
    "five aces": (2500, 0, 500), "royal": (500, 0, 250), "straight flush": (200, 0, 100), "four": (100, 0, 25),
    "full house": (25, 0, 0),
}  # fmt: skip


def face_up(hands: dict[int, str], up: dict[tuple[int, str], int], meter: Meter, _: int | None) -> Iterable[Line]:
    """688a.11(h), .12(c) paytable 2, .12(d) paytable 4: both parts of an award, with the stake (I-688a-06, -07)."""
    for seat in sorted(hands, reverse=True):
        name = hands[seat]
        if stake := up.get((seat, "fortune_bonus")):
            yield seat, "fortune_bonus", stake * (1 + BONUS[name][0]) if name in BONUS else 0
        if stake := up.get((seat, "progressive_payout")):
            if name in FACE_UP_FOUR:
                fixed, share, _envy = FACE_UP_FOUR[name]
                yield seat, "progressive_payout", stake + 100 * fixed + (meter.pay(share) if share else 0)
            else:
                yield seat, "progressive_payout", 0
    for seat in sorted(hands, reverse=True):
        for other in sorted(hands, reverse=True):
            if other != seat and up.get((seat, "fortune_bonus"), 0) >= 500 and BONUS.get(hands[other], (0, 0))[1]:
                yield seat, "fortune_bonus_envy", 100 * BONUS[hands[other]][1]
            if other != seat and (seat, "progressive_payout") in up and FACE_UP_FOUR.get(hands[other], (0, 0, 0))[2]:
                yield seat, "progressive_payout_envy", 100 * FACE_UP_FOUR[hands[other]][2]


def dj_wild(hands: dict[int, str], up: dict[tuple[int, str], int], meter: Meter, _: int | None) -> Iterable[Line]:
    """687a.11(f), .12(c) paytable 1: to 1 with the stake; the meter for a royal flush, a tenth for a straight flush."""
    fixed, shares = {"four": 300, "full house": 50}, {"royal": (100, 1000), "straight flush": (10, 300)}
    for seat in sorted(hands, reverse=True):
        if stake := up.get((seat, "progressive_bonus")):
            name = hands[seat]
            yield (
                seat,
                "progressive_bonus",
                meter.pay(shares[name][0]) if name in shares else stake * (1 + fixed[name]) if name in fixed else 0,
            )
    for seat in sorted(hands, reverse=True):
        due = sum(shares[hands[one]][1] for one in hands if one != seat and hands[one] in shares)
        if due and (seat, "progressive_bonus") in up:
            yield seat, "progressive_bonus_envy", 100 * due


@dataclass(frozen=True)
class Case:
    """A game with everything that is offered, its hands, and the recount of its side wagers."""

    game: str
    filed: dict[str, Any]
    hands: Mapping[str, str]
    main: tuple[str, ...]
    sides: Mapping[str, tuple[int, ...]]
    meter: tuple[int, int, int, int]  # initial and reset in cents, per cent to the meter and to the reserve
    recount: Any
    limits: tuple[str, ...] = ()


CASES = [
    Case(
        "pai-gow-poker",
        {"fortune_bonus": True, "emperors_treasure": True, "pai_gow_insurance": True, "progressive_payout": True,
         "progressive_rate": "20", "progressive_initial": "9000.00", "progressive_reset": "3000.00", "minimum": "1.00"},
        SEVEN, ("pai_gow_poker",),
        {"fortune_bonus": (100, 500, 5000), "emperors_treasure": (100, 500, 2500), "pai_gow_insurance": (100,),
        "progressive_payout": (100, 500)},
        (900_000, 300_000, 20, 0), pai_gow_poker, ("50000.00", "60000.00"),
    ),
    Case(
        "six-card-fortune-pai-gow-poker", {"fortune_bonus": True, "insurance": True, "progressive_payout": True, "minimum": "1.00"},
        SIX, ("six_card_fortune_pai_gow_poker",),
        {"fortune_bonus": (100, 400, 500), "insurance": (100,), "progressive_payout": (100,)},
        (500_000, 500_000, 21, 0), six_card_fortune,
    ),
    Case(
        "face-up-pai-gow-poker",
        {"fortune_bonus": True, "fortune_bonus_paytable": "2", "progressive_payout": True, "progressive_payout_paytable": "4",
        "minimum": "1.00"},
        SEVEN, ("face_up_pai_gow_poker",), {"fortune_bonus": (100, 500), "progressive_payout": (500,)},
        (1_000_000, 1_000_000, 1, 1), face_up,
    ),
    Case(
        "dj-wild-stud-poker", {"progressive_bonus": True, "progressive_bonus_paytable": "1", "progressive_rate": "20",
        "minimum": "1.00"},
        FIVE, ("ante", "blind"), {"progressive_bonus": (100,)}, (200_000, 200_000, 20, 0), dj_wild,
    ),
]  # fmt: skip


def added(lines: Iterable[Line]) -> dict[tuple[int, str], int]:
    """Envy Bonuses for several hands in one sum, whoever makes one line of them."""
    found = Counter[tuple[int, str]]()
    for seat, wager, returned in lines:
        found[seat, wager] += returned
    return dict(sorted(found.items()))


def rounds_differ(case: Case, seed: int) -> list[str]:
    """In what some rounds at one table differ from the recount, side wager by side wager, and by what the meter shows."""
    game, chance = catalogue.game(case.game), random.Random(seed)
    limit = chance.choice((*case.limits, None))
    rules = submit(game.rules, {**case.filed, **({"payout_limit": limit} if limit else {})})
    state, (initial, reset, *percents) = game.open(rules), case.meter
    meter, differ = Meter(initial * MICRO, reset * MICRO, *percents), list[str]()
    for number in range(1, ROUNDS + 1):
        seats = chance.sample(range(1, 7), chance.randint(1, 4))
        hands = held(chance, case.hands, seats)
        up = {(seat, kind): 1000 for seat in seats for kind in case.main}
        sides = {
            (seat, kind): chance.choice(stakes) for seat in seats for kind, stakes in case.sides.items() if chance.random() < 0.7
        }  # fmt: skip
        wagers = [Answer(seat, "wager", kind, "", amount) for (seat, kind), amount in (up | sides).items()]
        play = Round(game, rules, state, RoundStart(number, seated=tuple(sorted(seats))), may_lie_face_down=True)
        dealer = Rigged({seat: cards for seat, (_, cards) in hands.items()}, chance, {"raise": "raise"})
        events = dealer.play_out(play, wagers)
        state = play.result
        for (_, kind), amount in sides.items():
            if kind.startswith("progressive"):
                meter.feed(amount)
        names = {seat: name for seat, (name, _) in hands.items()}
        wanted = added(case.recount(names, sides, meter, None if limit is None else int(limit[:-3]) * 100))
        found = added(
            (event.seat, event.wager, event.returned)
            for event in events
            if isinstance(event, Settlement) and event.wager.removesuffix("_envy") in case.sides
        )
        shown = next(iter(game.meter_states(rules, state).values())).value
        if found != wanted or shown != meter.shows:
            differ.append(f"round {number} {names} limit {limit}: {found} {shown}, by the text {wanted} {meter.shows}")
    return differ


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_rare_hands_are_paid_as_the_text_has_it(case: Case) -> None:
    """Meters, limits, several winners and Envy Bonuses, cent for cent and micro-cent for micro-cent."""
    for seed in range(TABLES):
        assert not rounds_differ(case, seed)


def test_recount_sees_a_meter_that_is_emptied_though_a_limit_cuts_the_award(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: where what a limit does not pay leaves the meter, some table differs."""

    monkeypatch.setattr(Progressive, "pay", _whole)
    assert any(rounds_differ(CASES[0], seed) for seed in range(40))


def _whole(self: Progressive, seat: int, percent: int, paid: int) -> Any:
    """Take the whole share off the meter, whatever was paid."""
    del paid
    yield self._move(-self._share(percent) * MICRO, "award", seat)
    if percent == 100:
        yield self._reseed()


def test_recount_sees_an_envy_bonus_that_is_not_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: one dollar more or less in the paytable of the recount, and some table differs."""
    monkeypatch.setitem(BONUS, "four", (25, 6))
    assert any(rounds_differ(CASES[0], seed) for seed in range(40))


# --- Blackjack: one jackpot that several players share

LONG = ["2S", "2H", "2D", "2C", "2S", "2H", "2D", "7C"]  # 21 in eight cards
TWENTY = ("KS QS", "KH QH", "KD QD", "KC QC")


@pytest.mark.parametrize("seed", range(TABLES))
def test_633a_13_j_l_winners_share_the_meters_as_the_text_has_it(seed: int) -> None:
    """Dealer 21 in eight cards: Bad Beat in proportion to the wagers of those with 20, Hit and Run in equal parts."""
    game, chance = catalogue.game("blackjack"), random.Random(seed)
    rules = submit(
        game.rules,
        {
            "decks": 6, "split_aces": "one_card", "bad_beat_progressive": True, "bad_beat_rate": "12.5",
            "bad_beat_initial": "7000.00",
            "bad_beat_reset": "5000.00", "hit_and_run_progressive": True, "hit_and_run_rate": "20",
            "hit_and_run_initial": "1500.01",
            "hit_and_run_reset": "1000.00", "minimum": "1.00",
        },
    )  # fmt: skip
    seats = sorted(chance.sample(range(1, 8), chance.randint(1, 4)))
    hands: dict[int | str, list[str]] = {seat: twenty.split() for seat, twenty in zip(seats, TWENTY, strict=False)}
    beat = {seat: chance.choice((100, 300, 733)) for seat in seats if chance.random() < 0.8}
    run = {seat: chance.choice((100, 500)) for seat in seats if chance.random() < 0.8}
    wagers = [Answer(seat, "wager", "blackjack", "", 1000) for seat in seats]
    wagers += [Answer(seat, "wager", "bad_beat_progressive", "", amount) for seat, amount in beat.items()]
    wagers += [Answer(seat, "wager", "hit_and_run_progressive", "", amount) for seat, amount in run.items()]
    play = Round(game, rules, game.open(rules), RoundStart(1, seated=tuple(seats)), may_lie_face_down=True)
    events = Rigged({"dealer": LONG, **hands}, chance, {"decision": "stand"}).play_out(play, wagers)
    shows = {
        "bad_beat_progressive": 700_000 * MICRO + sum(beat.values()) * 125 * MICRO // 1000,
        "hit_and_run_progressive": 150_001 * MICRO + sum(run.values()) * MICRO // 5,
    }
    wanted = {
        (seat, "bad_beat_progressive"): shows["bad_beat_progressive"] * stake // sum(beat.values()) // MICRO
        for seat, stake in beat.items()
    }
    wanted |= {(seat, "hit_and_run_progressive"): shows["hit_and_run_progressive"] // len(run) // MICRO for seat in run}
    found = added((e.seat, e.wager, e.returned) for e in events if isinstance(e, Settlement) and e.wager in shows)
    assert found == dict(sorted(wanted.items()))
    left = {kind: shows[kind] - MICRO * sum(due for (_, of), due in wanted.items() if of == kind) for kind in shows}
    for kind, reset, any_won in (("bad_beat_progressive", 500_000, beat), ("hit_and_run_progressive", 100_000, run)):
        state = next(one for name, one in game.meter_states(rules, play.result).items() if name.startswith(kind))
        assert state.value == (left[kind] + reset * MICRO if any_won else shows[kind])
