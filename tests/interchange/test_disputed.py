"""Rounds in which something went wrong, at any moment of any game: each is told as a scenario that settles alike."""

import os
import random
from collections.abc import Iterable
from functools import cache

import pytest

from pitboss import catalogue
from pitboss.drivers.script import run
from pitboss.game import Game, RoundStart
from pitboss.house.table import entries
from pitboss.house.table.table import found
from pitboss.interchange.gathering import TableRounds, Wanted
from pitboss.interchange.rounds import PlayedRound
from pitboss.interchange.scenarios import from_scenario, to_scenario
from pitboss.journal import Report
from pitboss.money import dollars
from pitboss.paper.alternatives import alternatives
from pitboss.procedure import Draw, Each, Refused, Window
from pitboss.submission import RulesSubmission, made_choices, submit
from pitboss.testkit.random_play import close, elect, tender, weighted

GAMES = list(catalogue.games().values())
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
EXAMPLES = int(os.environ.get("PITBOSS_EXAMPLES", "3"))
NOW = "2026-01-01T00:00:00Z"
ROUNDS, MOST_ACTS, MOST_REPORTS, MOST_SEEDS = 3, 5_000, 6, 60


@cache
def filings(game: Game) -> list[RulesSubmission]:
    """Its example, and others that differ in one choice; random wagers hardly ever make the two equal ones of a Switch table."""
    found = [game.example(), *alternatives(game)]
    return [rules for rules in found if not getattr(rules, "blackjack_switch", False)]


class Live:
    """A table whose record is written as the house writes it: random players, answers and reports."""

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        face_down: bool = False,
        only: str = "",
        rounds: int = ROUNDS,
        filed: dict[str, str] | None = None,
    ) -> None:
        self.chance, self.face_down, self.only = random.Random(seed), face_down, only
        rules = self.chance.choice(filings(game))
        if filed:
            rules = submit(game.rules, {**made_choices(game.example().chosen), **filed})
        entered = entries.Settings(chance="entered")
        founded = entries.Founded(game.name, game.title, rules.chosen, rules.hash(game.name), "1", entered)
        self.table = found("table", founded, NOW)
        self.table.enter(entries.Opened("F"))
        self.reported: list[str] = []
        self.among_several = 0
        for number in range(1, rounds + 1):
            self._round(number)

    def pick(self, most: int) -> int:
        return self.chance.randrange(most) if most > 0 else 0

    def _round(self, number: int) -> None:
        table, seats = self.table, range(1, self.table.rules.posted.seats + 1)
        self.seated = tuple(self.chance.sample(seats, self.chance.randint(1, min(4, len(seats)))))
        start = RoundStart(number, seated=self.seated, reopened=number == 1, new_dealer=self.pick(4) == 0)
        table.enter(entries.Began(start, table.state.filing.founded.submission, "1"))
        self.tenders, self.most, reports = 0, self.pick(12), 0
        assert table.round is not None
        for act in range(MOST_ACTS):
            if table.round.closed:
                break
            if self.pick(12) or reports == MOST_REPORTS or not self._report(f"{number}-{act}"):
                self._act()
            else:
                reports += 1
        table.flush()
        table.end()

    def _report(self, key: str) -> bool:
        """Report something that can happen now, about anyone who may be concerned, with any facts."""
        play = self.table.round
        assert play is not None
        kinds = [self.only] if self.only else sorted(play.possible(self.seated))
        if not kinds:
            return False
        kind = self.chance.choice(kinds)
        known = play.game.irregularity(kind)
        assert known is not None
        facts: dict[str, bool | str | int] = {fact: bool(self.pick(2)) for fact in known.facts}
        concerned = self.seated if self.pick(4) else range(1, play.rules.posted.seats + 1)  # or one who sat here before
        seat = self.chance.choice(concerned) if known.needs_seat else 0
        among = isinstance(play.pending, Each) and len(play.elections()) < len(play.pending.elections)
        try:
            self.table.report(Report(kind, seat, facts), key)
        except Refused:
            return False  # not of this seat, or not with these facts
        self.reported.append(kind)
        self.among_several += among
        return True

    def _act(self) -> None:
        table = self.table
        play = table.round
        assert play is not None
        question = play.pending
        if isinstance(question, Draw):
            if not (self.face_down and self.pick(2) and table.put_down()):
                table.answer(weighted(question, self.pick), f"{table.state.felt.number}-shown-{len(play.history)}")
        elif isinstance(question, Window):
            self._bet(question)
        else:
            asked = play.elections()
            table.house(elect(asked[self.pick(len(asked))], self.pick))

    def _bet(self, window: Window) -> None:
        self.tenders += 1
        seat = self.chance.choice(self.seated)
        offers = window.menu.offers(seat)
        if self.tenders <= self.most and offers:
            self.table.house(tender(seat, self.chance.choice(offers), self.pick))
            return
        trial = self.table.round
        assert trial is not None
        twin = trial.replica()  # what has to be added or taken back before betting can close
        assert isinstance(twin.pending, Window)
        close(twin, twin.pending)
        for act in twin.history[len(trial.history) :]:
            assert not isinstance(act, Report)
            self.table.house(act)

    def rounds(self) -> list[PlayedRound]:
        gathered, told = TableRounds("table", Wanted(events=True)), list[PlayedRound]()
        for entry in self.table.written:
            told += gathered.take(entry)
        return told


