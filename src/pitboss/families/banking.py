"""A player banks the round: the offer, who may accept it, the bank's cover, the dealer's wager, the table's centre.

645a.12 and 621a.9 have the same rules for cards and for tiles; a chapter names its provisions in one ``BankLaw``.
Betting opens with a ``BankingBook``, where a player may accept or pass the bank as long as wagers are taken. When it
closes, ``confirmed`` gives the bank to the first player, in the order of offering, who accepted it and covers the
others' wagers. The chapter compares the hands; a ``Centre`` collects, pays, makes good a shortfall and hands over a
surplus.

From the moment the bank is confirmed its cover lies on the layout, as a wager of the kind ``bank``: a shortfall is
collected from it, and the rest goes back. Losing chips go to the account ``centre`` and winners are paid from there.
The dealer wagers as seat 0, from the inventory.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from pitboss.events import Collected, Elected, Event, Marked, Paid, Returned, Transferred, Wagered, Withdrawn
from pitboss.game import RoundStart
from pitboss.money import TO_THE_CENT, Cents, Odds, PayoutRounding, Vigorish, cents, dollars, half, winnings
from pitboss.procedure import Answer, Election, Offer, Option, Price, Procedure, Refusal, Refused, ask
from pitboss.seating import Seat, counterclockwise_from
from pitboss.wagers import REMOVE, Book, Wager, collected, paid, returned

BANK, CO_BANK, PASS, DEALER_WAGER = "bank", "co_bank", "pass_bank", "dealer_wager"
CENTRE, INVENTORY = "centre", "inventory"  # accounts: the middle of the table, and the chips of the house
HOUSE: Seat = 0  # where the dealer wagers from
LAST_WAGER = "last_wager"  # of the bank, against the dealer: what the dealer wagers unless a sum was filed
EVEN = Odds.parse("1 to 1")


class BankLaw(msgspec.Struct, frozen=True):
    """The provisions of a chapter's section on banking."""

    wager: str  # the kind of wager that a bank covers
    filed: str  # players may bank if the Rules Submission says so
    start: str  # nobody banks at the start of the game
    offered: str  # the order of offering; never twice in a row
    wagered: str  # a bank wagered against the dealer in the last round without one
    cover: str  # and can cover all others
    co_banking: str
    one_area: str
    dealer_wager: str
    dealer_settled: str  # dealer against bank
    settled: str  # players against bank: the centre, shortfall, surplus, vigorish
    dealer_paid: str  # what the dealer wins goes to the inventory
    co_settled: str  # players against co-bank: halves


class Banking(Protocol):
    """The choices of a Rules Submission about banking."""

    @property
    def player_bank(self) -> bool: ...
    @property
    def co_banking(self) -> bool: ...
    @property
    def dealer_wager_against_bank(self) -> str: ...
    @property
    def unit(self) -> Cents | None: ...


def check_banking(rules: Banking, law: BankLaw) -> None:
    """Co-banking needs a bank; the dealer's wager is the bank's last wager or an amount, in whole chips."""
    if rules.co_banking and not rules.player_bank:
        raise Refused(Refusal.FORBIDDEN_CHOICE, "co_banking needs player_bank.", law.co_banking)
    text, step = rules.dealer_wager_against_bank, rules.unit or 1
    try:
        lawful = text == LAST_WAGER or (cents(text) > 0 and cents(text) % step == 0)
    except ValueError:
        lawful = False
    if not lawful:
        chips = f", a multiple of {dollars(step)}" if step > 1 else ""
        raise Refused(
            Refusal.FORBIDDEN_CHOICE,
            f"dealer_wager_against_bank = {text!r} is not allowed: it takes {LAST_WAGER!r} or an amount like 25.00{chips}.",
            law.dealer_wager,
        )


# --- between rounds


class LastWager(msgspec.Struct, frozen=True):
    """What a player wagered against the dealer."""

    seat: Seat
    player: str
    amount: Cents


