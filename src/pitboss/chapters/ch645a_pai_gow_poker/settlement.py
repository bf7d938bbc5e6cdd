"""§ 645a.11(e)–(j), § 645a.12(i)–(n): hands shown and compared, optional wagers, Envy Bonuses."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from pitboss.chapters.ch645a_pai_gow_poker.hands import (
    Outcome,
    bonus_line,
    called,
    compare,
    insurance_line,
    progressive_line,
)
from pitboss.chapters.ch645a_pai_gow_poker.round import Round
from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    EMPERORS,
    EVEN,
    FORTUNE,
    INSURANCE,
    MAIN,
    METER_SHARES,
    PROGRESSIVE,
    PROGRESSIVE_PAYS,
    BonusTable,
    EnvyBonuses,
)
from pitboss.events import Announced, Event, Marked, Paid, Settlement
from pitboss.families.pai_gow_poker.outcome import by_outcome
from pitboss.families.pai_gow_poker.round import envy_lines, turned_up
from pitboss.families.progressive import AwardCites, documented, share_paid, validated
from pitboss.families.settling import decided, won
from pitboss.money import Cents
from pitboss.procedure import DEALER, Procedure, attest
from pitboss.seating import Seat
from pitboss.wagers import Wager, collected


def settlement(game: Round) -> Procedure[None]:
    """(e)–(j) One player after the other from the dealer's right; then the Envy Bonuses; then the last cards."""
    if game.centre is not None:
        yield from against_bank(game)
    left_face_up: list[Seat] = []
    for seat in game.seats:
        if game.centre is None and (seat, MAIN) in game.wagers:
            yield from against_dealer(game, seat)
        rearranged = bool(game.lammers) or game.has_optional(seat)
        if rearranged:
            yield from settle_optional(game, seat)
        if envied(game, seat):
            left_face_up.append(seat)
        elif seat != game.against:
            yield discard(game, seat, "645a.11(i)" if rearranged else "645a.11(g)")
    yield from settle_envy(game)
    for seat in left_face_up:
        yield discard(game, seat, _envy_cites(game).settled)
    yield from gather(game, left_face_up)


def discard(game: Round, seat: Seat, cite: str) -> Event:
    """(g)–(j) A player's cards go to the rack together, visible to all if they were shown."""
    cards = game.settings[seat].cards if seat in game.settings else tuple(game.cards(seat))
    return game.deal.deck.shoe.discard(seat, cards, cite, shown=seat in game.deal.turned)


def gather(game: Round, left_face_up: list[Seat]) -> Procedure[None]:
    """(j) What is left: the bank's cards and the dealer's."""
    if game.bank is not None and game.bank.seat not in left_face_up:
        yield discard(game, game.bank.seat, "645a.11(j)")
    if not game.deal.idle:
        yield game.deal.deck.shoe.discard(DEALER, game.settings[DEALER].cards, "645a.11(j)", shown=True)


# --- (e)–(f) The Pai Gow Poker Wager against the dealer


def against_dealer(game: Round, seat: Seat) -> Procedure[None]:
    """(e)–(f) Both hands shown, compared with the dealer's, and settled at once."""
    outcome, cite, words = yield from shown(game, seat, "645a.11(e)")
    wager = game.take(seat, MAIN)
    assert wager is not None
    line = by_outcome(wager, outcome, EVEN, game.rules, cite=cite, pays="645a.13(a)", words=words)
    yield with_vigorish(line, game) if isinstance(line, Paid) else line


def shown(game: Round, seat: Seat, cite: str) -> Procedure[tuple[Outcome, str, str]]:
    """(e), 645a.12(j): turn the hands up and announce the result."""
    mine, other = game.settings[seat], game.settings[game.against]
    yield from turned_up(game, seat, mine.cards, mine.spoken, cite)
    outcome, decides = compare(mine, other)
    yield Announced(f"seat {seat} {outcome}", cite=cite)
    words = f"foul: {mine.spoken}" if mine.foul else f"{mine.spoken} against {other.spoken}"
    return outcome, decides, words


def with_vigorish(line: Paid, game: Round) -> Paid:
    """645a.13(a): 5% of what was won, taken when it is paid."""
    return msgspec.structs.replace(line, vigorish=game.rules.vigorish.due(line.returned - line.stake))


# --- 645a.12(i)–(m) Against a bank

