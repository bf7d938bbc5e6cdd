"""Random lawful filings × rounds × irregularities, settled twice: by the chapters, and by ``pitboss_audit`` from the facts alone.

Every settlement, commission, bank, award and movement of a meter has to be the same, to the cent. Controls: faults that are
planted in either engine have to be found.

    python -m soak settled_twice                          until SETTLEMENTS are compared
    python -m soak.settled_twice 100000 roulette craps    so many, of these games
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import Game, RoundStart
from pitboss.journal import Report
from pitboss.money import Money, Odds
from pitboss.procedure import CHANCE, SYSTEM, Answer, Draw, Election, Refused, Window
from pitboss.submission import RulesSubmission, choices, submit
from pitboss.testkit.random_play import bet, elect, required, tender, weighted
from pitboss.wagers import REMOVE, WAGER, close_betting
from pitboss_audit import SETTLERS, Auditor, Played, Settled
from pitboss_audit.record import facts_and_lines
from soak.house_ways import random_way

SETTLEMENTS = 10_000_000
ROUNDS_OF_A_FILING = 25
REPORTING = 0.02  # how often something is reported before a question is answered
RANKS, SUITS, BLACKJACK = "23456789TJQKA", "SHDC", "blackjack"
# Wagers that have to be equal to each other.
METERS = {
    **{"bad_beat_progressive": True, "bad_beat_rate": "10", "bad_beat_initial": "5000.00", "bad_beat_reset": "6000.00"},
    **{"hit_and_run_progressive": True, "hit_and_run_rate": "12.5", "hit_and_run_initial": "1000.00"},
    **{
        "hit_and_run_reset": "1500.00",
        "magic_card_bonus": True,
        "lucky_player_bonus": True,
        "payout_limit": "25000.00",
    },
    **{
        "kings_bounty": True,
        "in_between": True,
        "three_card_poker": True,
        "bet_the_set_21": True,
        "crown_treasure_bonus": True,
    },
}
SWITCH = {"blackjack_switch": True, "switch_natural_pays": "as_printed", "super_match": True}
# Filings to begin with, besides the example.
ALSO_FILED: dict[str, tuple[dict[str, Any], ...]] = {BLACKJACK: ({}, METERS, SWITCH, METERS | SWITCH | {"decks": 8})}
NEEDS_A_LINE = ("craps", "mini-craps")
EQUAL = {
    "dj-wild-stud-poker": (("ante", ""), ("blind", "")),
    BLACKJACK: ((BLACKJACK, "1"), (BLACKJACK, "2")),
}
COMMON = ("minimum", "maximum", "limits", "unit", "breakage", "holder")
BREAKAGES = ("up_to_cent", "down_to_cent", "down_to_chip", "up_to_chip", "refuse")
UNITS = ("0.25", "0.50", "1.00", "2.50", "5.00")
RATES = ("5", "10", "12.5", "20", "33.3333")


def filing(game: Game, source: random.Random) -> RulesSubmission:
    """A lawful filing: the example with some of its choices drawn again."""
    written = {name: value for name, value in game.example().chosen.items() if value is not None}
    written |= source.choice(ALSO_FILED.get(game.name, ({},)))
    known = choices(game.rules)
    for _ in range(200):
        chosen, share = dict(written), source.random()
        for name, (kind, note, _) in known.items():
            if name not in COMMON and source.random() < share:
                drawn = _drawn(game, name, kind, note, source)
                if drawn is not None:
                    chosen[name] = drawn
        if chosen.get("house_way") == "filed":
            chosen["house_way_rules"] = random_way(source)
        if source.random() < share:
            chosen["breakage"] = source.choice(BREAKAGES)
            if source.random() < 0.5:
                chosen["unit"] = source.choice(UNITS)
        try:
            return submit(game.rules, chosen)
        except Refused:
            continue
    return game.example()


def _drawn(game: Game, name: str, kind: Any, note: Any, source: random.Random) -> Any:
    """Some value of a choice, lawful or not; None: as it is."""
    members = getattr(kind, "__members__", None)
    if members:
        return source.choice([str(member) for member in members.values()])
    if kind is bool:
        return source.random() < 0.7
    if name == "payouts":
        floors = getattr(game.rules, note.floors, {}) if note.floors else {}
        raised = {on: _above(odds, source) for on, odds in floors.items() if source.random() < 0.3}
        return {on: text for on, text in raised.items() if text}
    if name == "tie_odds":
        return source.choice(("8 to 1", "8.5 to 1", "8.25 to 1", "9 to 1"))
    if name == "vigorish_rate":
        return source.choice(("5", "4", "2.5", "3.3"))
    if name == "progressive_link_group":
        return source.choice((None, "north"))
    if name == "dealer_wager_against_bank":
        return source.choice(("last_wager", "25.00", "100.00"))
    if kind in (int, int | None) and note.least is not None:
        return source.randint(note.least, min(note.most or note.least + 8, note.least + 20))
    if kind in (Fraction, Fraction | None):
        return source.choice(RATES)
    if kind is Money or Money in getattr(kind, "__args__", ()):
        if name == "payout_limit" and source.random() < 0.5:
            return None
        least = note.least or 100
        return f"{(least + source.randrange(50) * 100) / 100:.2f}"
    return None


def _above(odds: Odds, source: random.Random) -> str:
    return source.choice(
        (f"{odds.win + 1} to {odds.stake}", f"{odds.win}.5 to {odds.stake}", f"{3 * odds.win + 1} to {3 * odds.stake}")
    )


class Table:
    """A table that is played at random and audited as it goes."""

    def __init__(self, game: Game, rules: RulesSubmission, source: random.Random, *, busy: int = 6) -> None:
        self.game, self.rules, self._source, self._busy = game, rules.in_play, source, busy
        self.state, self.number = game.open(self.rules), 0
        self.chosen = msgspec.to_builtins(rules.in_play.chosen)
        self.auditor = Auditor("installed")
        self.last: Played | None = None
        self.kinds: Counter[str] = Counter()

    def round(self) -> Settled:
        """Another round, settled twice."""
        self.number += 1
        seats = range(1, self.rules.posted.seats + 1)
        system = {"magic_card": self._card(), "lucky_player": self._source.choice(seats)} if self._has_system else {}
        start = RoundStart(self.number, system=system, seated=tuple(seats))
        play = Round(self.game, self.rules, self.state, start)
        raw = list(self._played(play))
        self.state = play.result
        steps, lines = facts_and_lines(raw)
        begun = msgspec.to_builtins(start)
        self.last = Played(
            "T", self.number, self.game.name, self.chosen, "installed", begun, steps, lines, self.number == 1
        )
        return self.auditor.settle(self.last)

    @property
    def _has_system(self) -> bool:
        return bool(self.chosen.get("magic_card_bonus") or self.chosen.get("lucky_player_bonus"))

    def _card(self) -> str:
        return self._source.choice(RANKS) + self._source.choice(SUITS)

    def _played(self, play: Round) -> Iterator[dict[str, Any]]:
        yield {"events": msgspec.to_builtins(play.events)}
        self._paired, self._main, self._favoured = set[Any](), set[Any](), favoured(self._source)
        tenders, source = self._source.randrange(2 * self._busy), self._source
        while not play.closed:
            before = len(play.history)
            events = self._reported(play) if source.random() < REPORTING else None
            question = play.pending
            if events is not None:
                pass
            elif isinstance(question, Window):
                tenders -= 1
                answer = bet(question, self._pick, self.rules.posted.seats) if tenders >= 0 else None
                events = self._closed(play, question) if answer is None else self._tendered(play, answer)
            elif isinstance(question, Draw):
                events = play.answer(self._drawn(question))
            else:
                asked = play.elections()
                one = asked[self._pick(len(asked))]
                events = play.answer(self._stated(one) if one.to == SYSTEM else elect(one, self._pick))
            new = play.history[before:]
            answers = [msgspec.to_builtins(item) for item in new if isinstance(item, Answer)]
            reports = [msgspec.to_builtins(item) for item in new if isinstance(item, Report)]
            yield {"answers": answers, "report": reports[0] if reports else None, "events": msgspec.to_builtins(events)}

    def _tendered(self, play: Round, answer: Answer) -> list[Any]:
        """A wager, and the one that has to equal it; nothing where a random amount would break."""
        place = (answer.wager, answer.on)
        spot = self.rules.spots.get(place)
        needed = spot.kind.needs if spot is not None and answer.says == WAGER else ""
        if needed and (answer.by, needed) not in self._main:
            self._main.add((answer.by, needed))
            offers = play.pending.menu.offers(int(answer.by)) if isinstance(play.pending, Window) else ()
            first = next((offer for offer in offers if offer.says == WAGER and offer.wager == needed), None)
            if first is not None:
                return self._tendered(play, tender(int(answer.by), first, self._pick))
        if answer.says == WAGER and place in EQUAL.get(self.game.name, ()):
            if (answer.by, answer.wager) in self._paired:
                return []
            self._paired.add((answer.by, answer.wager))
            pair = [msgspec.structs.replace(answer, wager=kind, on=on) for kind, on in EQUAL[self.game.name]]
            if self.game.name != BLACKJACK or len({on for kind, on in self.rules.spots if kind == BLACKJACK}) > 1:
                self._paired |= {(one.by, one.wager) for one in pair}
                return [event for one in pair for event in _taken(play, one)]
        return _taken(play, answer)

    def _drawn(self, question: Draw) -> Answer:
        """Cards of the favoured ones mostly, so that hands are met that are hardly ever dealt."""
        if self._favoured and self._source.random() < 0.8:
            cards = [card for card, weight in question.weights.items() if weight > 0 and card in self._favoured]
            if cards:
                return Answer(CHANCE, cards[self._pick(len(cards))])
        return weighted(question, self._pick)

    def _stated(self, election: Election) -> Answer:
        """What the progressive system states of a meter that other tables move too: something more or less than here."""
        known = election.default
        assert known is not None
        moved = self._source.choice((0, self._pick(10**9), -self._pick(known.least // 10 + 1)))
        return Answer(SYSTEM, known.says, on=known.on, amount=known.least + moved)

    def _closed(self, play: Round, window: Window) -> list[Any]:
        """Close betting; what keeps it open is taken back."""
        try:
            return play.answer(close_betting())
        except Refused as refused:
            made = required(play, refused) if self.game.name in NEEDS_A_LINE else None
            if made is None:
                seats = range(1, self.rules.posted.seats + 1)
                up = [(seat, offer) for seat in seats for offer in window.menu.offers(seat) if offer.says == REMOVE]
                seat, offer = up[self._pick(len(up))]
                made = Answer(seat, offer.says, offer.wager, offer.on, offer.least)
            return play.answer(made)

    def _pick(self, most: int) -> int:
        return self._source.randrange(most) if most > 0 else 0

    def _reported(self, play: Round) -> list[Any] | None:
        """Something that went wrong, where it can have gone wrong now."""
        kind = self._source.choice(self.game.irregularities) if self.game.irregularities else None
        if kind is None:
            return None
        facts: dict[str, bool | str | int] = {fact: self._source.random() < 0.5 for fact in kind.facts}
        seat = self._source.randint(1, self.rules.posted.seats) if kind.needs_seat else 0
        try:
            events = play.report(Report(kind.name, seat, facts))
        except (Refused, AssertionError):
            return None
        self.kinds[kind.name] += 1
        return events


def favoured(source: random.Random) -> frozenset[str]:
    """Cards that come more often in a round: none, those of a few ranks, or the neighbours of one suit or two."""
    kind = source.randrange(5)
    if kind == 0:
        return frozenset()
    if kind == 4:
        return frozenset(rank + suit for rank in "A234" for suit in SUITS)
    if kind == 1:
        ranks = source.sample(RANKS, 3)
        return frozenset({"JK", *(rank + suit for rank in ranks for suit in SUITS)})
    first = source.randrange(len(RANKS) - 5)
    suits = source.sample(SUITS, source.randint(1, 2))
    return frozenset({"JK", *(rank + suit for rank in RANKS[first : first + 6] for suit in suits)})


def _taken(play: Round, answer: Answer) -> list[Any]:
    try:
        return play.answer(answer)
    except Refused:
        return []


class Campaign:
    """Random tables of one game, and what was found."""

    def __init__(self, name: str, seed: int = 38, *, busy: int = 0) -> None:
        self.game, self.source = catalogue.game(name), random.Random(f"{name} {seed}")
        self.busy = busy or (14 if name in ("roulette", "sic-bo", "craps", "mini-craps", "big-six-wheel") else 6)
        self.rounds = self.settlements = 0
        self.kinds: Counter[str] = Counter()
        self.found: list[str] = []

    def filing(self) -> None:
        """One filing and its rounds."""
        table = Table(self.game, filing(self.game, self.source), self.source, busy=self.busy)
        for _ in range(ROUNDS_OF_A_FILING):
            settled = table.round()
            self.rounds += 1
            self.settlements += settled.settlements
            if settled.unsettled is not None:
                self.found.append(f"{settled.unsettled} {table.chosen} {table.last}")
                break
            if settled.differences:
                self.found += [f"{one} {table.chosen}" for one in settled.differences]
                break  # what is carried on is no longer the same
        self.kinds += table.kinds

    def run(self, settlements: int) -> "Campaign":
        while self.settlements < settlements:
            self.filing()
        return self


def campaign(settlements: int, games: Sequence[str] = (), seed: int = 38) -> list[Campaign]:
    """So many settlements of each game; the first game that has a difference stops it."""
    done = []
    for name in games or list(SETTLERS):
        began, one = time.process_time(), Campaign(name, seed).run(settlements)
        spent = time.process_time() - began
        counted = f"{one.rounds:,} rounds, {one.settlements:,} settlements, {len(one.found)} differences"
        print(f"  {name}: {counted}, {spent:.0f} s; reported {dict(one.kinds)}", flush=True)
        assert not one.found, one.found[:5]
        done.append(one)
    return done


def main(settlements: int = SETTLEMENTS, games: Sequence[str] = ()) -> None:
    names = games or list(SETTLERS)
    done = campaign(settlements // len(names), names)
    settled, rounds = sum(one.settlements for one in done), sum(one.rounds for one in done)
    print(f"{settled:,} settlements of {rounds:,} rounds settled twice, 0 differences")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SETTLEMENTS, sys.argv[2:])
