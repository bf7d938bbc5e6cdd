"""Judged decisions as they go into the book of whoever made them."""

from collections.abc import Iterable
from hashlib import sha256

from pitboss.drills import book
from pitboss.drills.book import BookedDecision
from pitboss.house.house import House
from pitboss.house.protocol.judging import AnswerWorth, JudgedQuestion
from pitboss.house.storage.own_decisions import OwnDecisions
from pitboss.procedure import Option


def options_of(judged: JudgedQuestion | None) -> tuple[Option, ...]:
    """The answers of a question in an order that does not say which is best."""
    found = dict.fromkeys(one.option for one in judged.worths) if judged is not None else {}
    return tuple(sorted(found, key=lambda one: (one.gives_up is not None, one.cards)))


def worth_of(judged: JudgedQuestion, option: Option) -> AnswerWorth | None:
    """What an answer is worth, for its whole amount; None where it is not one of those that were judged."""
    return max((one for one in judged.worths if one.option == option), key=lambda one: one.amount, default=None)


def words_of(option: Option) -> str:
    return " ".join(filter(None, (option.says, option.wager, option.on, *option.cards))).replace("_", " ")


def decision(id: str, at: float, source: str, game: str, judged: JudgedQuestion, taken: AnswerWorth) -> BookedDecision:
    """A judged answer as it goes into a book."""
    best = max(judged.worths, key=lambda one: (one.best, one.amount))
    texts = (id, at, source, game, judged.position, words_of(taken.option), words_of(best.option))
    return book.booked(BookedDecision(*texts, round(taken.cost, 4), round(taken.percent, 4), judged.wager))


def decision_id(*parts: object) -> str:
    """The same decision is booked once, however often it is told."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]


async def book_all(house: House, owner: str, made: Iterable[BookedDecision]) -> None:
    """Keep decisions of a visitor whom the house knows by sign-in or cookie."""
    if owner:
        await OwnDecisions(house.store).add(owner, made)