def settled(rounds: Iterable[PlayedRound]) -> list[dict[str, object]]:
    """What `pitboss run` has to print of each settlement."""
    return [
        {
            "round": number, "seat": one.seat, "wager": one.wager, "on": one.on, "hand": one.hand, "stake": dollars(one.stake),
            "returned": dollars(one.returned), "vigorish": dollars(one.vigorish), "cite": one.cite,
        }
        for number, played in enumerate(rounds, 1)
        for one in played.settlements
    ]  # fmt: skip


@by_game
def test_disputed_rounds_become_scenarios_that_settle_alike(game: Game) -> None:
    """Random rounds under random lawful rules, with reports at random moments: none is refused, every citation is the same."""
    reported = 0
    for seed in range(EXAMPLES):
        live = Live(game, seed)
        told, text = live.rounds(), to_scenario(live.rounds())
        lines = list(run(text))
        assert not [line for line in lines if "refused" in line]
        assert [line["settlement"] for line in lines if "settlement" in line] == settled(told)
        for wanted, found_again in zip(told, from_scenario(text, events=True), strict=True):
            if any(act.report for act in wanted.history):  # it is told act by act
                assert found_again.events == wanted.events
        reported += len(live.reported)
    assert reported


@by_game
def test_disputed_rounds_with_cards_that_lay_face_down(game: Game) -> None:
    """The same where a person deals from a physical shoe: a card that nobody ever saw is written as one that lies face down."""
    for seed in range(EXAMPLES):
        told = Live(game, seed, face_down=True).rounds()
        text = to_scenario(told)
        assert [line["settlement"] for line in run(text) if "settlement" in line] == settled(told)
        assert [line for line in run(text) if "refused" in line] == []


@pytest.mark.parametrize(
    ("game", "kind", "among", "filed"),
    [
        ("pai-gow", "dead_hand_tile_exposed", False, {}),
        ("pai-gow-poker", "wrong_number_of_cards", False, {}),
        ("pai-gow-poker", "player_left", True, {}),
        ("six-card-fortune-pai-gow-poker", "player_left", True, {}),
        ("minibaccarat", "player_left", False, {"vigorish_collection": "deferred"}),
        ("blackjack", "reshuffle_ordered", False, {}),
    ],
)
def test_report_is_told_where_it_fell(game: str, kind: str, among: bool, filed: dict[str, str]) -> None:
    """Also where it fell while some of those who were asked at once had answered, and others not yet."""
    reported = among_several = 0
    for seed in range(MOST_SEEDS):
        live = Live(catalogue.game(game), seed, only=kind, rounds=3 * ROUNDS if filed else ROUNDS, filed=filed)
        told = live.rounds()
        if not live.reported:
            continue
        text = to_scenario(told)
        assert f'kind = "{kind}"' in text
        assert [line["settlement"] for line in run(text) if "settlement" in line] == settled(told)
        reported, among_several = reported + 1, among_several + live.among_several
        if reported >= EXAMPLES and (among_several or not among):
            return
    raise AssertionError(f"{reported} tables with {kind}, {among_several} reports among several answers")
