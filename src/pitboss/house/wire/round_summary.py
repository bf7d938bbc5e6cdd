"""The summary of a round for one player, in a sentence or two: what beat what, and what was won or lost by it."""

import re
from collections.abc import Collection, Iterable

from pitboss.events import Collected, Paid, Settlement
from pitboss.house.table.equipment import is_shuffled
from pitboss.house.table.scene import Scene, totals
from pitboss.house.table.table import Table
from pitboss.mathematics.kit.session import gained
from pitboss.money import Cents
from pitboss.shown import shown_of
from pitboss.wagers import WagerKind

MOST_LEADS = 4  # hands that are named one by one: as many as one hand can be split into
MOST_EXTRAS = 2  # further wagers that won and are named
AGAINST = " against "
DICE = re.compile(r"[1-6]( [1-6]){1,2}")
NUMBER = re.compile(r"\$?\d+")
DEALER = "dealer/0"
# What an outcome of any game means, where the word alone would not be a sentence; a chapter's own are in its shown.py.
SENTENCES = {"abandoned": "Your hand was abandoned", "void": "The round is void"}


def dealer_label(table: Table, scene: Scene) -> str:
    """What the dealer's hand is called, where the last settlements are of the round that is shown."""
    return totals(table, scene).get(DEALER, "") if table.play.settled_round == table.state.felt.number else ""


def summary(table: Table, seats: Collection[int], dealer: str) -> str:
    """The last settlements of these seats in words; empty where there are none. ``dealer`` is what the dealer's hand is called,
    where it is shown."""
    own = [event for event in table.play.settlements if event.seat in seats]
    if not own:
        return ""
    decided = [_decides(table, hand) for hand in _by_hand(own)]
    leads = list(dict.fromkeys(filter(None, (_lead(table, dealer, event) for event in decided))))
    if len(leads) > MOST_LEADS:
        leads = [_counted(decided, "hand")]
    others = [event for event in own if event not in decided]
    return " ".join(f"{words}." for words in (*leads, *_extras(table, own, others), _net(own)) if words)


def _by_hand(own: Iterable[Settlement]) -> list[list[Settlement]]:
    found: dict[tuple[int, int], list[Settlement]] = {}
    for event in own:
        found.setdefault((event.seat, event.hand), []).append(event)
    return list(found.values())


def _decides(table: Table, settled: list[Settlement]) -> Settlement:
    """Of the settlements of one hand, the one that tells how it went: of a main wager, best with what it was against."""
    main = [event for event in settled if (kind := _kind(table, event)) and kind.group == "main"] or settled
    return next((event for event in main if AGAINST in event.outcome), main[0])


def _lead(table: Table, dealer: str, event: Settlement) -> str:
    outcome, sentences = event.outcome, {**SENTENCES, **shown_of(table.game).outcomes}
    if AGAINST in outcome:
        return _compared(dealer, event)
    if outcome in sentences:
        return sentences[outcome]
    if DICE.fullmatch(outcome):
        faces = outcome.split()
        return f"Dice {', '.join(faces[:-1])} and {faces[-1]}: {sum(map(int, faces))}"
    if NUMBER.fullmatch(outcome):
        return f"Your total is {outcome}" if is_shuffled(table) else f"The result is {outcome}"
    return outcome[:1].upper() + outcome[1:]


def _compared(dealer: str, event: Settlement) -> str:
    """`Dealer 18 beats 17`, `20 beats dealer 26, bust`; a bank of players is not the dealer."""
    own, _, other = event.outcome.partition(AGAINST)
    if dealer.startswith(f"{other},"):
        other = dealer
    whose = "bank" if event.against else "dealer"
    if isinstance(event, Collected):
        return f"{whose.capitalize()} {other} beats {own}"
    if isinstance(event, Paid):
        return f"{own[:1].upper()}{own[1:]} beats {whose} {other}"
    return f"{own[:1].upper()}{own[1:]} against {whose} {other}: a push"


def _extras(table: Table, own: list[Settlement], others: list[Settlement]) -> list[str]:
    """The further wagers that won, by name; where there are many, how many won and lost."""
    won = [event for event in others if isinstance(event, Paid) and gained(event) > 0]
    if len(own) - len(others) == 1 and len(others) > MOST_EXTRAS:
        return [_counted(own, "bet")]
    return [f"{_title(table, event)} wins {_money(gained(event))}" for event in won[:MOST_EXTRAS]]


def _kind(table: Table, event: Settlement) -> WagerKind | None:
    """None for what is settled like a wager and is none: an envy bonus, the dealer's own."""
    return next((kind for kind in table.game.wagers if kind.name == event.wager), None)


def _title(table: Table, event: Settlement) -> str:
    kind, terms = _kind(table, event), table.rules.spots.get((event.wager, event.on))
    title = kind.title if kind is not None else event.wager.replace("_", " ").capitalize()
    return re.sub(r" (Wager|Bet)\b", "", terms.label if terms and terms.label else f"{title} {event.on}".strip())


def _counted(settled: Iterable[Settlement], what: str) -> str:
    """`2 bets win, 1 loses`."""
    nets = [gained(event) for event in settled]
    won, lost = sum(net > 0 for net in nets), sum(net < 0 for net in nets)
    words = []
    if won:
        words.append(f"{won} {what}{'s win' if won > 1 else ' wins'}")
    if lost:
        words.append(f"{lost}{'' if won else f' {what}' + 's' * (lost > 1)} {'lose' if lost > 1 else 'loses'}")
    return ", ".join(words)


def _net(own: Iterable[Settlement]) -> str:
    net = sum(map(gained, own))
    if not net:
        return "You neither win nor lose"
    return f"You {'win' if net > 0 else 'lose'} {_money(abs(net))}"


def _money(amount: Cents) -> str:
    return f"${amount // 100:,}" + (f".{amount % 100:02d}" if amount % 100 else "")
