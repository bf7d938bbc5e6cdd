"""Ratings of patrons over HTTP: what is asked, and what each of them played."""

from typing import Literal, get_args

from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents

RatedBy = Literal["day", "table", "sitting"]
RATED_BY: tuple[RatedBy, ...] = get_args(RatedBy)


class RatingQuery(IncomingMessage):
    """Which play, and how it is added up: a line for each patron, or for each of their gaming days, tables or sittings.
    ``since`` and ``until`` are gaming days, both included. ``player`` is found as in a search for rounds."""

    since: str = ""
    until: str = ""
    tables: tuple[str, ...] = ()  # empty: all but those for practice
    player: str = ""
    by: tuple[RatedBy, ...] = ()


class RatingLine(Message):
    """What a patron played. ``seconds`` are those of the rounds in which a wager of theirs was decided, from when a round began or
    they sat down. ``handle`` is all that was staked on these wagers, ``average_bet`` that for each round, ``won`` what they took
    away more than they staked (below zero: lost). ``worth`` is the theoretical worth: the handle of each wager times its edge;
    ``unrated`` is the handle of wagers whose edge is not known, or not worked out yet. ``patron`` is a credential number or a card
    where it is known and may be seen, else a table and their number there."""

    patron: str
    name: str
    day: str
    table: str
    sitting: int  # the entry with which they sat down
    since: str
    until: str
    seconds: int
    rounds: int
    handle: Cents
    average_bet: Cents
    won: Cents
    worth: Cents
    unrated: Cents