DEALER_WINS = "dealer wins against the bank"  # what the dealer is asked, by kind


def against_bank(game: Round) -> Procedure[None]:
    """(i)–(m) The dealer's wager first; then all players, losing wagers to the centre at once; then the winners."""
    assert game.centre is not None
    assert game.bank is not None
    if game.bank.dealer_wager:
        yield from dealer_against_bank(game)
    for seat in game.up(MAIN):
        outcome, cite, words = yield from shown(game, seat, game.centre.cite)
        wager = game.wagers[seat, MAIN]
        if outcome is Outcome.WINS:  # it stays on the layout until it is paid
            game.centre.won(wager, outcome=words)
            continue
        game.take(seat, MAIN)
        settle = game.centre.beats if outcome is Outcome.LOSES else game.centre.ties
        yield settle(wager, cite=cite, outcome=words)
    for wager, _ in game.centre.winners:
        game.take(wager.seat, wager.kind)
    yield tuple(game.centre.pay("645a.12(m)"))


def dealer_against_bank(game: Round) -> Procedure[None]:
    """(i) The dealer wins with both hands above the bank's and ties with one; a copy goes to the bank."""
    assert game.centre is not None
    assert game.bank is not None
    outcome, _ = compare(game.settings[DEALER], game.settings[game.against])
    yield Announced(f"the dealer {outcome}", cite="645a.12(i)")
    wager, words = game.bank.dealers(), f"{game.settings[DEALER].spoken} against {game.settings[game.against].spoken}"
    if outcome is Outcome.LOSES:
        yield game.centre.beats(wager, cite="645a.12(i)", outcome=words)
    elif outcome is Outcome.TIES:
        yield game.centre.ties(wager, cite="645a.12(i)", outcome=words)
    else:
        what = "laid the dealer's cards at the right of the inventory, the wager on top"
        yield from attest(DEALER, what, "645a.12(i)", kind=DEALER_WINS)
        game.centre.won(wager, outcome=words)


# --- (h) Optional wagers, always paid by the dealer (645a.12(n))


def settle_optional(game: Round, seat: Seat) -> Procedure[None]:
    """(h), I-645a-10: the seven cards as their best hand, even if they were set foul or surrendered."""
    face_up = _left_face_up(game, seat)
    yield from turned_up(game, seat, game.cards(seat), called(game.cards(seat)), "645a.11(h)")
    yield tuple(settle_bonus(game, seat, FORTUNE, game.rules.fortune, "645a.13(b)", "645a.11(h)(1)(i)(A)"))
    yield tuple(settle_bonus(game, seat, EMPERORS, game.rules.emperors, "645a.13(c)", "645a.11(h)(2)(i)(A)"))
    yield tuple(settle_insurance(game, seat))
    yield from settle_progressive(game, seat)
    if envied(game, seat):
        yield Announced(f"Envy Bonus Qualifying Hand at seat {seat}: {called(game.cards(seat))}", cite=face_up)


def _left_face_up(game: Round, seat: Seat) -> str:
    """The paragraph under which a qualifying hand is announced: its player has that wager, of any size, or not."""
    cites = _envy_cites(game)
    return cites.with_wager if (seat, cites.wager) in game.wagers else cites.without_wager


class EnvyCites(msgspec.Struct, frozen=True):
    """The paragraphs on Envy Bonuses of one wager."""

    wager: str
    with_wager: str
    without_wager: str
    settled: str


FORTUNE_ENVY = EnvyCites(FORTUNE, "645a.11(h)(1)(i)(B)", "645a.11(h)(1)(i)(C)", "645a.11(h)(1)(iii)")
EMPERORS_ENVY = EnvyCites(EMPERORS, "645a.11(h)(2)(i)(B)", "645a.11(h)(2)(i)(C)", "645a.11(h)(2)(iii)")


def _envy_cites(game: Round) -> EnvyCites:
    """(h)(1) where a Fortune Bonus Wager qualified, else (h)(2)."""
    return FORTUNE_ENVY if any(kind == FORTUNE for _, kind in game.lammers) else EMPERORS_ENVY


