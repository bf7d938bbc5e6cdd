"""The twin of a sitting, with cards exchanged that one viewer has not seen; and what is then different for that viewer."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.house.commands.answer import AnswerQuestion
from pitboss.procedure import Draw, Who, Window
from tests.secrecy.chance import Impossible, Script
from tests.secrecy.seen import NEVER, Seen
from tests.secrecy.sitting import FAULTS, plan_for, play, spoken, viewers_of
from tests.secrecy.table import CARD, CLOSE, SHOWING, VIEW, Move, Run


class Difference(msgspec.Struct):
    """What one viewer was sent that depends on a card not shown to that viewer."""

    game: str
    who: Who
    way: str
    move: int
    exchanged: dict[int, tuple[str, str]]
    first: bytes
    second: bytes

    def __str__(self) -> str:
        changed = {n: f"{a}→{b}" for n, (a, b) in self.exchanged.items()}
        return f"{self.game}, {self.who}, {self.way} after move {self.move}, {changed}:\n" + "\n".join(
            f"  {path}: {a!r} | {b!r}" for path, a, b in parts(self.first, self.second)
        )


def parts(first: bytes, second: bytes) -> list[tuple[str, Any, Any]]:
    """Where two messages differ."""
    found: list[tuple[str, Any, Any]] = []

    def walk(path: str, a: Any, b: Any) -> None:
        if a == b:
            return
        if isinstance(a, dict) and isinstance(b, dict):
            for key in [*a, *(k for k in b if k not in a)]:
                walk(f"{path}.{key}", a.get(key), b.get(key))
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            for n, (x, y) in enumerate(zip(a, b, strict=True)):
                walk(f"{path}[{n}]", x, y)
        else:
            found.append((path, a, b))

    walk("", msgspec.json.decode(first), msgspec.json.decode(second))
    return found


class Count:
    """How much was compared."""

    def __init__(self) -> None:
        self.sittings = self.twins = self.messages = 0


def exchange(run: Run, who: Who, source: random.Random, count: Count, most: int = 3) -> list[Difference]:
    """Play the same again with some cards exchanged that this viewer had not seen; returns what is then different."""
    seen = Seen(run, who)
    hidden = seen.hidden()
    if not hidden:
        return []
    chosen: dict[int, str] = {}
    for at in source.sample(hidden, min(len(hidden), source.randint(1, most))):
        one = seen.drawn[at]
        others = [card for card in one.weights if card != one.card]
        if others:
            chosen[at] = source.choice(others)
    if not chosen:
        return []
    begins = min(seen.drawn[at].move for at in chosen)
    chance = Script(random.Random(run.plan.seed), seen.drawn, chosen)
    try:
        twin, until = _again(run, who, chance, seen, begins)
    except Impossible:
        return []
    count.twins += 1
    again = Seen(twin, who)
    changed = {
        n: (seen.drawn[n].card, again.drawn[n].card)
        for n in range(min(len(seen.drawn), len(again.drawn)))
        if seen.drawn[n].card != again.drawn[n].card
    }
    once, twice = (min((one.when[n] for n in changed), default=NEVER) for one in (seen, again))
    shown, found = min(once, twice), dict[str, Difference]()
    for n, (first, second) in enumerate(zip(run.sent[who], twin.sent[who], strict=False)):
        if n <= begins:
            continue
        if n - 1 >= min(shown, until) or VIEW in found:
            break
        for (way, a), (_, b) in zip(first, second, strict=False):
            count.messages += 1
            if a != b:
                found.setdefault(way, Difference(run.game.name, who, way, n - 1, changed, a, b))
    if once != twice and shown < until and VIEW not in found and not _same(run, twin, who, shown):
        places = [
            msgspec.json.encode([(n, *changed[n], one.cite[n]) for n in changed if one.when[n] == shown])
            for one in (seen, again)
        ]
        found[SHOWING] = Difference(run.game.name, who, SHOWING, shown, changed, *places)
    return list(found.values())


def _same(run: Run, twin: Run, who: Who, move: int) -> bool:
    """Whether the same was sent after a move: then the card that was shown is another that looks like it."""
    first, second = (one.sent[who][move + 1 : move + 2] for one in (run, twin))
    return bool(first) and first == second


def _again(run: Run, who: Who, chance: Script, seen: Seen, begins: int) -> tuple[Run, int]:
    """The twin, and the move at which somebody else could no longer do the same.

    It is the same until the first exchanged card is drawn, and is listened to from then on; it ends with the move after which the
    viewer has been shown an exchanged card the first time, for what comes later may be different.
    """
    twin = Run(run.game, run.plan, (who,), chance, begins, {who: run.heard[who][begins]})
    compared, shown = 0, NEVER
    for n, move in enumerate(run.moves):
        play = twin.table.round
        if move.house == CARD:
            if play is None or not isinstance(play.pending, Draw):
                return twin, n
            twin.enter_card()
        elif move.house == CLOSE and not (play is not None and isinstance(play.pending, Window)):
            return twin, n  # what was shown meanwhile has led elsewhere: to new cards, to a question
        elif move.by == who or move.command is None:
            twin.make(move)
        elif not _alike(twin, move, seen):
            return twin, n
        drawn = min(len(seen.drawn), len(chance.drawn))
        changed = [at for at in range(compared, drawn) if seen.drawn[at].card != chance.drawn[at].card]
        compared, shown = drawn, min([shown, *(seen.when[at] for at in changed)])
        if shown <= n:
            break
    return twin, NEVER


def _alike(twin: Run, move: Move, seen: Seen) -> bool:
    """Somebody else does what was done, with the cards that somebody else has now; whether that went as before."""
    return twin.make(_with_own_cards(twin, move, seen)) != move.refused


def _with_own_cards(twin: Run, move: Move, seen: Seen) -> Move:
    """The same cards by their places; where they may not be laid so, others, which nobody else is told."""
    message, play = move.command, twin.table.round
    if not isinstance(message, AnswerQuestion) or not message.cards or play is None or move.refused:
        return move
    speaker = message.by or move.by
    new = {
        one.card: twin.chance.drawn[n].card
        for n, one in enumerate(seen.drawn)
        if seen.holder.get(n) == speaker and n < len(twin.chance.drawn)
    }
    same = sorted(new.get(card, card) for card in message.cards)
    laid = [o for election in play.questions(speaker) for o in election.options if o.says == message.says]
    option = next((option for option in laid if sorted(option.cards) == same), laid[0] if laid else None)
    return move if option is None else spoken(twin, option.answer(speaker))


# --- what is public by rule


# A hand that lies face down is shown at once for what it is. That it is not shown then tells something of it: so do the
# cards of everyone at such a table. Each by the provision under which it is shown, with the reason.
PUBLIC = {
    "633a.7(i)(1)": "a player's Blackjack is announced and paid when its turn comes",
    "633a.7(l)": "the hole card is turned when no hand is left to act, or the reader has shown Blackjack",
    "633a.12(b)(6)(ii)": "who goes over 21 throws the cards in",
    "633a.12(b)(8)": "the hole card is turned when the last hand has acted or gone over",
    "633a.12(b)(9)": "the hands are turned when the dealer's is complete",
}


def by_rule(found: Difference) -> bool:
    """Whether it is a showing that the rules order for some cards and not for others."""
    if found.way != SHOWING:
        return False
    shown = [*msgspec.json.decode(found.first), *msgspec.json.decode(found.second)]
    return all(cite.split()[-1] in PUBLIC for *_, cite in shown)


def trial(
    game: Game,
    seed: int,
    count: Count,
    viewers: int = NEVER,
    among: Callable[[Who], bool] = lambda who: True,
    faults: float = FAULTS,
) -> list[Difference]:
    """One sitting of a game, and a twin of it for some of its viewers; what no rule makes public."""
    source = random.Random(f"{game.name} {seed}")
    plan = plan_for(game, source, game.example() if seed % 3 == 0 else None)
    every = [who for who in viewers_of(plan) if among(who)]
    some = tuple(source.sample(every, min(viewers, len(every))))
    if not some:
        return []
    run = play(game, plan, some, faults=faults)
    count.sittings += 1
    return [found for who in some for found in exchange(run, who, source, count) if not by_rule(found)]
