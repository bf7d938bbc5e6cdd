"""A player banks the round: the offer, who may accept it, his cover, the dealer's wager, the centre of the table.

645a.12 and 621a.9 say the same of cards and of tiles; a chapter names its provisions in one ``BankLaw``. Betting
opens with a ``BankingBook``, where a player may accept or pass the bank as long as he may wager. When it closes,
``confirmed`` gives the bank to the first in the order of offering who accepted it and covers the others' wagers.
Comparisons are the chapter's; a ``Centre`` collects, pays, makes good a shortfall and hands over a surplus.

The bank's cover lies on the layout, as a wager of the kind ``bank``, from the moment he is confirmed: of it he loses
a shortfall, and the rest is his again. Losers' chips go to the account ``centre`` and winners are paid out of it. The
dealer wagers as seat 0, out of the inventory.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from pitboss.events import Collected, Elected, Event, Marked, Paid, Returned, Transferred, Wagered, Withdrawn
from pitboss.families.settling import TO_THE_CENT, Breaking, won
from pitboss.money import Cents, Odds, Vigorish, cents, dollars, half, winnings
from pitboss.procedure import Answer, Election, Offer, Option, Procedure, Refusal, Refused, ask
from pitboss.seating import Seat, counterclockwise_from
from pitboss.wagers import REMOVE, Book, Wager, collected, returned

BANK, CO_BANK, PASS, DEALER_WAGER = "bank", "co_bank", "pass_bank", "dealer_wager"
CENTRE, INVENTORY = "centre", "inventory"  # accounts: the middle of the table, and the chips of the house
HOUSE: Seat = 0  # where the dealer wagers from
LAST_WAGER = "last_wager"  # of the bank, against the dealer: what the dealer wagers unless a sum was filed
EVEN = Odds.parse("1 to 1")


class BankLaw(msgspec.Struct, frozen=True):
    """What a chapter calls each rule of its section on banking."""

    wager: str  # the kind of wager that a bank covers
    filed: str  # players may bank if the Rules Submission says so
    start: str  # nobody banks at the start of the game
    offered: str  # the order of offering; never twice running
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
    """Co-banking needs a bank; the dealer's wager is the bank's last one or a sum of money, in whole chips."""
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
    """What a table remembers: the wagers of the last round without a bank, where the last bank sat, and who banked
    the last round of all, if anybody did."""

    wagered: tuple[LastWager, ...] = ()
    last: Seat = 0
    banked: str = ""

    def of(self, seat: Seat) -> LastWager | None:
        return next((wager for wager in self.wagered if wager.seat == seat), None)

    def after(self, bank: "Bank | None", book: Book, kind: str) -> "BankState":
        """The next state, once a round has been dealt."""
        if bank is not None:
            return BankState(self.wagered, bank.seat, bank.player)
        wagers = (LastWager(w.seat, book.player(w.seat), w.amount) for w in book.wagers() if w.kind == kind)
        return BankState(tuple(wagers), self.last)


def offer_order(positions: int, last: Seat) -> list[Seat]:
    """Counterclockwise from the dealer's right; later from the right of the last bank (I-621a-11)."""
    return counterclockwise_from(last - 1, range(1, positions + 1))


# --- while betting is open


