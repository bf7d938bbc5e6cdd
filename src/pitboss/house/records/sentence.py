"""A query as a sentence: what was asked, for the head of an answer and of an export."""

from collections.abc import Iterator, Sequence

from pitboss.house.protocol.board import GroupBy, RoundQuery
from pitboss.money import Cents, dollars

BY: dict[GroupBy, str] = {"person": "dealer", "day": "gaming day"}


def sentence(query: RoundQuery) -> str:
    """``Rounds at t1, from 2026-11-01, in which 633a.14(c) was applied; by table and dealer.``"""
    words = ", ".join(["Rounds that are over", *_filters(query)])
    if query.group_by:
        words += f"; by {_and([BY.get(one, one) for one in query.group_by])}"
    return f"{words}."


def _filters(query: RoundQuery) -> Iterator[str]:
    if query.rounds:
        yield f"number {_or([str(number) for number in query.rounds])}"
    if query.tables:
        yield f"at {_or(query.tables)}"
    if query.games:
        yield f"of {_or(query.games)}"
    if query.since:
        yield f"from {query.since}"
    if query.until:
        yield f"{'to' if 'T' not in query.until else 'before'} {query.until}"
    yield from _wager(query)
    if query.result:
        yield f"whose result has {query.result!r} in it"
    if query.provision:
        yield f"in which {query.provision} was applied"
    if query.irregularity == "any":
        yield "with an irregularity"
    elif query.irregularity:
        yield f"with the irregularity {query.irregularity.replace('_', ' ')}"
    if query.person:
        yield f"dealt by {query.person}, or in which they acted"
    if query.version:
        yield f"under rules {query.version}"
    if query.void is not None:
        yield "void" if query.void else "not void"
    if query.corrected is not None:
        yield "corrected" if query.corrected else "not corrected"
    if query.notable is not None:
        yield f"{'with' if query.notable else 'without'} something to look at (void, corrected or an irregularity)"


def _wager(query: RoundQuery) -> Iterator[str]:
    parts = []
    if query.player:
        parts.append(f"of {query.player}")
    if query.wager:
        parts.append(f"on {query.wager}")
    if stake := _range(query.stake_least, query.stake_most):
        parts.append(f"of {stake}")
    if paid := _range(query.paid_least, query.paid_most):
        parts.append(f"that returned {paid}")
    if parts:
        yield f"with a wager {' '.join(parts)}"


def _range(least: Cents | None, most: Cents | None) -> str:
    if least is not None and most is not None:
        return f"${dollars(least)} to ${dollars(most)}"
    if least is not None:
        return f"${dollars(least)} or more"
    return f"${dollars(most)} or less" if most is not None else ""


def _or(words: Sequence[str]) -> str:
    return _list(words, "or")


def _and(words: Sequence[str]) -> str:
    return _list(words, "and")


def _list(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