def settle_bonus(game: Round, seat: Seat, kind: str, table: BonusTable, pays: str, loses: str) -> Iterator[Settlement]:
    """(h)(1)–(2) Fortune Bonus and Emperor's Treasure, on the line that pays most."""
    if wager := game.take(seat, kind):
        line = bonus_line(game.cards(seat), table.pays)
        outcome = _words(line) or called(game.cards(seat))
        yield game.limited(decided(wager, table.pays.get(line), game.rules, pays=pays, loses=loses, outcome=outcome))


def settle_insurance(game: Round, seat: Seat) -> Iterator[Settlement]:
    """(h)(3) Paid by the highest card, lost with a pair or better."""
    if wager := game.take(seat, INSURANCE):
        line = insurance_line(game.cards(seat))
        odds, outcome = game.rules.insurance.get(line), _words(line) or called(game.cards(seat))
        settled = decided(wager, odds, game.rules, pays="645a.13(d)", loses="645a.11(h)(3)(i)", outcome=outcome)
        yield game.limited(settled)


def _words(line: str) -> str:
    return line.replace("_", " ")


# --- (h)(4) Progressive Payout

AWARD = AwardCites(*(f"645a.11(h)(4)(ii)({letter})" for letter in "ABCD"))


def settle_progressive(game: Round, seat: Seat) -> Procedure[None]:
    """(h)(4), I-645a-26: verified, validated and paid by what the meter shows at this player's turn."""
    wager = game.wagers.get((seat, PROGRESSIVE))
    if wager is None:
        return
    line = progressive_line(game.cards(seat))
    if not line:
        game.take(seat, PROGRESSIVE)
        yield collected(wager, cite="645a.11(h)(4)(i)", outcome=called(game.cards(seat)))
        return
    yield from validated(seat, AWARD)
    percent = METER_SHARES.get(line)
    if percent is None:
        game.take(seat, PROGRESSIVE)
        yield game.limited(won(wager, PROGRESSIVE_PAYS[line], game.rules, cite="645a.13(e)(1)", outcome=_words(line)))
    else:
        yield from share_of_meter(game, wager, percent, line)


def share_of_meter(game: Round, wager: Wager, percent: int, line: str) -> Procedure[None]:
    """(D) Not from the table inventory; the cards stay until the documents are complete.

    645a.13(f), I-645a-12: what the payout limit does not pay stays on the meter.
    """
    assert game.meter is not None
    due = yield from game.meter.due(percent)
    paid = game.limited(share_paid(wager, percent, due, cite="645a.13(e)(3)", outcome=_words(line)))
    yield from game.meter.pay(wager.seat, percent, paid.returned)
    game.take(wager.seat, PROGRESSIVE)
    yield paid
    yield from documented(wager.seat, AWARD.documents)


# --- (h)(1)(ii), (h)(2)(ii) Envy Bonus

CITES: Mapping[str, str] = {FORTUNE: "645a.13(b)", EMPERORS: "645a.13(c)"}


def envy(game: Round, kind: str, holder: Seat) -> Cents:
    """What the hand at ``holder`` pays a lammer of this kind: four-of-a-kind or better qualifies."""
    table = game.rules.fortune if kind == FORTUNE else game.rules.emperors
    return table.envy.get(bonus_line(game.cards(holder), table.pays), 0)


def envied(game: Round, holder: Seat) -> bool:
    """Whether a hand stays face up until the Envy Bonuses are paid."""
    return any(envy(game, kind, holder) for _, kind in game.lammers)


def settle_envy(game: Round) -> Procedure[None]:
    """To each lammer, for every qualifying hand of another player; never for one's own or the dealer's."""
    for kind in (FORTUNE, EMPERORS):
        receivers = [seat for seat in game.seats if (seat, kind) in game.lammers]
        yield tuple(envy_lines(game, f"{kind}_envy", receivers, partial(due_envy, game, kind), called, CITES[kind]))
    if game.lammers:
        yield Marked("envy lammer", "", cite=_envy_cites(game).settled)


def due_envy(game: Round, kind: str, seat: Seat, holder: Seat) -> Cents:
    """I-645a-07: each Qualifying Wager is paid, unless one Envy Bonus a hand was filed: then the greater, Fortune first."""
    due = envy(game, kind, holder)
    other = EMPERORS if kind == FORTUNE else FORTUNE
    if game.rules.envy_bonuses is EnvyBonuses.PER_WAGER or (seat, other) not in game.lammers:
        return due
    beside = envy(game, other, holder)
    return due if due > beside or (due == beside and kind == FORTUNE) else 0
