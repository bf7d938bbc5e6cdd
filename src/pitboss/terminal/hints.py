"""``pitboss play --hints``: what every answer is worth, before or after it is given, and the result of a session."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from pitboss.events import CENTS, Event
from pitboss.game import Game
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.judging import Chances, Judgement, Worth
from pitboss.mathematics.kit.session import PlayedSession
from pitboss.mathematics.kit.sight import Sight
from pitboss.money import Cents
from pitboss.procedure import Answer, Election
from pitboss.submission import RulesSubmission
from pitboss.terminal.modes import Hints
from pitboss.terminal.words import cards, money

SHOWN = 8  # answers, and chances of one picture, that are printed at most


class Coach:
    """Sits beside one seat, sees what it sees, and tells what its answers are worth."""

    def __init__(self, game: Game, rules: RulesSubmission, seat: int, say: Callable[[str], None], when: Hints) -> None:
        self.game, self.rules, self.when = game, rules, when
        self._say, self._sight, self._session = say, Sight(seat), PlayedSession(rules, seat)
        self._asked: tuple[Election, Judgement | None] | None = None

    def hear(self, events: Iterable[Event]) -> None:
        """What happened next at the table."""
        events = list(events)
        self._sight.hear(events)
        self._session.hear(events)
        if events:
            self._asked = None

    def asked(self, election: Election) -> None:
        """The seat is asked: show what answers are worth, where that is wanted beforehand."""
        if self.when is Hints.OFF or self._asked is not None:
            return
        judged = judging.judge(self.game, self._sight.situation(self.rules, election))
        self._asked = election, judged
        if judged is not None and self.when is Hints.BEFORE:
            self._show(judged)

    def answered(self, answer: Answer) -> None:
        """The seat has answered, and nothing has followed yet."""
        if self._asked is None or self._asked[1] is None:
            return
        election, judged = self._asked
        assert judged is not None
        made = self._session.decide(election, judged, answer)
        if made is None:
            return
        if self.when is Hints.AFTER:
            self._show(judged)
        if made.cost:
            best = named(judged.best)
            self._say(f"Hint: that costs {fine(made.cost)}, {percent(made.cost, made.wager)}; better: {best}.")
        else:
            self._say("Hint: nothing is worth more than that.")

    def _show(self, judged: Judgement) -> None:
        self._say(f"Hint: what each answer is worth.  [{', '.join(judged.cites)}]")
        ranked = sorted(judged.worths, key=lambda worth: -worth.expected)
        for worth in ranked[:SHOWN]:
            cost = judged.cost(worth)
            lost = f"  costs {fine(cost)}, {percent(cost, judged.wager)}" if cost else "  best"
            self._say(f"  {named(worth):<28} {between(worth):>22}{lost}")
        if len(ranked) > SHOWN:
            self._say(f"  and {len(ranked) - SHOWN} more that are worth less")
        for chances in judged.chances:
            self._say(f"  {pictured(chances)}")
        for sentence in (judged.method, *judged.rests_on):
            self._say(f"  {sentence}")

    def summary(self) -> None:
        """The result of the session: decisions by kind, and luck against skill."""
        kinds = self._session.kinds()
        if self.when is Hints.OFF or not kinds:
            return
        self._say("Hint: your decisions.")
        for each in kinds:
            mistakes = f"{each.mistakes} could have been better, at a cost of {fine(each.cost)}"
            self._say(f"  {each.kind:<28} {each.made:>4}  {mistakes if each.mistakes else 'all as good as can be'}")
        shares = self._session.shares(edges_for(self.game, self.rules))
        self._say(f"Hint: of your result of {money(shares.result)}")
        self._say(f"  {'your wagers, best played':<28} {fine(shares.expected):>14}")
        self._say(f"  {'mistakes':<28} {fine(-shares.mistakes):>14}")
        within = f"within {fine(shares.band)} of nothing in 19 sessions of 20"
        self._say(f"  {'luck':<28} {fine(shares.luck):>14}  {within}")
        if shares.unpriced:
            self._say(f"  {', '.join(shares.unpriced)}: no edge is known, so that all of it is put down to luck.")


def named(worth: Worth) -> str:
    """An answer as it may be typed."""
    option = worth.option
    amount = worth.amount or (option.usual if option.least != option.most else 0)
    words = [option.says, option.wager, option.on, cards(option.cards)]
    if amount:
        words.append(money(amount) if option.unit == CENTS else str(amount))
    return " ".join(word for word in words if word)


def between(worth: Worth) -> str:
    return fine(worth.low) if worth.low == worth.high else f"{fine(worth.low)} to {fine(worth.high)}"


def fine(amount: Fraction) -> str:
    """An amount of money to the hundredth of a cent."""
    hundredths = round(amount * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}${abs(hundredths) // 10_000}.{abs(hundredths) % 10_000:04d}"


def percent(part: Fraction, whole: Cents) -> str:
    return f"{float(100 * part / whole):.2f} % of {money(whole)}" if whole else "of nothing staked"


def pictured(chances: Chances) -> str:
    """``The dealer's total: 17 14.5 %, 18 13.9 %``."""
    shown = [f"{chance.name} {float(100 * chance.probability):.1f} %" for chance in chances.of[:SHOWN]]
    more = ", …" if len(chances.of) > SHOWN else ""
    return f"{chances.title}: {', '.join(shown)}{more}"
