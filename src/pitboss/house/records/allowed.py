"""What a query may ask: whatever is not allowed is refused with a sentence that says what is."""

import re
from collections.abc import Collection, Sequence

from pitboss import catalogue, law
from pitboss.house.protocol.board import MOST_LINES, RoundQuery
from pitboss.procedure import Refusal, Refused

CHAPTER = re.compile(r"\d{3}a")
TEXT = 200  # letters of a filter, at most
MANY = 200  # values of one filter, at most


def check_rounds(query: RoundQuery, tables: Sequence[str]) -> None:
    """Refuse a query that cannot be answered; the first thing that is wrong with it is said."""
    check_lines(query.limit, query.offset)
    check_text(
        player=query.player, wager=query.wager, result=query.result, irregularity=query.irregularity,
        person=query.person, version=query.version,
    )  # fmt: skip
    check_known("table", query.tables, tables)
    check_known("game", query.games, catalogue.games())
    if len(query.rounds) > MANY:
        raise Refused(Refusal.MALFORMED, f"Expected at most {MANY} numbers of rounds, not {len(query.rounds)}.", "")
    if any(not 0 < number < 1 << 53 for number in query.rounds):
        raise Refused(Refusal.MALFORMED, "Expected numbers of rounds from 1 on.", "")
    cite = query.provision
    if cite and not CHAPTER.fullmatch(cite) and not law.is_citation(cite):
        raise Refused(
            Refusal.MALFORMED, f"Expected a citation like 633a.14(c), I-633a-05 or 633a, not {cite[:TEXT]!r}.", ""
        )
    if len(set(query.group_by)) < len(query.group_by):
        raise Refused(Refusal.MALFORMED, "Rounds are grouped by each thing once.", "")
    if query.order == "times" and not cite and "provision" not in query.group_by:
        raise Refused(Refusal.MALFORMED, "To order by times, name a provision or group by provision.", "")
    for what, least, most in (
        ("stake", query.stake_least, query.stake_most),
        ("pay", query.paid_least, query.paid_most),
    ):
        if any(amount is not None and not 0 <= amount < 1 << 53 for amount in (least, most)):
            raise Refused(Refusal.MALFORMED, "Expected amounts in cents, from 0 on.", "")
        if least is not None and most is not None and least > most:
            raise Refused(Refusal.MALFORMED, f"The least {what} is above the most: nothing can be found.", "")


def check_lines(limit: int, offset: int) -> None:
    if not 1 <= limit <= MOST_LINES:
        raise Refused(
            Refusal.MALFORMED, f"Expected a limit from 1 to {MOST_LINES}, not {limit}; an export has all.", ""
        )
    if not 0 <= offset < 1 << 53:
        raise Refused(Refusal.MALFORMED, f"Expected an offset from 0 on, not {offset}.", "")


def check_text(**given: str) -> None:
    for name, text in given.items():
        if len(text) > TEXT:
            raise Refused(Refusal.MALFORMED, f"Expected at most {TEXT} letters for {name}, not {len(text)}.", "")


def check_known(what: str, given: Sequence[str], known: Collection[str]) -> None:
    for one in given:
        if one not in known:
            raise Refused(Refusal.NOT_FOUND, f"This house has no {what} {one[:TEXT]!r}.", "")
