"""627a Minibaccarat, 629a Midibaccarat, 631a Baccarat: the third card, the wagers, and a vigorish that may be marked for later."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss_audit.cards import counted
from pitboss_audit.facts import PLAYER_MOVED, Line, NotSettled, Round, Wager, line
from pitboss_audit.money import commission, part, pays, won

# Table 1: the Banker's two cards, and the values of the Player's third card on which the Banker draws (I-627a-16).
DRAWS_ON = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
TIE_AT_LEAST, INSURANCE = "8 to 1", "40 to 1"


class Chapter(NamedTuple):
    """Where a chapter has what the three have in common."""

    wagers: str
    pays: str
    short: str


CHAPTERS = {
    "minibaccarat": Chapter("627a.7(a)", "627a.12", "627a.13(e)"),
    "midibaccarat": Chapter("629a.7(a)", "629a.12", "629a.13(e)"),
    "baccarat": Chapter("631a.8(a)", "631a.13", "631a.15(e)"),
}


def value(card: str) -> int:
    """An ace is 1, tens and court cards are nothing, the others what they show."""
    return counted([card], ace=1, court=0) % 10


def points(*cards: str) -> int:
    return sum(value(card) for card in cards) % 10


def third_cards(player: Sequence[str], banker: Sequence[str], players_third: Callable[[], str]) -> tuple[bool, bool]:
    """627a.10: whether the Player's Hand draws, and then the Banker's, by their first two cards."""
    mine, other = points(*player), points(*banker)
    if max(mine, other) >= 8:
        return False, False
    if mine >= 6:
        return False, other <= 5
    return True, other <= 2 or value(players_third()) in DRAWS_ON.get(other, set())


def dragon(mine: Sequence[str], other: Sequence[str]) -> str:
    """The line of the Dragon Bonus paytable; empty when it loses (I-627a-04)."""
    a, b = points(*mine), points(*other)
    natural, theirs = len(mine) == 2 and a >= 8, len(other) == 2 and b >= 8
    if natural:
        return "Natural tie" if theirs and a == b else "Natural winner" if a > b else ""
    return f"Win by {a - b} points" if a - b >= 4 else ""


class Coup(NamedTuple):
    """Two hands as they end."""

    player: Sequence[str]
    banker: Sequence[str]

    @property
    def lead(self) -> int:
        """By how much the Player's Hand counts more."""
        return points(*self.player) - points(*self.banker)

    @property
    def dragon_7(self) -> bool:
        """I-627a-02: the Banker's three-card 7 against less."""
        return len(self.banker) == 3 and points(*self.banker) == 7 and self.lead < 0

    def returned(self, rules: Mapping[str, Any], wager: Wager, chapter: Chapter) -> int:
        """All that a wager brings back, before any vigorish."""
        kind, stake, even = wager.wager, wager.amount, won(rules, wager.amount, "1 to 1")
        if kind == "players_hand":
            return stake if self.lead == 0 else even if self.lead > 0 else 0
        if kind == "bankers_hand":
            pushes = self.lead == 0 or (rules["ez_baccarat"] and self.dragon_7)
            return stake if pushes else even if self.lead < 0 else 0
        if kind == "tie":
            return won(rules, stake, rules["tie_odds"], TIE_AT_LEAST) if self.lead == 0 else 0
        if kind == "dragon_7_insurance":
            return won(rules, stake, INSURANCE) if self.dragon_7 else 0
        hands = (self.player, self.banker) if wager.on == "players_hand" else (self.banker, self.player)
        odds = pays(f"{chapter.pays}(e)#{rules['dragon_bonus_paytable']}").get(dragon(*hands), "")
        return stake if odds == "push" else won(rules, stake, odds) if odds else 0


def dealt(played: Round) -> Coup:
    """The hands that these cards make by 627a.10, whoever dealt them."""
    player, banker = played.cards("Player's Hand"), played.cards("Banker's Hand")
    draws, banks = third_cards(player[:2], banker[:2], lambda: player[2])
    if len(player) != 2 + draws or len(banker) != 2 + banks:
        raise NotSettled("The hands do not have the cards that the rules for a third card give them.")
    return Coup(player, banker)


def settle(played: Round) -> tuple[list[Line], Mapping[str, Any]]:
    chapter, rules = CHAPTERS[played.game], played.rules
    marks = Marks(played)
    lines = list[Line]()
    if played.reported("insufficient_cards"):
        left = marks.left()
        return played.returned(chapter.short) + marks.collected, left
    coup = dealt(played) if played.wagers else Coup((), ())
    for wager in played.wagers:
        back, vigorish = coup.returned(rules, wager, chapter), 0
        if wager.wager == "bankers_hand" and back > wager.amount and not rules["ez_baccarat"]:
            win = back - wager.amount
            vigorish = part(Fraction(win, 20)) if rules["vigorish_collection"] == "deferred" else commission(win, rules)
            marks.mark(wager, win)
        lines.append(line(wager, back, chapter.pays if back else chapter.wagers, vigorish))
    left = marks.left()
    return lines + marks.collected, left


class Marks:
    """627a.12(d)(2), I-627a-08: winnings whose vigorish is marked, each with whose it is, and what was collected of it.

    The record says when it was collected; how much is worked out here, on the exact sum, and that none is left at a reshuffle.
    """

    def __init__(self, played: Round) -> None:
        self._played, self._deferred = played, played.rules["vigorish_collection"] == "deferred"
        self._names = dict(zip(played.start.get("seated", ()), played.start.get("players", ()), strict=False))
        self._won = {self._seat_now(seat, who): (win, who) for seat, (win, who) in played.before.get("won", {}).items()}
        self._later: set[int] = set()  # collected after the round was settled
        self.collected: list[Line] = []
        over = False
        for fact in played.facts:
            if fact["event"] == "decided":
                over = True
            elif fact["event"] == "charging" and over:
                self._later.add(fact["seat"])
            elif fact["event"] == "charging":
                self._collect(fact["seat"])
            elif fact["event"] == PLAYER_MOVED and self._won.get(fact["seat"], (0, ""))[1] == fact["player"]:
                self._won[fact["to"]] = self._won.pop(fact["seat"])
            elif fact["event"] == "shuffled" and not over and self._won:
                raise NotSettled("The cards were reshuffled before the vigorish that was marked was collected.")

    def _who(self, seat: int) -> str:
        return self._names.get(seat) or str(seat)

    def _seat_now(self, seat: int, who: str) -> int:
        if self._who(seat) == who:
            return seat
        return next((now for now in self._played.start.get("seated", ()) if self._who(now) == who), seat)

    def _collect(self, seat: int) -> None:
        due = commission(self._won.pop(seat, (0, ""))[0], self._played.rules)
        self.collected.append(Line(seat, "bankers_hand", "", 0, due, "627a.12(d)(2)(i)", kind="charged"))

    def mark(self, wager: Wager, win: int) -> None:
        if self._deferred:
            before, who = self._won.get(wager.seat, (0, wager.player or self._who(wager.seat)))
            self._won[wager.seat] = before + win, who

    def left(self) -> Mapping[str, Any]:
        for seat in self._later:
            self._collect(seat)
        return {"won": self._won}
