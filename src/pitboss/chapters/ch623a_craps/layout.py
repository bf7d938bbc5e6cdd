"""§§ 623a.4 and 623a.6: making, changing and removing wagers between throws."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.chapters.ch623a_craps.dice import ACCEPT, DECLINE, PASS_DICE, REJECT, Stick, sits
from pitboss.chapters.ch623a_craps.offers import CALLED_OFF, CALLED_ON, INCREASE, REDUCE, offers
from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.standing import button, button_off, layout_status
from pitboss.chapters.ch623a_craps.table import Fire, Key, Table
from pitboss.chapters.ch623a_craps.timing import broken_down, in_time, seat_of
from pitboss.chapters.ch623a_craps.wagers import (
    BACKS,
    BY_NUMBER,
    COME,
    CONTRACT,
    DONT_COME,
    DONT_COME_ODDS,
    DONT_PASS,
    DONT_PASS_ODDS,
    FIRE,
    KINDS,
    LINE,
    ODDS_ON,
    PASS,
)
from pitboss.events import Charged, Event, Marked, Refunded, Wagered, Withdrawn
from pitboss.game import RoundStart
from pitboss.money import Cents, dollars, payable, stake_to_win
from pitboss.procedure import FREE, NO_MORE_BETS, Answer, LayoutStatus, Offer, Price, Refusal, Refused
from pitboss.seating import Seat, clockwise
from pitboss.wagers import CASH, LEAVES, MOVES, REMOVE, WAGER, Book, Terms, in_whole, seats_named

DICE = (ACCEPT, REJECT, PASS_DICE, DECLINE)
NO_POINT = "0"
UNSEATED = RoundStart(0)
TRUE_ODDS = {(kind, number): odds for kind in BACKS for number, odds in BY_NUMBER[kind].lines}


class Layout(Stick):
    """Every wager on the layout between two throws, and what its player may still do about it."""

    acts = frozenset({REMOVE, REDUCE, INCREASE, CALLED_ON, CALLED_OFF, *DICE})
    notes_leaving = True

    __slots__ = ("brought_in", "called", "cash", "fire", "plain", "point", "seated", "up")

    def __init__(self, table: Table, rules: Rules, start: RoundStart = UNSEATED) -> None:
        self.rules, self.seated, self.point = rules, start.seated, table.point
        self.sitting, self.gone = start.names, False
        self.names = _names(table, start, self.sitting) if start.players or table.players else {**self.sitting}
        if table.shooter_player and not start.players:
            self.names.setdefault(table.shooter, table.shooter_player)
        self.up: dict[Key, Cents] = dict(table.up)
        self.called: dict[Key, None] = dict.fromkeys(table.called) if table.called else {}
        self.fire = [*table.fire]
        self.cash: list[Seat] = []  # whose spoken wagers came with cash, until the dealer has converted it
        self.brought_in: list[Seat] = []  # whose Fire Bets were moved, until the dealer has said so
        self.plain = rules.plain[table.point > 0]
        self.shooter, self.shooter_player = table.shooter, table.shooter_player
        self.last, self.last_player = table.shooter, table.shooter_player or str(table.shooter)
        self.turn, self.rejected = table.turn, ()
        self.offered, self.fresh, self.thrown = table.offered, table.fresh, not table.offered

    def amount(self, seat: Seat, kind: str, on: str = "") -> Cents:
        return self.up.get((seat, kind, on), 0)

    # --- who is at the table

    def line_bettors(self) -> list[Seat]:
        return clockwise({seat for seat, kind, _ in self.up if kind in LINE})

    def players(self) -> list[Seat]:
        return clockwise({*self.seated, *(seat for seat, _, _ in self.up), *(bet.seat for bet in self.fire)})

    def throwers(self) -> list[Seat]:
        """623a.8(a): on a come out roll those with a line bet; with a point on, or when nobody has one, everybody."""
        return self.players() if self.point else self.line_bettors() or self.players()

    def come_bets_remain(self) -> bool:
        return any(kind in (COME, DONT_COME) for _, kind, _ in self.up)

    # --- the window

    def check(self, answer: Answer) -> None:
        says = answer.says
        if says == WAGER:
            self._check_wager(answer)
        elif says == NO_MORE_BETS:
            self._check_closing()
        elif says in DICE:
            self._check_theirs(answer)
            self.check_dice(answer, self.throwers())
            if says == DECLINE:
                self._check_declining(answer.by)
        elif says in CHECKS:
            self._check_theirs(answer)
            CHECKS[says](self, answer)
        elif says in (LEAVES, MOVES):
            seats_named(answer)
        else:
            words = ", ".join(sorted({WAGER, *self.acts}))
            raise Refused(
                Refusal.NOT_LAWFUL, f"{says!r} may not be said between throws; expected one of: {words}.", "623a.4(a)"
            )

    def price(self, answer: Answer) -> Price:
        """The chips added, and vigorish where it is paid with the wager."""
        if answer.says not in (WAGER, INCREASE) or answer.wager not in KINDS or not isinstance(answer.by, int):
            return FREE
        key = _key(answer)
        up = self.up.get(key, 0)
        added = answer.amount - up if answer.says == INCREASE else answer.amount
        charged = self._prepaid(key, up + added, added) if self.rules.prepaid else 0
        return Price(added + charged, KINDS[answer.wager].cite)

    def take(self, answer: Answer) -> Sequence[Event]:
        if answer.says != WAGER:
            self.check(answer)
            return self._act(answer)
        seat: Any = answer.by
        total = _plainly(self, answer)
        if total and self._hears(answer):
            kind, on = answer.wager, answer.on
            self.up[seat, kind, on] = total
            return (Wagered(seat, kind, on, answer.amount, 0, self.named(seat), cite=self.plain[kind, on][3]),)
        self._check_wager(answer)
        self._hears(answer)
        return self._make(answer)

    def _hears(self, answer: Answer) -> bool:
        """Note who speaks from a seat; False where somebody else has wagers there."""
        seat, player = answer.by, _whose(self, answer)
        if not player or not isinstance(seat, int) or self.player(seat) == player:
            return True
        if _is_anothers(self, seat):
            return False
        sits(self, seat, player)
        return True

    def _check_theirs(self, answer: Answer) -> None:
        """Refuse whoever speaks from a seat where somebody else has wagers."""
        seat, player = answer.by, _whose(self, answer)
        if player and isinstance(seat, int) and self.player(seat) != player and _is_anothers(self, seat):
            posted = self.rules.posted
            raise Refused(Refusal.ONE_POSITION, f"Seat {seat} is another player's position.", posted.seated)

    def _act(self, answer: Answer) -> Sequence[Event]:
        """Act on what is said about the dice, or about a wager that is up."""
        if answer.says in (LEAVES, MOVES):
            return self._leaves(*seats_named(answer))
        says, seat = answer.says, seat_of(answer)
        self._hears(answer)
        if self.seated and seat not in self.seated:
            self.seated = (*self.seated, seat)  # a player who says something is at the table
        if says in DICE:
            if says in (PASS_DICE, DECLINE):
                self.close_fire_bets()
            return self.accept_dice(answer, self.throwers())
        if says == INCREASE:
            return self._make(self._raised(answer))
        key = _key(answer)
        if says in (CALLED_ON, CALLED_OFF):
            return self._call(key)
        return self._take_down(key, self._left(answer))

    def _leaves(self, seat: Seat, to: Seat = 0) -> list[Event]:
        """623a.10(c): a shooter who leaves has given up the dice; who only moves has not."""
        player, there = self.player(seat), (to,) if to else ()
        threw = self.is_shooter(seat, player)
        self.seated = tuple(one for other in self.seated for one in (there if other == seat else (other,)))
        self.rejected = tuple(one for other in self.rejected for one in (there if other == seat else (other,)))
        self.names.pop(seat, None)
        self.sitting.pop(seat, None)
        if to:
            sits(self, to, player)
            if threw:
                self.shooter, self.shooter_player = to, "" if player == str(to) else player
            self.last = to if (self.last, self.last_player) == (seat, player) else self.last
            return [Marked("dice", "shooter", to, cite="623a.7(c)")] if threw and not self.offered else []
        self.gone = self.gone or (self.last, self.last_player) == (seat, player)
        if not threw or self.offered:
            return []
        self.close_fire_bets()
        return self.relinquish()

    # --- 623a.4(a)–(b): making a wager

    def _check_wager(self, answer: Answer) -> None:
        """Check against a ``Book``, which has the refusals of every game."""
        self._check_theirs(answer)
        if _plainly(self, answer):
            return
        book = Book(
            self.rules.spots, self.rules.posted, KINDS, rounding=self.rules.payout_rounding,
            demand=lambda _, tendered, total: in_time(self, tendered, total),
        )  # fmt: skip
        book.up = self.up
        book.check(answer)

    def _put(self, key: Key, amount: Cents) -> Event:
        seat, kind, on = key
        self.up[key] = self.up.get(key, 0) + amount
        return Wagered(seat, kind, on, amount, 0, self.named(seat), cite=KINDS[kind].cite)

    def _make(self, answer: Answer) -> list[Event]:
        events: list[Event]
        if self.rules.broken_down(answer.wager):
            seat = seat_of(answer)
            events = [self._put((seat, part, ""), amount) for part, amount in broken_down(answer)]
        elif answer.wager == FIRE:
            events = [self._fire_bet(answer)]
        else:
            events = [self._put(_key(answer), answer.amount)]
        if answer.form == CASH:
            self.cash.append(seat_of(answer))
        if self.rules.prepaid:
            events += self._charge(answer)
        return events

    def _fire_bet(self, answer: Answer) -> Event:
        """623a.11(a)(1): on the numbered area closest to the player."""
        seat = seat_of(answer)
        self.up[seat, FIRE, ""] = answer.amount
        return Wagered(seat, FIRE, "", answer.amount, self._fire_hand(seat), self.named(seat), cite="623a.11(a)(1)")

    def _fire_hand(self, seat: Seat) -> int:
        """A number that distinguishes a new Fire Bet of a seat from its pending ones, one of which may be paid early."""
        return 1 + max((bet.hand for bet in self.fire if bet.seat == seat), default=-1)

    def _charge(self, answer: Answer) -> list[Event]:
        """623a.5(g)(3): vigorish when the wager is made, on the whole amount now up."""
        seat, kind, on = key = _key(answer)
        due = self._prepaid(key, self.up.get(key, 0), answer.amount)
        return [Charged(seat, due, kind, on, cite="623a.5(g)(3)")] if due else []

    def _prepaid(self, key: Key, total: Cents, added: Cents) -> Cents:
        """What an addition to a wager adds to its vigorish."""
        _, kind, on = key
        return self.rules.vigorish(kind, on, total) - self.rules.vigorish(kind, on, total - added)

    def bring_in_fire_bets(self) -> None:
        """623a.11(a)(3): in numerical order, to the spaces before the boxperson."""
        for seat in clockwise(seat for seat, kind, _ in self.up if kind == FIRE):
            self.fire.append(Fire(seat, self.up.pop((seat, FIRE, "")), self.turn, self._fire_hand(seat)))
            self.brought_in.append(seat)

    def close_fire_bets(self) -> None:
        """623a.11(a)(2): the shooter gives up the dice; Fire Bets on that shooter stay, and the next is another shooter."""
        self.bring_in_fire_bets()
        self.fresh = self.fresh and all(bet.turn != self.turn for bet in self.fire)

    # --- 623a.6: how much may back a bet

    def most_odds(self, seat: Seat, kind: str, on: str) -> Cents:
        """623a.6(a)–(f): the multiple of the bet, or for laid odds of what they win, up to the next payable amount."""
        base = self.up.get((seat, BACKS[kind], on), 0)
        number = on or str(self.point)
        if not base or number == NO_POINT:
            return 0
        laid = kind in (DONT_PASS_ODDS, DONT_COME_ODDS)
        odds, most = TRUE_ODDS[kind, number], base * self.rules.odds_times[laid][number]
        return payable(stake_to_win(most, odds) if laid else most, odds, self.rules.chip)

    # --- 623a.4(c)–(d): removing and reducing

    def _check_down(self, answer: Answer) -> None:
        seat, kind, _ = key = _key(answer)
        up = self.up.get(key, 0)
        if kind == FIRE and (up or any(bet.seat == seat for bet in self.fire)):
            raise Refused(Refusal.LOCKED, "A Fire Bet stays until the loser 7.", "623a.4(c)(3)")
        if not up:
            raise Refused(Refusal.NOT_THERE, f"Seat {seat} has no such wager up.", "623a.4(c)")
        if self.locked(key):
            raise Refused(
                Refusal.LOCKED, f"A {KINDS[kind].title} with its point may not be removed or reduced.", CONTRACT[kind]
            )
        self._check_left(self._left(answer), up, self.terms_of(key))

    def _check_left(self, left: Cents, up: Cents, terms: Terms) -> None:
        """What stays up must be less than before, and a lawful wager."""
        if left >= up:
            raise Refused(Refusal.NOT_THERE, f"${dollars(up)} is up there; that would not reduce it.", "623a.4(c)")
        if left < 0:
            words = f"${dollars(up)} is up there: reduce it to less than that, or remove up to that."
            raise Refused(Refusal.NOT_THERE, words, "623a.4(c)")
        if left % terms.step:
            words = f"What is left must be a multiple of ${dollars(terms.step)}."
            raise Refused(Refusal.NOT_A_UNIT, words, terms.step_cite)
        if 0 < left < terms.least:
            words = f"That would leave ${dollars(left)}; the minimum is ${dollars(terms.least)}."
            raise Refused(Refusal.BELOW_MINIMUM, words, self.rules.posted.limits)
        chip = self.rules.payout_rounding.refuse
        if chip and terms.breaks(left, chip):
            words = f"That would leave ${dollars(left)}, which could not be paid in {in_whole(chip)}."
            raise Refused(Refusal.NOT_PAYABLE, words, "I-GEN-06")

    def locked(self, key: Key) -> bool:
        """(c)(1)–(2): a Pass Bet with a come out point, a Come Bet with a come point."""
        _, kind, on = key
        return (kind == PASS and bool(self.point)) or (kind == COME and bool(on))

    def _left(self, answer: Answer) -> Cents:
        """What stays up: all but the amount removed, or what the wager is reduced to."""
        if answer.says == REDUCE:
            return answer.amount or -1
        up = self.up.get(_key(answer), 0)
        return up - (answer.amount or up)

    def _take_down(self, key: Key, left: Cents) -> list[Event]:
        seat, kind, on = key
        up, dont = self.up[key], kind in (DONT_PASS, DONT_COME)
        events: list[Event] = [Withdrawn(seat, kind, on, up - left, cite="623a.4(d)" if dont else "623a.4(c)")]
        if left:
            self.up[key] = left
        else:
            del self.up[key]
            self.called.pop(key, None)
        if self.rules.prepaid and self.rules.vigorish_refunded:  # I-623a-10
            back = self.rules.vigorish(kind, on, up) - self.rules.vigorish(kind, on, left)
            events += [Refunded(seat, back, kind, on, cite="I-623a-10")] if back else []
        if dont:
            events += self._odds_follow((seat, ODDS_ON[kind], on))
        return events

    def _odds_follow(self, key: Key) -> list[Event]:
        """I-623a-34: odds are reduced with the Don't bet they back, to what may still back it."""
        up = self.up.get(key, 0)
        most = self.most_odds(*key) if up else 0
        if up <= most:
            return []
        self.up[key] = most
        if not most:
            del self.up[key]
        return [Withdrawn(*key, up - most, cite="I-623a-34")]

    def _raised(self, answer: Answer) -> Answer:
        """An increase as the wager that makes it."""
        more = answer.amount - self.up.get(_key(answer), 0)
        return Answer(answer.by, WAGER, answer.wager, answer.on, more, form=answer.form, player=answer.player)

    def _check_increase(self, answer: Answer) -> None:
        key = _key(answer)
        if key not in self.up:
            raise Refused(Refusal.NOT_THERE, f"Seat {key[0]} has no such wager up.", "623a.4(a)")
        if key[1] in (COME, DONT_COME) and key[2]:
            cite = "623a.4(d)" if key[1] == DONT_COME else KINDS[COME].cite
            raise Refused(Refusal.LOCKED, f"A {KINDS[key[1]].title} with its point may not be increased.", cite)
        if answer.amount <= self.up[key]:
            raise Refused(
                Refusal.NOT_LAWFUL,
                f"${dollars(self.up[key])} is up there already; an increase names a larger amount.",
                "623a.4(a)",
            )
        self._check_wager(self._raised(answer))

    # --- 623a.3(a)(5)–(10), (41)–(42): calling a wager on or off

    def _check_call(self, answer: Answer) -> None:
        key = _key(answer)
        kind = key[1]
        if key not in self.up:
            raise Refused(Refusal.NOT_THERE, f"Seat {key[0]} has no such wager up.", "623a.4(c)")
        if not self.rules.may_be_called(kind):
            raise Refused(Refusal.NOT_LAWFUL, f"A {KINDS[kind].title} may not be called on or off.", KINDS[kind].cite)
        if self.rules.works(kind, 0, called=key in self.called) is (answer.says == CALLED_ON):
            state = "on" if answer.says == CALLED_ON else "off"
            raise Refused(
                Refusal.NOT_LAWFUL, f"The {KINDS[kind].title} is already {state} for come out rolls.", KINDS[kind].cite
            )

    def _call(self, key: Key) -> list[Event]:
        """The dealer confirms the call with a marker button on the wager; a second call takes it off."""
        seat, kind, on = key
        if key in self.called:
            del self.called[key]
            return [button_off(key, KINDS[kind].cite)]
        self.called[key] = None
        return [Marked(button(kind), f"{kind} {on}".rstrip(), seat, cite=KINDS[kind].cite)]

    # --- 623a.8(a), 623a.10(b): the shooter's line bet

    def _check_declining(self, seat: object) -> None:
        if self.point or seat in self.line_bettors() or not self.come_bets_remain():
            words = (
                "A shooter may decline a line bet only before a come out roll, while Come or Don't Come Bets remain."
            )
            raise Refused(Refusal.NOT_LAWFUL, words, "623a.10(b)")

    def _check_closing(self) -> None:
        """I-623a-37: the dice wait for a line bet, except for a throw that decides Come Bets alone (I-623a-23)."""
        if self.point or self.line_bettors() or self.come_bets_remain():
            return
        raise Refused(
            Refusal.WAGER_REQUIRED, "The dice wait until the shooter makes a Pass or Don't Pass Bet.", "623a.8(a)"
        )

    def status(self) -> LayoutStatus:
        return layout_status(self)

    # --- offers

    def offers(self, seat: int, player: str = "") -> tuple[Offer, ...]:
        return offers(self, seat, player or self.player(seat))

    def offers_hang_on(self) -> object:
        """623a.8(a): with the line bets of others the dice go elsewhere."""
        return self.throwers(), self.line_bettors(), self.come_bets_remain()

    def terms_of(self, key: Key) -> Terms:
        """The terms of a wager that is up; a Come Bet that moved to its point has those of its line."""
        return self.rules.spots.get((key[1], key[2])) or self.rules.spots[key[1], ""]


