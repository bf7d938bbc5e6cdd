"""Wagers: what may be wagered where, for how much, and what it pays.

``Book`` is the betting book of one window: the one place that accepts and refuses wagers, for every game.
A chapter gives it ``Terms`` for each spot of its layout, and, where the text asks for more than limits,
a ``demand`` (looked at for every wager) and a ``closing`` (looked at before no more bets).
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from pitboss.events import Collected, Event, Paid, Returned, Wagered, Withdrawn
from pitboss.money import TO_THE_CENT, Cents, Odds, PayoutRounding, Vigorish, breaks, dollars, winnings
from pitboss.procedure import (
    DEALER,
    FREE,
    NO_MORE_BETS,
    SYSTEM,
    Answer,
    LayoutStatus,
    Offer,
    Price,
    Refusal,
    Refused,
    WagerStatus,
    Who,
    name,
)

WAGER, REMOVE = "wager", "remove"
LEAVES, MOVES = "leaves", "moves"  # what the house says of a player who has left, or sits elsewhere now
CASH = "verbal_with_cash"


class WagerKind(msgspec.Struct, frozen=True):
    """One kind of wager of a chapter: a facts record, read by guide, layout, lobby and book."""

    name: str
    title: str
    cite: str
    about: str = ""
    tendered: bool = True  # False: made by answering a Question, never in the window
    needs: str = ""  # another wager that must be up at the same seat when betting closes
    needs_cite: str = ""
    option: str = ""  # the choice of the Rules Submission that must be true for it to be offered
    pays: str = ""  # where its odds are
    group: str = "main"
    spoken: tuple[str, ...] = ()  # what players call it, where that is not its title
    basic: bool = False  # one of the few that somebody new to a layout with many needs


def offered(kinds: Iterable[WagerKind], rules: object) -> tuple[WagerKind, ...]:
    """The wagers of a table: those that need no choice of its submission, and those for which it was made."""
    return tuple(kind for kind in kinds if not kind.option or getattr(rules, kind.option) not in NOT_CHOSEN)


NOT_CHOSEN = (False, "", "none")


class Paytable(msgspec.Struct, frozen=True):
    """A printed table: outcomes from best to worst, each with its odds as written."""

    cite: str
    name: str
    lines: tuple[tuple[str, Odds], ...]

    @classmethod
    def of(cls, cite: str, name: str = "", **lines: str) -> "Paytable":
        return cls(cite, name, tuple((outcome, Odds.parse(odds)) for outcome, odds in lines.items()))

    def __getitem__(self, outcome: str) -> Odds:
        for line, odds in self.lines:
            if line == outcome:
                return odds
        raise KeyError(outcome)

    def get(self, outcome: str) -> Odds | None:
        """The odds of a line, or None when the table does not pay it."""
        return next((odds for line, odds in self.lines if line == outcome), None)


class Wager(msgspec.Struct, frozen=True, gc=False):
    """Chips of one seat on one spot."""

    seat: int
    kind: str
    on: str
    amount: Cents
    hand: int = 0
    player: str = ""  # whose it is, where that is not the player of the seat


def further(
    beside: Wager, kind: str, amount: Cents, *, cite: str, on: str = "", hand: int = 0
) -> tuple[Wager, Wagered]:
    """A wager that is made by an election beside one that is up, of the same player; and its event."""
    made = Wager(beside.seat, kind, on, amount, hand, beside.player)
    return made, Wagered(made.seat, kind, on, amount, hand, made.player, cite=cite)


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """The vigorish that a winning wager on one spot bears."""

    words: str  # `5% vigorish`
    due: Callable[[Cents, Cents], Cents]  # (stake, winnings) → what is charged
    when: str = ""  # if not with the payout
    prepaid: bool = False  # with the wager, so that a loser bears it, too


def charge_on_winnings(vigorish: Vigorish, when: str = "") -> Charge:
    """A percentage of what is won."""
    return Charge(words=f"{vigorish.percent}% vigorish", due=lambda stake, won: vigorish.due(won), when=when)


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The conditions on which one spot takes wagers. ``most`` None: no maximum is posted."""

    kind: WagerKind
    on: str = ""
    least: Cents = 1
    most: Cents | None = None
    step: Cents = 1
    step_cite: str = ""
    odds: tuple[Odds, ...] = ()  # checked only where breakage is refused
    label: str = ""
    limits_cite: str = ""  # the provision behind limits of its own, if not the table's
    parts: int = 1  # into how many equal parts a wager is divided, of which one is paid at the odds
    charge: Charge | None = None
    stake_back: bool | None = None  # besides an award; None: as it says, with "N to 1" and not with a sum

    @property
    def pays(self) -> str:
        """The odds as a player reads them."""
        text = "; ".join(dict.fromkeys(str(odds) for odds in self.odds))
        return f"{text} on one of {self.parts} equal parts" if self.parts > 1 else text

    @property
    def smallest(self) -> Cents:
        """The least amount that may be wagered."""
        return self.in_steps(self.least)

    def takes(self, amount: Cents) -> bool:
        """Whether the limits and steps allow a wager of this amount."""
        return amount >= self.least and amount % self.step == 0 and (self.most is None or amount <= self.most)

    def in_steps(self, amount: Cents) -> Cents:
        """An amount, or the next above it that can be wagered."""
        return -(-amount // self.step) * self.step

    def breaks(self, amount: Cents, chip: Cents) -> bool:
        """Whether a wager of this amount could win what is not payable in these chips."""
        return any(breaks(amount, odds, chip) for odds in self.odds)


Spots = Mapping[tuple[str, str], Terms]


class Posted(msgspec.Struct, frozen=True):
    """What a table posts about its wagers: the provision behind the limits, what form wagers take, when they close."""

    seats: int
    limits: str  # the provision behind minimum and maximum
    chips: str  # the provision that says what a wager is made of
    closed: str  # the provision that closes betting
    seated: str  # the provision on who may wager
    forms: tuple[str, ...] = ("",)
    boxes: int = 0  # how many positions one player may hold; 0: not limited
    boxes_cite: str = ""
    locked: str = ""  # the provision that forbids touching a wager once it is placed, where there is one
    remain: str = (
        ""  # the provision that keeps a player who has wagered in their seat until it is decided, where there is one
    )


def _offer(terms: Terms, kind: str, on: str, up: Cents) -> Offer | None:
    """What may be wagered on a spot beside what is up there; None where that is nothing."""
    least = max(terms.least - up, terms.step)
    most = None if terms.most is None else terms.most - up
    if most is not None and most < least:
        return None
    return Offer(WAGER, kind, on, least, most, terms.step, terms.kind.cite)


# A layout has hundreds of spots, and its offers are asked for after every wager: those of the layouts that were looked at
# last are kept, each with its layout, so that nothing else can have the same id.
_LAYOUTS = 64
_kept: OrderedDict[int, tuple[Spots, tuple[Offer | None, ...], dict[tuple[str, str], int]]] = OrderedDict()


def _untouched(spots: Spots) -> tuple[tuple[Offer | None, ...], dict[tuple[str, str], int]]:
    """The offers of a layout on which nothing is up, spot by spot, and at which place each spot is among them."""
    kept = _kept.get(id(spots))
    if kept is None:
        offers = tuple(_offer(terms, kind, on, 0) for (kind, on), terms in spots.items())
        kept = _kept[id(spots)] = spots, offers, {spot: at for at, spot in enumerate(spots)}
        if len(_kept) > _LAYOUTS:
            _kept.popitem(last=False)
    return kept[1:]


class Book:
    """The wagers on the layout while betting is open; afterwards, those of the round."""

    acts = frozenset({REMOVE})

    __slots__ = (
        "_closing",
        "_demand",
        "_goes",
        "_owners",
        "_refuse",
        "cash",
        "kinds",
        "players",
        "posted",
        "spots",
        "up",
    )

    def __init__(
        self,
        spots: Spots,
        posted: Posted,
        kinds: Mapping[str, WagerKind],
        *,
        rounding: PayoutRounding = TO_THE_CENT,
        demand: "Callable[[Book, Answer, Cents], None] | None" = None,
        closing: "Callable[[Book], None] | None" = None,
        players: Mapping[int, str] = MappingProxyType({}),
        goes: "Callable[[str, int, int], Iterable[Event]] | None" = None,
    ) -> None:
        self._goes = goes  # what follows when a player leaves a seat, 0, or is moved to another; None: nobody says so
        self.spots, self.posted, self.kinds, self.players = spots, posted, kinds, players
        self.up: dict[tuple[int, str, str], Cents] = {}
        self._owners: dict[int, str] = {}  # who holds each position with a wager on it; empty: the seat's own player
        self.cash: list[int] = []  # the seats whose spoken wagers came with cash
        self._refuse, self._demand, self._closing = rounding.refuse, demand, closing

    @property
    def notes_leaving(self) -> bool:
        return self._goes is not None

    # --- what is up

    def amount(self, seat: int, kind: str, on: str = "") -> Cents:
        return self.up.get((seat, kind, on), 0)

    def has(self, seat: int, kind: str) -> bool:
        """Whether the seat has a wager of this kind, on whatever spot."""
        return any(owner == seat and wager == kind for owner, wager, _ in self.up)

    def seats(self, kind: str) -> list[int]:
        """The seats with a wager of this kind, clockwise."""
        return sorted({seat for seat, wager, _ in self.up if wager == kind})

    def wagers(self) -> Iterator[Wager]:
        """Every wager, in the order it was first made."""
        return (Wager(seat, kind, on, amount, player=self.named(seat)) for (seat, kind, on), amount in self.up.items())

    def player(self, seat: int) -> str:
        """Who wagers at a seat: the name given with the wager, else who sat there when the round began."""
        return self._owners.get(seat) or self.players.get(seat) or str(seat)

    def whose(self, answer: Answer) -> str:
        """Who answers from a seat."""
        seat = answer.by
        return answer.player or (self.players.get(seat) if isinstance(seat, int) else None) or str(seat)

    def named(self, seat: int) -> str:
        """The name that was given with the wagers of a seat; empty where it is the seat's own player."""
        owner = self.player(seat)
        return "" if owner == str(seat) else owner

    # --- the window

    def check(self, answer: Answer) -> None:
        """Raise unless this answer is lawful while betting is open."""
        if answer.says == WAGER:
            self._check_wager(answer)
        elif answer.says == REMOVE:
            self._check_removal(answer)
        elif answer.says == NO_MORE_BETS:
            self._check_closing()
        elif self.notes_leaving and answer.says in (LEAVES, MOVES):
            seats_named(answer)
        else:
            raise Refused(
                Refusal.NOT_LAWFUL,
                f"Betting is open: a wager may be made or removed, not {answer.says!r}.",
                self.posted.closed,
            )

    def price(self, answer: Answer) -> Price:
        """What would be taken out of the player's rack: the wager; nothing when one is removed."""
        kind = self.kinds.get(answer.wager)
        return Price(answer.amount, kind.cite) if answer.says == WAGER and kind is not None else FREE

    def take(self, answer: Answer) -> Sequence[Event]:
        """Accept a lawful answer and return its events; refuse any other and change nothing."""
        if answer.says != WAGER:
            self.check(answer)
            return self._act(answer)
        total = self._check_wager(answer)
        seat, kind, on = answer.by, answer.wager, answer.on
        assert isinstance(seat, int)
        self.up[seat, kind, on] = total
        self._owners[seat] = player = answer.player or self.players.get(seat, "")
        if answer.form == CASH:
            self.cash.append(seat)
        return (Wagered(seat, kind, on, answer.amount, 0, player, cite=self.kinds[kind].cite),)

    def _act(self, answer: Answer) -> Sequence[Event]:
        """Carry out an act other than a wager: one is taken back, or the house notes who leaves or is moved."""
        if answer.says in (LEAVES, MOVES):
            assert self._goes is not None
            left, to = (*seats_named(answer), 0)[:2]
            return tuple(self._goes(answer.player or str(left), left, to))
        seat, kind, on, amount = answer.by, answer.wager, answer.on, answer.amount
        assert isinstance(seat, int)
        spot = (seat, kind, on)
        amount = amount or self.up[spot]
        left = self.up[spot] - amount
        if left:
            self.up[spot] = left
        else:
            del self.up[spot]
            if not any(holder == seat for holder, _, _ in self.up):
                del self._owners[seat]
        return (Withdrawn(seat, kind, on, amount, cite=self.posted.closed),)

    def _admits(self, answer: Answer) -> bool:
        try:
            self.check(answer)
        except Refused:
            return False
        return True

    @property
    def only_limits(self) -> bool:
        """Whether only the limits of a spot can refuse a wager there: what is within them need not be tried."""
        return self._demand is None and not self._refuse and not self.posted.boxes

    def offers(self, seat: int, player: str = "") -> tuple[Offer, ...]:
        """Everything this seat may do now; anything not listed is refused."""
        found = self._within_limits(seat)
        if not self.only_limits:
            player = player or self._owners.get(seat, "")
            found = [o for o in found if self._admits(Answer(seat, WAGER, o.wager, o.on, o.least, player=player))]
        for (owner, kind, on), up in self.up.items():
            if owner == seat and not (self.posted.locked and self._has_base_wager(seat, kind)):
                found.append(Offer(REMOVE, kind, on, up, up, 1, self.posted.closed))
        return tuple(found)

    def offers_hang_on(self) -> object:
        """Nothing that others wager changes what a seat may do."""
        return None

    def _within_limits(self, seat: int) -> list[Offer]:
        """What the limits leave open; the same offer, unless this seat has a wager on its spot."""
        untouched, places = _untouched(self.spots)
        found: list[Offer | None] = list(untouched)
        for (owner, kind, on), up in self.up.items():
            at = places.get((kind, on)) if owner == seat else None
            if at is not None:
                found[at] = _offer(self.spots[kind, on], kind, on, up)
        return [offer for offer in found if offer is not None]

    def status(self) -> LayoutStatus:
        """Every wager works; where the text forbids touching a wager once it is placed, it is locked."""
        if not self.posted.locked:
            return LayoutStatus()
        note = "once placed it is not touched"
        return LayoutStatus(
            tuple(
                WagerStatus(seat, kind, on, locked=True, note=note, cite=self.posted.locked)
                for seat, kind, on in self.up
                if self._has_base_wager(seat, kind)
            )
        )

    # --- refusals, one for each bad answer, in order of precedence

    def _check_wager(self, answer: Answer) -> Cents:
        """The amount that would be up on the spot with this wager."""
        seat, posted, amount = answer.by, self.posted, answer.amount
        terms = self.spots.get((answer.wager, answer.on))
        # Most wagers need only a seat, chips and lawful limits; whatever is refused is looked at again below, in its order.
        if (
            terms is not None
            and type(seat) is int
            and 0 < seat <= posted.seats
            and amount > 0
            and not amount % terms.step
            and answer.form in posted.forms
            and not self._refuse
            and not posted.boxes
            and self._demand is None
            and self._owners.get(seat, answer.player) == answer.player
        ):
            total = self.up.get((seat, answer.wager, answer.on), 0) + amount
            if total >= terms.least and (terms.most is None or total <= terms.most):
                return total
        if not isinstance(seat, int) or not 1 <= seat <= posted.seats:
            raise Refused(
                Refusal.NO_SUCH_SEAT,
                f"Expected a seat from 1 to {posted.seats}, not {seat!r}.",
                posted.seated,
            )
        if terms is None:
            raise _unknown(self, answer)
        if answer.form not in posted.forms:
            raise Refused(
                Refusal.FORM_NOT_ACCEPTED,
                f"A wager made as {answer.form!r} is not accepted at this table.",
                posted.chips,
            )
        if amount <= 0 or amount % terms.step:
            what = f"a multiple of ${dollars(terms.step)}"
            raise Refused(Refusal.NOT_A_UNIT, f"{_say(answer)} must be {what}.", terms.step_cite or posted.chips)
        total = self.up.get((seat, answer.wager, answer.on), 0) + amount
        if total < terms.least:
            raise Refused(
                Refusal.BELOW_MINIMUM,
                f"{_say(answer)} is below the minimum of ${dollars(terms.least)}.",
                terms.limits_cite or posted.limits,
            )
        if terms.most is not None and total > terms.most:
            raise Refused(
                Refusal.ABOVE_MAXIMUM,
                f"{_say(answer)} would make ${dollars(total)}, above the maximum of ${dollars(terms.most)}.",
                terms.limits_cite or posted.limits,
            )
        self._check_payable(total, terms, answer)
        if not self._is_theirs(answer):
            raise Refused(
                Refusal.ONE_POSITION,
                f"Seat {seat} is another player's position.",
                posted.boxes_cite or posted.seated,
            )
        if posted.boxes:
            self._check_boxes(seat, answer.wager, self.whose(answer))
        if self._demand is not None:
            self._demand(self, answer, total)
        return total

    def _check_payable(self, total: Cents, terms: Terms, answer: Answer | None = None) -> None:
        """I-GEN-06, I-GEN-41: where that is filed, any amount that would be up, added to or reduced, is payable."""
        if self._refuse and terms.breaks(total, self._refuse):
            what = _say(answer) if answer is not None else f"${dollars(total)} left on {terms.kind.name}"
            raise Refused(
                Refusal.NOT_PAYABLE,
                f"{what} could not be paid in {in_whole(self._refuse)}; choose another amount.",
                "I-GEN-06",
            )

    def _is_theirs(self, answer: Answer) -> bool:
        """Whether nobody else has wagers where an answer comes from."""
        seat = answer.by
        owned = isinstance(seat, int) and seat in self._owners
        return not owned or self.player(seat) == self.whose(answer)  # type: ignore[arg-type]

    def _check_boxes(self, seat: int, kind: str, player: str) -> None:
        places = [place for place in self._owners if self.player(place) == player]
        checked = [places]
        if self.posted.locked and not self.kinds[kind].needs:  # what is still taken back keeps no two areas together
            base = [name for name, one in self.kinds.items() if not one.needs]
            checked.append([place for place in places if any(self.has(place, name) for name in base)])
        for held in checked:
            if seat not in held and (len(held) >= self.posted.boxes or not _adjacent([seat, *held])):
                raise Refused(
                    Refusal.ONE_POSITION,
                    f"One player may wager on no more than {self.posted.boxes} adjacent position(s).",
                    self.posted.boxes_cite,
                )

    def _check_still_adjacent(self) -> None:
        """A wager that was taken back may have left a gap between the positions of its player."""
        for player in dict.fromkeys(map(self.player, self._owners)):
            held = sorted(place for place in self._owners if self.player(place) == player)
            if not _adjacent(held):
                raise Refused(
                    Refusal.ONE_POSITION,
                    f"Positions {', '.join(map(str, held))} of one player are not adjacent any more.",
                    self.posted.boxes_cite,
                )

    def _check_removal(self, answer: Answer) -> None:
        seat = answer.by
        up = self.up.get((seat, answer.wager, answer.on), 0) if isinstance(seat, int) else 0
        if not up:
            raise Refused(
                Refusal.NOT_THERE, f"{name(answer.by).capitalize()} has no such wager to remove.", self.posted.closed
            )
        if answer.player and not self._is_theirs(answer):
            raise Refused(Refusal.NOT_THERE, f"The wager at seat {seat} is another player's.", self.posted.closed)
        if not 0 <= answer.amount <= up:
            raise Refused(Refusal.NOT_THERE, f"Only ${dollars(up)} is up there to remove.", self.posted.closed)
        if self.posted.locked and self._has_base_wager(answer.by, answer.wager):
            raise Refused(
                Refusal.LOCKED, "A wager once placed may not be touched until it is decided.", self.posted.locked
            )
        terms, left = self.spots[answer.wager, answer.on], up - (answer.amount or up)
        if left % terms.step:
            what = f"what is left must be a multiple of ${dollars(terms.step)}"
            raise Refused(
                Refusal.NOT_A_UNIT,
                f"That would leave ${dollars(left)}; {what}.",
                terms.step_cite or self.posted.chips,
            )
        if 0 < left < terms.least:
            raise Refused(
                Refusal.BELOW_MINIMUM,
                f"That would leave ${dollars(left)}; the minimum is ${dollars(terms.least)}.",
                self.posted.limits,
            )
        self._check_payable(left, terms)

    def _has_base_wager(self, seat: Who, kind: str) -> bool:
        """Whether the wager that this one requires is up too; until it is, this one may still be taken back."""
        needs = self.kinds[kind].needs
        return not needs or (isinstance(seat, int) and self.has(seat, needs))

    def _check_closing(self) -> None:
        made = {(seat, kind) for seat, kind, _ in self.up}
        for seat, kind, _ in self.up:
            needs = self.kinds[kind].needs
            if needs and (seat, needs) not in made and not self.has(seat, needs):
                titles = self.kinds[kind].title, self.kinds[needs].title
                raise Refused(
                    Refusal.WAGER_REQUIRED,
                    f"Seat {seat}'s {titles[0]} needs the {titles[1]}.",
                    self.kinds[kind].needs_cite,
                )
        if self.posted.boxes > 2:  # of two boxes, the one that is left is apart from none
            self._check_still_adjacent()
        if self._closing is not None:
            self._closing(self)


def _unknown(book: Book, answer: Answer) -> Refused:
    kind = book.kinds.get(answer.wager)
    if kind is None or not kind.tendered:
        names = ", ".join(k.name for k in book.kinds.values() if k.tendered)
        return Refused(
            Refusal.UNKNOWN_WAGER,
            f"{answer.wager!r} is not a wager of this game; there are: {names}.",
            book.posted.chips,
        )
    spots = [on for wager, on in book.spots if wager == answer.wager]
    if not spots:
        return Refused(Refusal.NOT_OFFERED, f"The {kind.title} is not offered at this table.", kind.cite)
    if spots == [""]:
        return Refused(
            Refusal.NO_SUCH_SPOT,
            f"The {kind.title} has one area; leave out the spot {answer.on!r}.",
            kind.cite,
        )
    shown = ", ".join(spots[:6]) + (", …" if len(spots) > 6 else "")
    return Refused(
        Refusal.NO_SUCH_SPOT,
        f"The {kind.title} cannot be made on {answer.on!r}; it is made on {shown}.",
        kind.cite,
    )


def in_whole(chip: Cents) -> str:
    """``whole cents``, or the chips in which a payout has to come out."""
    return "whole cents" if chip == 1 else f"chips of ${dollars(chip)}"


def _adjacent(positions: Sequence[int]) -> bool:
    return max(positions) - min(positions) < len(positions)


def _say(answer: Answer) -> str:
    where = f" on {answer.on}" if answer.on else ""
    return f"${dollars(answer.amount)} on {answer.wager}{where}"


def leaves(seat: int, player: str) -> Answer:
    """The house says that a player has left."""
    return Answer(SYSTEM, LEAVES, on=str(seat), player=player)


def moves(seat: int, to: int, player: str) -> Answer:
    """The house says that a player without wagers sits in another seat now."""
    return Answer(SYSTEM, MOVES, on=f"{seat} {to}", player=player)


def seats_named(answer: Answer) -> tuple[int, ...]:
    """The seat of a player who has left, or was moved, and where they were moved to; nobody but the house says that."""
    places = answer.on.split()
    if answer.by != SYSTEM or len(places) != (2 if answer.says == MOVES else 1) or not all(map(str.isdecimal, places)):
        raise Refused(Refusal.NOT_LAWFUL, "The house notes who leaves or is moved; nobody says it.", "")
    return tuple(map(int, places))


def close_betting() -> Answer:
    """The dealer's announcement that closes the window."""
    return Answer(DEALER, NO_MORE_BETS)


# --- settling ----------------------------------------------------------------------------------------------


def paid(
    wager: Wager,
    odds: Odds,
    *,
    cite: str,
    outcome: str = "",
    rounding: PayoutRounding = TO_THE_CENT,
) -> Paid:
    """The wager won at these odds."""
    due = wager.amount + winnings(wager.amount, odds, rounding)
    return Paid(wager.seat, wager.kind, wager.on, wager.amount, due, odds.text, outcome, wager.hand, cite=cite)


def collected(wager: Wager, *, cite: str, outcome: str = "") -> Collected:
    """The wager lost."""
    return Collected(wager.seat, wager.kind, wager.on, wager.amount, 0, "", outcome, wager.hand, cite=cite)


def returned(wager: Wager, *, cite: str, outcome: str = "") -> Returned:
    """The wager is handed back: a push, or a void."""
    return Returned(wager.seat, wager.kind, wager.on, wager.amount, wager.amount, "", outcome, wager.hand, cite=cite)
