"""§ 688a.11(e)–(j): hands shown and compared, optional wagers, Envy Bonuses."""

from collections.abc import Iterator, Mapping
from functools import partial

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import (
    ace_high_line,
    called,
    compare,
    fortune_line,
    is_ace_high,
    progressive_line,
)
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import EVEN
from pitboss.chapters.ch688a_face_up_pai_gow_poker.round import Round
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import ACE_HIGH, FORTUNE, MAIN, PROGRESSIVE
from pitboss.events import Announced, Event, Marked, Paid, Settlement
from pitboss.families.pai_gow_poker.outcome import by_outcome
from pitboss.families.pai_gow_poker.round import envy_lines, turned_up
from pitboss.families.progressive import ALL, NOT_THE_TABLE, AwardCites, Sharing, Winners, documented, validated
from pitboss.families.settling import decided
from pitboss.money import Cents
from pitboss.procedure import DEALER, Procedure
from pitboss.seating import Seat
from pitboss.wagers import Wager, collected, returned


def settlement(game: Round) -> Procedure[None]:
    """(e)–(j) One player after the other from the dealer's right; then the Envy Bonuses; then the last cards."""
    left_face_up: list[Seat] = []
    for seat in game.seats:
        if (seat, MAIN) in game.wagers:
            yield from settle_main(game, seat)
        if game.lammers or game.has_optional(seat):
            yield from settle_optional(game, seat)
        if envied(game, seat) or any(wager.seat == seat for wager, _ in game.jackpots):
            left_face_up.append(seat)
        else:
            yield discard(game, seat)
    yield from settle_jackpots(game)
    yield from settle_envy(game)
    for seat in left_face_up:
        yield discard(game, seat, "688a.11(h)(2)(iii)" if envied(game, seat) else "688a.11(g)")
    yield game.deal.deck.shoe.discard(DEALER, game.settings[DEALER].cards, "688a.11(j)", shown=True)


def discard(game: Round, seat: Seat, cite: str = "688a.11(g)") -> Event:
    """(g), (i)–(j) A player's cards go to the rack together, when all wagers on them are settled."""
    cards = game.settings[seat].cards if seat in game.settings else tuple(game.cards(seat))
    return game.deal.deck.shoe.discard(seat, cards, cite, shown=seat in game.deal.turned)


# --- (e)–(f) The Face Up Pai Gow Poker Wager


def settle_main(game: Round, seat: Seat) -> Procedure[None]:
    """(e)–(f) Both hands shown, compared with the dealer's, called, and settled at once."""
    mine, dealer = game.settings[seat], game.settings[DEALER]
    yield from turned_up(game, seat, mine.cards, mine.spoken, "688a.11(e)")
    outcome, cite = compare(mine, dealer, foul_loses=game.rules.foul_loses)
    yield Announced(f"seat {seat} {outcome}", cite="688a.11(e)")
    words = f"{'foul: ' if mine.foul else ''}{mine.spoken} against {_faced(game)}"
    wager = game.take(seat, MAIN)
    assert wager is not None
    yield by_outcome(wager, outcome, EVEN, game.rules, cite=cite, pays="688a.12(a)", words=words)


def _faced(game: Round) -> str:
    """What the dealer has, in words."""
    return "an Ace High Pai Gow" if is_ace_high(game.cards(DEALER)) else game.settings[DEALER].spoken


# --- (h)(1)–(2) Ace High Bonus, Fortune Bonus


def settle_optional(game: Round, seat: Seat) -> Procedure[None]:
    """(h) The seven cards as their best hand, even if they were set foul or surrendered."""
    cards = game.cards(seat)
    yield from turned_up(game, seat, cards, called(cards), "688a.11(h)")
    yield tuple(settle_ace_high(game, seat))
    yield tuple(settle_fortune(game, seat))
    yield from settle_progressive(game, seat)
    if envied(game, seat):
        yield Announced(
            f"Envy Bonus Qualifying Hand at seat {seat}: {called(cards)}", cite=_left_face_up(game, seat)
        )  # fmt: skip


def _left_face_up(game: Round, seat: Seat) -> str:
    """The paragraph under which a qualifying hand is announced and left face up."""
    if not any(kind == FORTUNE for _, kind in game.lammers):
        return "688a.11(h)(3)(i)(C)"
    return "688a.11(h)(2)(i)(B)" if seat in game.fortunes else "688a.11(h)(2)(i)(C)"


def settle_ace_high(game: Round, seat: Seat) -> Iterator[Settlement]:
    """(h)(1) Won when the dealer's seven cards are an Ace High Pai Gow, more when the player's are one too."""
    if wager := game.take(seat, ACE_HIGH):
        dealer = game.cards(DEALER)
        line = ace_high_line(dealer, game.cards(seat))
        odds, outcome = game.rules.ace_high.get(line), _words(line) or f"dealer {called(dealer)}"
        yield decided(wager, odds, game.rules, pays="688a.12(b)", loses="688a.11(h)(1)(i)(A)", outcome=outcome)


