"""Positions judged: decisions that are stated by their cards, with no table and no round behind them."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.drills import asking
from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill
from pitboss.drills.tables import Setting
from pitboss.game import Game
from pitboss.house.filings import checking, link
from pitboss.house.filings.position import address
from pitboss.house.floorplan.conflicts import as_chosen, spoken
from pitboss.house.protocol.analysis import (
    JudgedPosition,
    PositionQuestion,
    PositionRules,
    PositionWager,
    RuleChoice,
    RuleValue,
)
from pitboss.house.protocol.filings import ChoiceLine
from pitboss.house.workers.drills import Under, setting_of
from pitboss.house.workers.judge import as_sent
from pitboss.house.workers.request import Request
from pitboss.mathematics.kit import position_text, stated
from pitboss.mathematics.kit.judging import Situation, is_judged
from pitboss.mathematics.kit.restated import restated
from pitboss.mathematics.kit.stated import StatedDecision
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, choices, made_choices, mistakes

MOST_VALUES = 8  # of a choice that is a number
LISTED = ("bool", "one_of", "number")
MOST_DEALT = 20  # decisions that are looked through for one that matters
DECKS = 32  # of which the cards are remembered


class PositionAsked(Request[JudgedPosition], frozen=True):
    """A position as its address states it; one without cards: one that this ``seed`` deals."""

    lane, longest, answer, title = "now", 180.0, JudgedPosition, "The position"

    under: Under
    letters: str
    texts: dict[str, str]
    seed: bytes = bytes(32)

    def work(self) -> Iterator[JudgedPosition]:
        setting = setting_of(self.under)
        game, rules = setting.game, setting.rules
        of = position_text.read(self.texts)
        if not (any(of.hands) or of.up):
            of = restated(game, dealt(setting, self.seed))
        asked = stated.questions(game, rules, of)
        judged = as_sent(stated.judge(game, rules, of))
        deck, counted = _deck(msgspec.json.encode(self.under, order="deterministic"))
        ask = of.offers or next((one.options[0].says for one in asked), "")
        written = position_text.written(of)
        yield JudgedPosition(
            game=game.name,
            title=game.title,
            rules=self.letters,
            address=address(game.name, self.letters, of),
            hands=of.hands,
            labels=tuple(game.hand_label(cards, len(of.hands) == 1) for cards in of.hands),
            up=of.up,
            up_label=game.hand_label(of.up, False) if of.up else "",
            unseen=None if of.unseen is None else dict(of.unseen),
            left=_left(deck, of) if counted else {},
            deck=deck,
            wagers=_wagers(game, rules, of),
            questions=tuple(PositionQuestion(one.kind, one.options[0].says, one.hand) for one in asked),
            ask=ask,
            answers=written.get("answers", ""),
            judged=judged,
        )


def dealt(setting: Setting, seed: bytes) -> Situation:
    """A decision that this seed deals: the first on which something depends."""
    first: Situation | None = None
    for number in range(MOST_DEALT):
        made = asking.drill(setting, Kind.DECISIONS, seed, number)
        if made is None or made.situation is None:
            break
        first = first or made.situation
        if not (made.situation.election.courtesy or _is_idle(made)):
            return made.situation
    if first is None:
        words = f"In {setting.game.title} nobody decides anything after betting closes."
        raise Refused(Refusal.NOT_OFFERED, words, setting.game.closed)
    return first


def _is_idle(made: Drill) -> bool:
    """Whether nothing depends on the answer: every one is worth the same."""
    return made.judged is None or len({worth.expected for worth in made.judged.worths}) == 1


@lru_cache(DECKS)
def _deck(under: bytes) -> tuple[dict[str, int], bool]:
    """Every card of a game, and whether a player may keep count of those that are gone."""
    setting = setting_of(msgspec.json.decode(under, type=Under))
    shoe = stated.full_shoe(setting.game, setting.rules)
    counted = stated.keeps_its_shoe(setting.game.open(setting.rules)) and not shoe.independent
    return dict(shoe.weights), counted


def _left(deck: Mapping[str, int], of: StatedDecision) -> dict[str, int]:
    """What is unseen, by rank."""
    if of.unseen is not None:
        return dict(of.unseen)
    cards = Counter(deck)
    cards.subtract(card for cards in (*of.hands, of.up) for card in cards)
    ranks = Counter[str]()
    for card, count in cards.items():
        ranks[card[:1] if len(card) == 2 and card != "JK" else card] += count
    return dict(ranks)


def _wagers(game: Game, rules: RulesSubmission, of: StatedDecision) -> tuple[PositionWager, ...]:
    titles = {kind.name: kind.title for kind in game.wagers}
    return tuple(
        PositionWager(one.wager, one.on, titles.get(one.wager, one.wager), one.amount, one.hand)
        for one in stated.wagers_up(game, rules, of.wagers)
    )


# --- the puzzle of the day


class DailyAsked(Request[JudgedPosition], frozen=True):
    """The puzzle of a date, the same in every house: one game after the other, each under its usual rules."""

    lane, longest, answer, kept, title = "now", 180.0, JudgedPosition, True, "The puzzle"

    day: str

    def work(self) -> Iterator[JudgedPosition]:
        judged = sorted(name for name, game in catalogue.games().items() if is_judged(game))
        game = judged[date.fromisoformat(self.day).toordinal() % len(judged)]
        seed = hashlib.sha256(f"pitboss puzzle of the day\n{self.day}\n".encode()).digest()
        of = restated(catalogue.game(game), dealt(setting_of(Under(game, {})), seed))
        yield from PositionAsked(Under(game, {}), "", position_text.written(of)).work()


# --- rules beside it


class PositionRulesAsked(Request[PositionRules], frozen=True):
    """The choices of a game beside a position, each with what it may be and the letters of the rules that come of it."""

    lane, longest, answer, kept, title = "slow", 60.0, PositionRules, True, "The rules"

    under: Under
    letters: str
    name: str

    def work(self) -> Iterator[PositionRules]:
        setting = setting_of(self.under)
        game, chosen = setting.game, dict(made_choices(setting.rules.chosen))
        side = tuple(kind.option for kind in game.wagers if kind.option)
        lines = [line for line in checking.judge(game, chosen).choices if line.kind in LISTED]
        yield PositionRules(
            game.name,
            self.letters,
            self.name,
            tuple(
                RuleChoice(
                    line.name,
                    line.about,
                    line.cite,
                    spoken(getattr(setting.rules, line.name)),
                    tuple(_value(game, chosen, line, value, side) for value in _values(line, setting.rules)),
                    side=line.group == checking.WAGERS,
                )
                for line in lines
            ),
        )


def _values(line: ChoiceLine, rules: RulesSubmission) -> list[Any]:
    if line.kind != "number":
        return list(line.values)
    own = getattr(rules, line.name)
    least = line.least if line.least is not None else 0
    most = line.most if line.most is not None else max(least + MOST_VALUES - 1, own or 0)
    return [str(one) for one in range(least, min(most, least + 2 * MOST_VALUES) + 1)]


def _value(game: Game, chosen: Mapping[str, Any], line: ChoiceLine, value: str, side: tuple[str, ...]) -> RuleValue:
    """The rules with this value: as they are, or else without side wagers that would not be lawful beside it."""
    kind = choices(game.rules)[line.name][0]
    made: Any = int(value) if line.kind == "number" else as_chosen(kind, value)
    for others in (chosen, _without(chosen, side)):
        wished = {**others, line.name: made}
        wrong = mistakes(game.rules, wished)
        if not wrong:
            return RuleValue(value, link.encode(game.name, "", wished))
    return RuleValue(value, "", wrong[0].sentence)


def _without(chosen: Mapping[str, Any], side: tuple[str, ...]) -> dict[str, Any]:
    """Choices with no side wagers, and none that are about them."""
    kept = {name: value for name, value in chosen.items() if not (side and name.startswith(side))}
    return kept | {name: False for name in side if isinstance(chosen.get(name), bool)}