class BankingBook(Book):
    """A betting book in which players answer the offer of the bank; who did, and how, stands in ``accepted``.

    The offer is made to all and taken up in its order when betting closes, so that nobody waits for anyone.
    ``fresh``: the game is just starting, and nobody may bank (I-621a-10, I-645a-13).
    """

    acts = frozenset({REMOVE, BANK, CO_BANK, PASS})

    __slots__ = ("accepted", "before", "fresh", "law", "rules")

    def __init__(self, *args: Any, law: BankLaw, rules: Banking, before: BankState, fresh: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.law, self.rules, self.before, self.fresh = law, rules, before, fresh
        self.accepted: dict[Seat, str] = {}

    @property
    def may_bank(self) -> bool:
        """Whether there is anyone who might bank this round."""
        return self.rules.player_bank and not self.fresh and any(map(self._entitled, self.before.wagered))

    def has(self, seat: int, kind: str) -> bool:
        """One who is to bank takes part without a wager of his own."""
        return super().has(seat, kind) or (kind == self.law.wager and seat in self.accepted)

    def check(self, answer: Answer) -> None:
        if answer.says in (BANK, CO_BANK, PASS):
            self._check_bank(answer)
            return
        super().check(answer)

    def _check_wager(self, answer: Answer) -> Cents:
        total = super()._check_wager(answer)
        if answer.wager == self.law.wager:
            player = answer.player or str(answer.by)
            if any(self._name(seat) == player and seat != answer.by for seat in self.accepted):
                raise Refused(Refusal.ONE_POSITION, "Who banks may wager on one area only.", self.law.one_area)
        return total

    def _act(self, answer: Answer) -> Sequence[Event]:
        if answer.says not in (BANK, CO_BANK, PASS):
            return super()._act(answer)
        seat = answer.by
        assert isinstance(seat, int)
        self.accepted.pop(seat, None)
        if answer.says != PASS:
            self.accepted[seat] = answer.says
        return (Elected(seat, answer.says, cite=self.law.offered),)

    def offers(self, seat: int, player: str = "") -> tuple[Offer, ...]:
        found = list(super().offers(seat, player))
        for word in (BANK, CO_BANK, PASS):
            try:
                self._check_bank(Answer(seat, word))
            except Refused:
                continue
            if self.accepted.get(seat) != word:
                found.append(Offer(word, cite=self.law.offered))
        return tuple(found)

    def _check_bank(self, answer: Answer) -> None:
        """One refusal for each reason why this player may not bank this round."""
        law, seat = self.law, answer.by
        if not isinstance(seat, int) or not 1 <= seat <= self.posted.seats:
            raise Refused(Refusal.NO_SUCH_SEAT, f"{seat!r} is no seat that could bank.", self.posted.seated)
        if not self.rules.player_bank:
            raise Refused(Refusal.NOT_OFFERED, "Players may not bank at this table.", law.filed)
        if answer.says == CO_BANK and not self.rules.co_banking:
            raise Refused(Refusal.NOT_OFFERED, "There is no co-banking at this table.", law.co_banking)
        if self.fresh:
            raise Refused(Refusal.NOT_LAWFUL, "Nobody may bank at the start of the game.", law.start)
        last = self.before.of(seat)
        if last is None or answer.player not in ("", last.player):
            raise Refused(
                Refusal.NOT_LAWFUL,
                f"Seat {seat} made no wager against the dealer in the last round without a bank.",
                law.wagered,
            )
        if not self._entitled(last):
            raise Refused(Refusal.NOT_LAWFUL, f"Seat {seat} banked the last round.", law.offered)
        if any(self.player(other) == last.player and other != seat for other in self.seats(law.wager)):
            raise Refused(Refusal.ONE_POSITION, f"Seat {seat}'s player has a wager on another area.", law.one_area)

    def _entitled(self, last: LastWager) -> bool:
        return last.player != self.before.banked

    def _name(self, seat: Seat) -> str:
        last = self.before.of(seat)
        return last.player if last is not None else str(seat)


# --- when betting closes


class Bank(msgspec.Struct, frozen=True):
    """The bank of a round. ``cover`` is what lies on the layout for him, ``dealer_wager`` what he faces from the dealer."""

    seat: Seat
    player: str
    kind: str  # bank or co_bank
    cover: Cents
    dealer_wager: Cents

    @property
    def shared(self) -> bool:
        """Whether the dealer bears half."""
        return self.kind == CO_BANK

    def dealers(self) -> Wager:
        """The dealer's wager against the bank."""
        return Wager(HOUSE, DEALER_WAGER, "", self.dealer_wager)


def confirmed(book: BankingBook) -> Procedure[Bank | None]:
    """The first who accepted, in the order of offering, once he has covered the others; else there is no bank."""
    bank = None
    for seat in offer_order(book.posted.seats, book.before.last):
        if bank is None and seat in book.accepted:
            bank = yield from _confirm(seat, book)
    for seat in sorted(book.accepted):
        if bank is None or seat != bank.seat:
            yield tuple(_hand_back_strays(seat, book))
    return bank


def _confirm(seat: Seat, book: BankingBook) -> Procedure[Bank | None]:
    """He says what the dealer may wager against him, and his cover goes on the layout; or he passes after all.

    A player short of chips can say no more than that he passes: the house refuses what his rack cannot carry.
    """
    law, last, kind = book.law, book.before.of(seat), book.accepted[seat]
    assert last is not None
    others = sum(wager.amount for wager in book.wagers() if wager.kind == law.wager and wager.seat != seat)
    if kind == CO_BANK:
        if not others:  # nobody whose wager could be shared
            return None
        yes = usual = Option(CO_BANK)
        cite = law.cover
    else:
        filed, step = book.rules.dealer_wager_against_bank, book.rules.unit or 1
        most = last.amount if filed == LAST_WAGER else cents(filed)
        yes, cite = Option(DEALER_WAGER, least=0 if others else step, most=most, step=step), law.dealer_wager
        usual = Option(DEALER_WAGER, least=most, most=most)
    question = Election(seat, "bank", (yes, Option(PASS)), cite, usual, courtesy=True, waits=True)
    answer = yield from ask(question)
    if answer.says == PASS:
        return None
    bank = Bank(seat, last.player, kind, others + answer.amount, answer.amount)
    yield Marked(kind.replace("_", "-"), f"seat {seat}", seat, cite=law.co_banking if bank.shared else law.offered)
    own = book.up.pop((seat, law.wager, ""), 0)
    if own:  # he faces the others' wagers and makes none of this kind
        yield Withdrawn(seat, law.wager, "", own, cite=law.offered)
    yield Wagered(seat, kind, "", bank.cover, cite=law.cover)
    if bank.dealer_wager:
        yield Wagered(HOUSE, DEALER_WAGER, "", bank.dealer_wager, cite=law.dealer_wager)
    return bank


def _hand_back_strays(seat: Seat, book: BankingBook) -> Iterator[Event]:
    """One who would have banked and does not has no part in the round unless he made the wager it takes."""
    del book.accepted[seat]
    if not book.has(seat, book.law.wager):
        for owner, kind, on in list(book.up):
            if owner == seat:
                amount = book.up.pop((owner, kind, on))
                yield Withdrawn(seat, kind, on, amount, cite=book.kinds[kind].needs_cite)


# --- settlement


class Centre:
    """The middle of the table in a banked round: losers' chips come in, winners are paid, the bank makes good.

    ``payouts`` is how a table pays what does not come out even.
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
        "payouts",
        "vigorish",
        "winners",
    )

    def __init__(self, bank: Bank, law: BankLaw, vigorish: Vigorish, payouts: Breaking = TO_THE_CENT) -> None:
        self.bank, self.law, self.vigorish, self.payouts = bank, law, vigorish, payouts
        self.amount: Cents = 0
        self.winners: list[tuple[Wager, str]] = []
        self.beaten: list[Wager] = []  # lost to the bank's hands, not given up before
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
        """A wager that neither won nor lost goes back at once."""
        self.dealer_up = self.dealer_up and wager.seat != HOUSE
        return returned(wager, cite=cite, outcome=outcome)

    def won(self, wager: Wager, *, outcome: str) -> None:
        """A winner is paid when all have been compared."""
        self.winners.append((wager, outcome))
        self._due += self._winnings(wager)

    def _winnings(self, wager: Wager) -> Cents:
        """What a winner is due, by the breakage filed (I-GEN-06)."""
        return winnings(wager.amount, EVEN, self.payouts.breakage, self.payouts.chip)

    def pay(self, cite: str) -> Iterator[Event]:
        """Winners in their turn, then what is left over to the bank; ``cite`` is what charges winners the vigorish."""
        for wager, outcome in self.winners:
            if self.amount < self._winnings(wager):
                yield from self._make_good()
            yield self._paid(wager, outcome, cite)
        yield from self._close()

    def voided(self, cite: str) -> Iterator[Event]:
        """The round is void: all have their chips back, save what was forfeited before, which is the bank's (I-GEN-08).

        What the bank's hands have won lies in the centre undivided, and goes back too; once it was paid out, it stands.
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
        line = won(wager, EVEN, self.payouts, cite=self.law.dealer_paid if house else cite, outcome=outcome)
        gain = line.returned - line.stake
        self.amount -= gain
        self._due -= gain
        return msgspec.structs.replace(line, vigorish=0 if house else self.vigorish.due(gain), against=CENTRE)

    def _make_good(self) -> Iterator[Event]:
        """The centre is exhausted: the bank puts in what is still due, or half of it, the dealer the other half."""
        bank, missing = self.bank, self._due - self.amount
        house, own = half(missing) if bank.shared else (0, missing)  # I-GEN-06: an odd cent is the house's to bear
        self._short, self.amount = own, self.amount + missing
        if own:
            yield Collected(bank.seat, bank.kind, "", own, 0, "", "shortfall", against=CENTRE, cite=self.cite)
        if house:
            yield Transferred(INVENTORY, CENTRE, house, "half of the shortfall", cite=self.cite)

    def _close(self) -> Iterator[Event]:
        """What was not needed of the cover goes back; a surplus, or half of it, is the bank's, less vigorish."""
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