class BankState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table remembers about banking."""

    wagered: tuple[LastWager, ...] = ()  # the wagers of the last round without a bank
    last: Seat = 0  # where the last bank sat
    banked: str = ""  # the player who banked the last round, if anybody did
    last_player: str = ""  # who the last bank was, where that is not the seat's own player

    def begins(self, start: RoundStart) -> "BankState":
        """The same, with the last bank where they sit now."""
        if not self.last or not start.players:
            return self
        player = self.last_player or str(self.last)
        now = start.seat_of(player, self.last)
        if now in (0, self.last):
            return self
        return msgspec.structs.replace(self, last=now, last_player="" if player == str(now) else player)

    def of(self, seat: Seat, player: str = "") -> LastWager | None:
        """The wager of this player, who may have moved here from another seat; where no name is given, of whoever was here."""
        mine = [wager for wager in self.wagered if (wager.player == player if player else wager.seat == seat)]
        return max(mine, key=lambda wager: wager.seat == seat, default=None)

    def after(self, bank: "Bank | None", book: Book, kind: str) -> "BankState":
        """The next state, once a round has been dealt."""
        if bank is not None:
            return BankState(self.wagered, bank.seat, bank.player, bank.named)
        wagers = (LastWager(w.seat, book.player(w.seat), w.amount) for w in book.wagers() if w.kind == kind)
        return BankState(tuple(wagers), self.last, last_player=self.last_player)


def offer_order(positions: int, last: Seat) -> list[Seat]:
    """Counterclockwise from the dealer's right; later from the right of the last bank (I-621a-11)."""
    return counterclockwise_from(last - 1, range(1, positions + 1))


# --- while betting is open