def settle_fortune(game: Round, seat: Seat) -> Iterator[Settlement]:
    """(h)(2), I-688a-01: the paytable says what wins, pushes and loses."""
    if wager := game.take(seat, FORTUNE):
        table, cards = game.rules.fortune, game.cards(seat)
        line = fortune_line(cards, table)
        outcome = _words(line) or called(cards)
        if line in table.pushes:
            yield returned(wager, cite="688a.12(c)", outcome=outcome)
            return
        odds = table.pays.get(line)
        yield decided(wager, odds, game.rules, pays="688a.12(c)", loses="688a.11(h)(2)(i)(A)", outcome=outcome)


def _words(line: str) -> str:
    return line.replace("_", " ")


# --- (h)(3) Progressive Payout

AWARD = AwardCites(*(f"688a.11(h)(3)(i)(B)({number})" for number in range(1, 5)))


def settle_progressive(game: Round, seat: Seat) -> Procedure[None]:
    """(h)(3), I-GEN-03: verified, validated and paid by what the meter shows at this player's turn."""
    wager = game.wagers.get((seat, PROGRESSIVE))
    if wager is None:
        return
    table, cards = game.rules.progressive, game.cards(seat)
    line = progressive_line(cards, table)
    if not line:
        game.take(seat, PROGRESSIVE)
        yield collected(wager, cite="688a.11(h)(3)(i)(A)", outcome=called(cards))
        return
    yield from validated(seat, AWARD)
    award = table.awards[line]
    if award.percent == ALL and game.rules.progressive_winners is Winners.EQUAL:
        game.jackpots.append((wager, line))
        return
    of_meter = 0
    if award.percent:
        assert game.meter is not None
        of_meter = yield from game.meter.award(seat, award.percent)
    yield awarded(game, wager, line, of_meter)
    if award.percent:  # the cards stay until the documents are complete
        yield from documented(seat, AWARD.documents)


def settle_jackpots(game: Round) -> Procedure[None]:
    """I-688a-15, where that was filed: several winners of the whole meter share it equally, when all hands are shown."""
    if not game.jackpots:
        return
    assert game.meter is not None
    player = game.players.__getitem__  # with two winning areas a player has one part
    shares = yield from game.meter.shared([wager for wager, _ in game.jackpots], Sharing.EQUAL, player)
    winners = len({player(wager.seat) for wager, _ in game.jackpots})
    yield tuple(awarded(game, wager, line, shares[wager.seat], winners) for wager, line in game.jackpots)
    for wager, _ in game.jackpots:
        yield from documented(wager.seat, AWARD.documents)


def awarded(game: Round, wager: Wager, line: str, of_meter: Cents, winners: int = 1) -> Settlement:
    """(B)(4), I-688a-06: the sum, the share of the meter, and the stake where the paytable returns it.

    An award with a share of the meter is not paid from the table inventory.
    """
    game.take(wager.seat, PROGRESSIVE)
    award = game.rules.progressive.awards[line]
    due = award.amount + of_meter + (wager.amount if game.rules.progressive.stake_back else 0)
    against, text = NOT_THE_TABLE if award.percent else "", award.text_for(winners)
    return Paid(
        wager.seat, wager.kind, "", wager.amount, due, text, _words(line), against=against, cite="688a.12(d)"
    )  # fmt: skip


# --- (h)(2)(ii) Envy Bonus

CITES: Mapping[str, str] = {FORTUNE: "688a.12(c)", PROGRESSIVE: "688a.12(d)"}


def envy(game: Round, kind: str, holder: Seat) -> Cents:
    """What the hand at ``holder`` pays a lammer of this kind: four-of-a-kind or better qualifies."""
    cards = game.cards(holder)
    if kind == FORTUNE:
        return game.rules.fortune.envy.get(fortune_line(cards, game.rules.fortune), 0)
    award = game.rules.progressive.awards.get(progressive_line(cards, game.rules.progressive))
    return award.envy if award is not None else 0


def due_envy(game: Round, kind: str, seat: Seat, holder: Seat) -> Cents:
    """The same for every lammer of this kind; ``envy_lines`` leaves out the receiver's own hands."""
    return envy(game, kind, holder)


def envied(game: Round, holder: Seat) -> bool:
    """Whether a hand stays face up until the Envy Bonuses are paid."""
    return any(envy(game, kind, holder) for _, kind in game.lammers)


def settle_envy(game: Round) -> Procedure[None]:
    """To each lammer, for every qualifying hand of another player; never for one's own or the dealer's (I-688a-14)."""
    for kind, cite in CITES.items():
        receivers = [seat for seat in game.seats if (seat, kind) in game.lammers]
        yield tuple(envy_lines(game, f"{kind}_envy", receivers, partial(due_envy, game, kind), called, cite))
    if game.lammers:
        yield Marked("envy lammer", "", cite="688a.11(h)(2)(ii)")
