"""No word depends on a card that its hearer may not see: the same round with other cards face down sounds the same."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import pitboss.house.table.scene
import pitboss.house.tasks.at_table
import pitboss.house.wire.view
from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack import settlement
from pitboss.chapters.ch633a_blackjack.values import total
from pitboss.events import Dealt, Event, visible
from pitboss.game import Game
from pitboss.house.commands.answer import AnswerQuestion
from pitboss.house.host.command import At
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import STAFF, WATCHER
from pitboss.house.table.table import Table
from pitboss.procedure import DEALER, FLOOR, Refused, Who
from tests import kin
from tests.secrecy.sitting import FAULTS, plan_for, play
from tests.secrecy.table import HANDS, PREVIEW, QUEUE, REPLY, VIEW, Run
from tests.secrecy.twin import Count, Difference, trial

GAMES = list(catalogue.games().values())
HIDING = [game for game in GAMES if "card" in game.equipment or "deck" in game.equipment or "tile" in game.equipment]
SITTINGS, VIEWERS = 2, 2
SEATS = range(1, 15)
MANY = 100  # sittings in which a leak has to be found


def differences(game: Game, sittings: int, count: Count | None = None, viewers: int = VIEWERS) -> list[Difference]:
    """What some viewers of some sittings were told otherwise."""
    count = count or Count()
    return [found for seed in range(sittings) for found in trial(game, seed, count, viewers)]


def is_found(game: str, way: str, where: str, among: Callable[[Who], bool], faults: float = 0, first: int = 0) -> bool:
    """Whether a leak of some kind is found, before such viewers, in so many sittings at most; ``first``: one that had it."""
    seeds = (first, *range(0, 3 * MANY, 3))
    trials = (trial(catalogue.game(game), seed, Count(), VIEWERS, among, faults) for seed in seeds)
    return any(one.way == way and where in str(one) for found in trials for one in found)


@pytest.mark.parametrize("game", kin.games(HIDING), ids=lambda game: game.name)
def test_what_one_is_told_does_not_depend_on_cards_that_one_has_not_seen(game: Game) -> None:
    """Events, views, questions, offers, what could be reported, previews, refusals and the record are the same."""
    count = Count()
    found = differences(game, SITTINGS, count)
    assert not found, "\n".join(map(str, found))
    assert count.messages > 10 or not count.twins  # after the first exchanged card, where one ever lies unseen


@pytest.mark.parametrize("game", [game for game in GAMES if game not in HIDING], ids=lambda game: game.name)
def test_wheels_and_dice_hide_nothing(game: Game) -> None:
    """Where nothing lies face down there is nothing to exchange."""
    count = Count()
    assert not differences(game, 1, count, viewers=1)
    assert count.twins == 0


# --- controls: a house that leaks is found out -------------------------------------------------------------


def test_633a_7_i_1_a_blackjack_paid_with_the_dealers_total_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a Blackjack that is paid while the hole card lies face down is told with what the dealer holds."""
    monkeypatch.setattr(settlement, "compared", lambda hand, dealer, play: f"{hand.total} against {total(play.dealer)}")
    assert is_found("blackjack", VIEW, "outcome", lambda who: who == WATCHER, first=63)


def unseen(table: Table) -> list[str]:
    """The cards that lie face down before the dealer."""
    return [e.card for e in table.play.events if isinstance(e, Dealt) and e.to == DEALER and e.seen_by is not None]


def test_a_total_of_cards_face_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a view that counts the dealer's hand while it lies face down."""
    totals = pitboss.house.table.scene.totals
    monkeypatch.setattr(
        pitboss.house.wire.view,
        "totals",
        lambda table, scene: totals(table, scene) | {"dealer/0": "".join(unseen(table))},
    )
    assert is_found("go-fore-it", VIEW, "totals.dealer/0", lambda who: who == WATCHER)


def test_an_option_that_hangs_on_cards_face_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a player is offered less when the dealer holds an odd number of red cards."""
    questions = pitboss.house.wire.view._questions

    def fewer(host: Any, table: Table, *rest: Any) -> Any:
        odd = sum(card[-1] in "HD" for card in unseen(table)) % 2
        return tuple(replace(asked, options=asked.options[odd:]) for asked in questions(host, table, *rest))

    monkeypatch.setattr(pitboss.house.wire.view, "_questions", fewer)
    assert is_found("go-fore-it", VIEW, "questions[0].options", lambda who: who in SEATS)


def test_a_refusal_that_names_cards_face_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: who speaks out of turn is told what the dealer holds."""
    speaker = AnswerQuestion._answers_for

    def telling(answer: AnswerQuestion, at: At) -> Any:
        try:
            return speaker(answer, at)
        except Refused as refusal:
            refusal.sentence += "".join(unseen(at.table))
            raise

    monkeypatch.setattr(AnswerQuestion, "_answers_for", telling)
    assert is_found("go-fore-it", REPLY, "sentence", lambda who: who in SEATS)


@pytest.mark.parametrize("way", [VIEW, QUEUE])
def test_a_task_that_names_cards_face_down_is_found(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Control: the floor reads in its queue, and in that of the table, what the dealer holds."""
    tasks = pitboss.house.tasks.at_table.tasks

    def telling(host: Host) -> Any:
        hidden = "".join(unseen(host.require_table()))
        return [replace(task, changes=hidden) for task in tasks(host)]

    monkeypatch.setattr(pitboss.house.tasks.at_table, "tasks", telling)
    assert is_found("blackjack", way, "changes", lambda who: who == FLOOR)


def test_a_newcomer_who_is_told_cards_face_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: seats change hands, and whoever sits down is called by the cards that nobody was shown."""

    def by_cards(run: Run) -> str:
        hidden = [e.card for e in run.table.play.events if isinstance(e, Dealt) and e.seen_by is not None]
        return "".join(hidden) or "nobody"

    monkeypatch.setattr(Run, "newcomer", by_cards)
    assert is_found("dj-wild-stud-poker", VIEW, "name", lambda who: who == WATCHER, first=237)


def test_seats_change_hands_in_the_campaign() -> None:
    """Between rounds and while betting is open, players leave and others sit down in their place."""
    game = catalogue.game("go-fore-it")
    runs = [play(game, plan_for(game, random.Random(seed)), (), faults=0) for seed in range(12)]
    done = [move for run in runs for move in run.moves if move.house.startswith(HANDS) and not move.refused]
    assert len(done) >= 5
    assert any(run.table.state.seats.patrons_met > len(run.plan.racks) for run in runs)


def test_a_preview_of_cards_face_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a preview that tells what would be public in the end."""

    def everything(table: Table, who: Any, events: list[Event]) -> tuple[list[Event], bool]:
        return [visible(event, who) for event in events], False

    monkeypatch.setattr("pitboss.house.commands.preview.seen_now", everything)
    assert is_found("dj-wild-stud-poker", PREVIEW, "cards", lambda who: who in STAFF, FAULTS, first=21)