class BankingBook(Book):
    """A betting book in which players answer the offer of the bank.

    ``accepted`` has their answers by seat, and ``bankers`` what each of them last wagered against the dealer.

    The offer is made to all players and decided in its order when betting closes, so that nobody waits for anyone.
    ``fresh``: the game is just starting, and nobody may bank (I-621a-10, I-645a-13).
    """

    acts = frozenset({REMOVE, BANK, CO_BANK, PASS})

    __slots__ = ("accepted", "bankers", "before", "fresh", "law", "rules")

    def __init__(self, *args: Any, law: BankLaw, rules: Banking, before: BankState, fresh: bool, **more: Any) -> None:
        super().__init__(*args, goes=self._leaves, **more)
        self.law, self.rules, self.before, self.fresh = law, rules, before, fresh
        self.accepted: dict[Seat, str] = {}
        self.bankers: dict[Seat, LastWager] = {}

    @property
    def may_bank(self) -> bool:
        """Whether anyone could bank this round."""
        return self.rules.player_bank and not self.fresh and any(map(self._entitled, self.before.wagered))

    def has(self, seat: int, kind: str) -> bool:
        """A player who accepted the bank takes part without a wager of this kind."""
        return super().has(seat, kind) or (kind == self.law.wager and seat in self.accepted)

    def check(self, answer: Answer) -> None:
        if answer.says in (BANK, CO_BANK, PASS):
            self._check_bank(answer)
        else:
            super().check(answer)

    def _check_wager(self, answer: Answer) -> Cents:
        total = super()._check_wager(answer)
        if answer.wager == self.law.wager:
            player = self.whose(answer)
            if any(self.bankers[seat].player == player and seat != answer.by for seat in self.accepted):
                raise Refused(Refusal.ONE_POSITION, "The banker may wager on one area only.", self.law.one_area)
        return total

    def _act(self, answer: Answer) -> Sequence[Event]:
        if answer.says not in (BANK, CO_BANK, PASS):
            return super()._act(answer)
        seat = answer.by
        assert isinstance(seat, int)
        self.accepted.pop(seat, None)
        if answer.says != PASS:
            self.accepted[seat], self.bankers[seat] = answer.says, self._check_bank(answer)
        return (Elected(seat, answer.says, cite=self.law.offered),)

    def _leaves(self, player: str, seat: int, to: int) -> Iterator[Event]:
        """The bank that a player accepted goes along where they are moved; of one who leaves it is nobody else's to confirm."""
        word = self.accepted.pop(seat, "")
        if word and to:
            self.accepted[to], self.bankers[to] = word, self.bankers.pop(seat)
        elif word:
            yield Elected(seat, PASS, absent=True, cite=self.law.offered)

    def offers(self, seat: int, player: str = "") -> tuple[Offer, ...]:
        found = list(super().offers(seat, player))
        for word in (BANK, CO_BANK, PASS):
            try:
                self._check_bank(Answer(seat, word, player=player))
            except Refused:
                continue
            if self.accepted.get(seat) != word:
                found.append(Offer(word, cite=self.law.offered))
        return tuple(found)

    def _check_bank(self, answer: Answer) -> LastWager:
        """What this player last wagered against the dealer; raise, with the reason, unless they may bank this round."""
        law, seat = self.law, answer.by
        if not isinstance(seat, int) or not 1 <= seat <= self.posted.seats:
            raise Refused(
                Refusal.NO_SUCH_SEAT,
                f"There is no seat {seat!r} to bank from; seats are 1 to {self.posted.seats}.",
                self.posted.seated,
            )
        if not self.rules.player_bank:
            raise Refused(Refusal.NOT_OFFERED, "Players may not bank at this table.", law.filed)
        if answer.says == CO_BANK and not self.rules.co_banking:
            raise Refused(Refusal.NOT_OFFERED, "There is no co-banking at this table.", law.co_banking)
        if self.fresh:
            raise Refused(Refusal.NOT_LAWFUL, "Nobody may bank at the start of the game.", law.start)
        known = answer.player or self._owners.get(seat) or (self.player(seat) if self.players else "")
        last = self.before.of(seat, known)
        if last is None:
            raise Refused(
                Refusal.NOT_LAWFUL,
                f"Seat {seat} made no wager against the dealer in the last round without a bank.",
                law.wagered,
            )
        if not self._entitled(last):
            raise Refused(
                Refusal.NOT_LAWFUL, f"Seat {seat} banked the last round; nobody banks twice in a row.", law.offered
            )
        if any(self.player(other) == last.player and other != seat for other in self.seats(law.wager)):
            raise Refused(
                Refusal.ONE_POSITION,
                f"Seat {seat} has a wager on another area; the banker may wager on one area only.",
                law.one_area,
            )
        return last

    def _entitled(self, last: LastWager) -> bool:
        return last.player != self.before.banked


# --- when betting closes


class Bank(msgspec.Struct, frozen=True):
    """The bank of a round. ``cover`` is its chips on the layout, ``dealer_wager`` the dealer's wager against it."""

    seat: Seat
    player: str
    kind: str  # bank or co_bank
    cover: Cents
    dealer_wager: Cents

    @property
    def named(self) -> str:
        """The player's name; empty where it is the seat's own player."""
        return "" if self.player == str(self.seat) else self.player

    @property
    def shared(self) -> bool:
        """Whether the dealer bears half of the round."""
        return self.kind == CO_BANK

    def dealers(self) -> Wager:
        """The dealer's wager against the bank."""
        return Wager(HOUSE, DEALER_WAGER, "", self.dealer_wager)


def confirmed(book: BankingBook) -> Procedure[Bank | None]:
    """The first player, in the order of offering, who accepted and covers the others' wagers; None: no bank."""
    bank = None
    for seat in offer_order(book.posted.seats, book.before.last):
        if bank is None and seat in book.accepted:
            bank = yield from _confirm(seat, book)
    for seat in sorted(book.accepted):
        if bank is None or seat != bank.seat:
            yield tuple(_withdraw_unneeded(seat, book))
    return bank


