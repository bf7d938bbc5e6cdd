"""What a round waits for at a table: the dealer's next act, and what the floor is asked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.authority import Right, answerers, right_of
from pitboss.events import CENTS, COUNT
from pitboss.house.host import rights, strays
from pitboss.house.host.task import StaffTask
from pitboss.house.protocol.tasks import TaskAct, TaskAsk, TaskChoice
from pitboss.house.table.table import Table
from pitboss.money import dollars
from pitboss.procedure import CHANCE, DEALER, FLOOR, Draw, Election, Option, Window

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

AWARDS = frozenset(
    {"verify award", "documentation"}
)  # questions about an award that somebody above the dealer verifies


def tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """What the round in progress waits for, but for what players themselves answer; since the table's last entry."""
    play, settings = table.round, table.state.filing.settings
    if play is None:
        return
    moment = {"round": table.state.felt.number, "question": play.asked}
    if isinstance(play.pending, Window):
        if settings.dealer == "person" and table.state.felt.up:
            yield _close_bets(table, moment)
        return
    if isinstance(play.pending, Draw):
        if settings.chance == "entered":
            yield _outcome(table, play.pending, moment)
        return
    for election in play.elections():
        if isinstance(election.to, int):
            if settings.follow and table.state.seats.holder(election.to):
                yield _answer(table, election, right_of(rights.rights_of(table), "speak for seat"), moment)
        elif election.to == FLOOR or (election.to == DEALER and settings.dealer == "person"):
            roles = answerers(table.game, election.to, election.kind)
            yield _answer(table, election, Right(f"answer {election.kind}", roles, election.cite), moment)


def _close_bets(table: Table, moment: dict[str, int]) -> StaffTask:
    return StaffTask(
        kind="close_bets",
        title="No more bets",
        right=right_of(rights.rights_of(table), "no_more_bets"),
        waits_for=strays.why_open(table),
        changes="No wager is taken after it.",
        act=TaskAct("No more bets", {"do": "no_more_bets", **moment}),
    )


def _outcome(table: Table, draw: Draw, moment: dict[str, int]) -> StaffTask:
    outcomes = [str(outcome) for outcome, weight in draw.weights.items() if weight > 0]
    return StaffTask(
        kind="outcome",
        title=f"Enter what the {draw.device.replace('_', ' ')} showed",
        right=right_of(rights.rights_of(table), "enter outcome"),
        cite=draw.cite,
        since=table.latest,
        act=TaskAct(
            "Enter",
            {"do": "answer", "by": CHANCE, **moment},
            choices=tuple(TaskChoice(outcome, {"says": outcome}) for outcome in outcomes),
        ),
    )


def _answer(table: Table, election: Election, right: Right, moment: dict[str, int]) -> StaffTask:
    whom = f"Seat {election.to}: " if isinstance(election.to, int) else ""
    words = f"{whom}{election.kind.replace('_', ' ')}"
    return StaffTask(
        kind="award" if election.kind in AWARDS else "answer",
        name=f"{election.to} {election.kind} {election.hand}",
        title=words[:1].upper() + words[1:],
        right=right,
        cite=election.cite,
        since=table.latest,
        act=TaskAct(
            "Answer",
            {"do": "answer", "by": election.to, **({"hand": election.hand} if election.hand else {}), **moment},
            choices=tuple(map(_choice, election.options)),
        ),
    )


def _choice(option: Option) -> TaskChoice:
    """An answer as it is sent; an amount that is not the only one has to be said."""
    fields: dict[str, object] = {"says": str(option.says)}
    if option.on:
        fields["on"] = str(option.on)
    if option.wager:
        fields["wager"] = str(option.wager)
    if option.cards:
        fields["cards"] = option.cards
    words = " ".join(
        str(part).replace("_", " ") for part in (option.says, option.wager, option.on, *option.cards) if part
    )
    if option.most and option.least == option.most:
        fields["amount"] = option.least
        words += f" ${dollars(option.least)}" if option.unit == CENTS else ""
    asks = (_amount(option),) if option.least < option.most else ()
    return TaskChoice(words[:1].upper() + words[1:], fields, asks=asks)


def _amount(option: Option) -> TaskAsk:
    """What whoever answers has to say, as nobody else knows it; whoever counts is not shown what it should be (I-GEN-39)."""
    if option.unit == CENTS:
        return TaskAsk("amount", f"How much, ${dollars(option.least)} to ${dollars(option.most)}", money=True)
    words = "How many" if option.unit == COUNT else f"After how many cards, {option.least} to {option.most}"
    return TaskAsk("amount", words, number=True)
