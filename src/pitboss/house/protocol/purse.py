"""A visitor's purse: the play chips that go along from table to table, and how the visitor is shown there."""

from pitboss.house.protocol.commands import Name, Word
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents


class PurseCorrection(Message):
    """What a correction of a round gave to a visitor who had left the table; below zero: what they owe there, which is never
    taken from the purse."""

    table: str
    round: int
    amount: Cents
    at: str


class PurseState(Message):
    """What a visitor has. ``colours`` are those one may choose from, as the page draws them."""

    balance: Cents
    at_tables: Cents
    name: str
    colour: str
    colours: dict[str, str]
    top_up: Cents  # what the house gives when it is asked now; 0: nothing
    guest: bool  # nobody is signed in: the purse stays with this browser
    corrections: tuple[PurseCorrection, ...]  # the latest last
    deposit: Cents | None = None  # money with the house, where the visitor has an account and the house keeps its book
    in_hand: Cents = 0  # chips that they carry, bought or won at a table
    deposit_at_tables: Cents = 0


class PurseLooks(IncomingMessage):
    """A name and a colour of one's own; empty: none."""

    name: Name = ""
    colour: Word = ""


class OwnRound(Message):
    """A round of a visitor's own that is over: what of theirs was decided in it, in cents, and what they won or lost by it."""

    table: str
    title: str
    game: str
    round: int
    at: str
    staked: Cents
    net: Cents