def _confirm(seat: Seat, book: BankingBook) -> Procedure[Bank | None]:
    """The player states what the dealer may wager against the bank, and the cover goes on the layout; or passes.

    A player short of chips can only pass: the house refuses a cover that exceeds the player's rack.
    """
    law, last, kind = book.law, book.bankers[seat], book.accepted[seat]
    others = sum(wager.amount for wager in book.wagers() if wager.kind == law.wager and wager.seat != seat)
    cover = Price(others - book.amount(seat, law.wager), law.cover)
    if kind == CO_BANK:
        if not others:  # nobody whose wager could be shared
            return None
        yes = usual = Option(CO_BANK, extra=cover)
        cite = law.cover
    else:
        filed, step = book.rules.dealer_wager_against_bank, book.rules.unit or 1
        most = last.amount if filed == LAST_WAGER else cents(filed)
        yes = Option(DEALER_WAGER, least=0 if others else step, most=most, step=step, extra=cover)
        cite = law.dealer_wager
        usual = Option(DEALER_WAGER, least=most, most=most, extra=cover)
    named = "" if last.player == str(seat) else last.player
    question = Election(seat, "bank", (yes, Option(PASS)), cite, usual, courtesy=True, waits=True, player=named)
    answer = yield from ask(question)
    if answer.says == PASS:
        return None
    bank = Bank(seat, last.player, kind, others + answer.amount, answer.amount)
    yield Marked(kind.replace("_", "-"), f"seat {seat}", seat, cite=law.co_banking if bank.shared else law.offered)
    own = book.up.pop((seat, law.wager, ""), 0)
    if own:  # the bank faces the others' wagers and makes none of this kind
        yield Withdrawn(seat, law.wager, "", own, cite=law.offered)
    yield Wagered(seat, kind, "", bank.cover, 0, bank.named, cite=law.cover)
    if bank.dealer_wager:
        yield Wagered(HOUSE, DEALER_WAGER, "", bank.dealer_wager, cite=law.dealer_wager)
    return bank


def _withdraw_unneeded(seat: Seat, book: BankingBook) -> Iterator[Event]:
    """A player who accepted and does not bank takes no part in the round without the wager that it needs."""
    del book.accepted[seat]
    if not book.has(seat, book.law.wager):
        for owner, kind, on in list(book.up):
            if owner == seat:
                amount = book.up.pop((owner, kind, on))
                yield Withdrawn(seat, kind, on, amount, cite=book.kinds[kind].needs_cite)


# --- settlement