CHECKS: dict[str, Callable[[Layout, Answer], None]] = {
    REMOVE: Layout._check_down,
    REDUCE: Layout._check_down,
    INCREASE: Layout._check_increase,
    CALLED_ON: Layout._check_call,
    CALLED_OFF: Layout._check_call,
}


def _plainly(layout: Layout, answer: Answer) -> Cents:
    """What would be up with a wager that needs only a seat, chips and lawful limits, as most do; 0 of any other."""
    seat: Any = answer.by
    kind, on, amount = answer.wager, answer.on, answer.amount
    terms = layout.plain.get((kind, on))
    if terms is None or amount <= 0 or answer.form or seat not in layout.rules.places:
        return 0
    least, most, step, _, backs = terms
    if backs:
        most = min(most, layout.most_odds(seat, kind, on))
    total = layout.up.get((seat, kind, on), 0) + amount
    return total if least <= total <= most and not amount % step else 0


def _names(table: Table, start: RoundStart, sitting: Mapping[Seat, str]) -> dict[Seat, str]:
    """Who is at each seat, where that is not the seat's own player: where wagers are up, whoever made them."""
    owners = table.owners() if start.players else dict(table.players)
    return {seat: player for seat, player in {**sitting, **owners}.items() if player != str(seat)}


def _whose(layout: Layout, answer: Answer) -> str:
    """Who speaks; empty where nothing is known of who is at that seat."""
    seat = answer.by
    return answer.player or (layout.sitting.get(seat, "") if isinstance(seat, int) else "")


def _is_anothers(layout: Layout, seat: Seat) -> bool:
    """Whether wagers are up at a seat whose player does not speak."""
    return any(owner == seat for owner, _, _ in layout.up) or any(bet.seat == seat for bet in layout.fire)


def _key(answer: Answer) -> Key:
    return (answer.by if isinstance(answer.by, int) else 0, answer.wager, answer.on)