class Centre:
    """The centre of the table in a banked round: losing chips come in, winners are paid, the bank makes good.

    ``rounding`` says how fractions of a cent or chip are paid.
    """

    __slots__ = (
        "_due",
        "_short",
        "amount",
        "bank",
        "beaten",
        "closed",
        "dealer_up",
        "law",
        "rounding",
        "vigorish",
        "winners",
    )

    def __init__(self, bank: Bank, law: BankLaw, vigorish: Vigorish, rounding: PayoutRounding = TO_THE_CENT) -> None:
        self.bank, self.law, self.vigorish, self.rounding = bank, law, vigorish, rounding
        self.amount: Cents = 0
        self.winners: list[tuple[Wager, str]] = []
        self.beaten: list[Wager] = []  # lost against the bank's hands, not surrendered or abandoned before
        self.dealer_up = bank.dealer_wager > 0  # the dealer's wager is on the layout
        self.closed = False  # all is paid, and the bank has what is left
        self._due: Cents = 0  # to winners who have not been paid
        self._short: Cents = 0  # what the bank had to put in

    @property
    def cite(self) -> str:
        return self.law.co_settled if self.bank.shared else self.law.settled

    def lost(self, wager: Wager, *, cite: str, outcome: str) -> Collected:
        """A losing wager goes to the centre at once."""
        self.amount += wager.amount
        return msgspec.structs.replace(collected(wager, cite=cite, outcome=outcome), against=CENTRE)

    def beats(self, wager: Wager, *, cite: str, outcome: str) -> Collected:
        """A wager that lost against the bank's hands."""
        self.beaten.append(wager)
        self.dealer_up = self.dealer_up and wager.seat != HOUSE
        return self.lost(wager, cite=cite, outcome=outcome)

    def ties(self, wager: Wager, *, cite: str, outcome: str) -> Returned:
        """A tied wager goes back at once."""
        self.dealer_up = self.dealer_up and wager.seat != HOUSE
        return returned(wager, cite=cite, outcome=outcome)

    def won(self, wager: Wager, *, outcome: str) -> None:
        """A winner is paid when all have been compared."""
        self.winners.append((wager, outcome))
        self._due += self._winnings(wager)

    def _winnings(self, wager: Wager) -> Cents:
        """What a winner is due, by the breakage filed (I-GEN-06)."""
        return winnings(wager.amount, EVEN, self.rounding)

    def pay(self, cite: str) -> Iterator[Event]:
        """Pay the winners in turn, then the rest to the bank; ``cite`` is the provision on the winners' vigorish."""
        for wager, outcome in self.winners:
            if self.amount < self._winnings(wager):
                yield from self._make_good()
            yield self._paid(wager, outcome, cite)
        yield from self._close()

    def voided(self, cite: str) -> Iterator[Event]:
        """The round is void: all chips go back except what was forfeited before, which is the bank's (I-GEN-08).

        What the bank's hands won lies in the centre and goes back too, unless the centre was already paid out.
        """
        if self.closed:
            return
        for wager in self.beaten:
            self.amount -= wager.amount
            yield Returned(wager.seat, wager.kind, "", 0, wager.amount, "", "void", against=CENTRE, cite=cite)
        if self.dealer_up:
            yield returned(self.bank.dealers(), cite=cite, outcome="void")
        if self.amount:
            yield from self._close()
        elif self.bank.cover:
            yield Withdrawn(self.bank.seat, self.bank.kind, "", self.bank.cover, cite=cite)

    def _paid(self, wager: Wager, outcome: str, cite: str) -> Paid:
        house = wager.seat == HOUSE  # no vigorish from itself (I-621a-15)
        cite = self.law.dealer_paid if house else cite
        line = paid(wager, EVEN, cite=cite, outcome=outcome, rounding=self.rounding)
        gain = line.returned - line.stake
        self.amount -= gain
        self._due -= gain
        return msgspec.structs.replace(line, vigorish=0 if house else self.vigorish.due(gain), against=CENTRE)

    def _make_good(self) -> Iterator[Event]:
        """The centre is exhausted: the bank puts in what is still due; a co-bank half of it, the dealer the other half."""
        bank, missing = self.bank, self._due - self.amount
        house, own = half(missing) if bank.shared else (0, missing)  # I-GEN-06: an odd cent is the house's to bear
        self._short, self.amount = own, self.amount + missing
        if own:
            yield Collected(bank.seat, bank.kind, "", own, 0, "", "shortfall", against=CENTRE, cite=self.cite)
        if house:
            yield Transferred(INVENTORY, CENTRE, house, "half of the shortfall", cite=self.cite)

    def _close(self) -> Iterator[Event]:
        """The unused cover goes back; the surplus, of a co-bank half of it, goes to the bank, less vigorish."""
        bank, surplus = self.bank, self.amount
        self.amount, self.closed = 0, True
        if bank.cover > self._short:
            yield Withdrawn(bank.seat, bank.kind, "", bank.cover - self._short, cite=self.cite)
        own, house = half(surplus) if bank.shared else (surplus, 0)
        if house:
            yield Transferred(CENTRE, INVENTORY, house, "half of the surplus", cite=self.cite)
        if own:
            due = self.vigorish.due(own)
            yield Paid(bank.seat, bank.kind, "", 0, own, "", "surplus", vigorish=due, against=CENTRE, cite=self.cite)
        elif not self._short:
            yield Returned(bank.seat, bank.kind, "", 0, 0, "", "even", against=CENTRE, cite=self.cite)
