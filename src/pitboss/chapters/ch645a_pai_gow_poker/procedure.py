"""§§ 645a.5, 645a.8–645a.12, 645a.14: one round, from the shuffle to the discard rack, and what may go wrong."""

from collections.abc import Iterator

import msgspec

from pitboss.chapters.ch645a_pai_gow_poker.round import Round
from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    BANK_LAW,
    KINDS,
    MAIN,
    BankSets,
    Rules,
)
from pitboss.chapters.ch645a_pai_gow_poker.settlement import AWARD, DEALER_WINS, settlement
from pitboss.chapters.ch645a_pai_gow_poker.table import Table
from pitboss.events import Event, Marked, Revealed, RoundClosed, RoundOpened
from pitboss.families.banking import Bank, BankingBook, confirmed
from pitboss.families.house_ways import LOW, Setting
from pitboss.families.irregularities import irregularity_event
from pitboss.families.one_deck import confirm
from pitboss.families.one_deck_table import DEALER_ONLY
from pitboss.families.pai_gow import patiently, turns
from pitboss.families.pai_gow_poker.dealing import Deal, PlayersDeck, cutters
from pitboss.families.pai_gow_poker.law import DealingCites, dealing_law
from pitboss.families.pai_gow_poker.play import deck_for, or_void
from pitboss.families.pai_gow_poker.round import (
    HANDS_SET,
    abandoned,
    brought_to_hands,
    hands_set_incorrectly,
    player_left,
)
from pitboss.families.pai_gow_poker.setting import (
    SURRENDER,
    asked,
    looked,
    set_face_down,
    setting_question,
    surrender_question,
    surrendered,
)
from pitboss.families.pai_gow_poker.table import table_questions
from pitboss.game import RoundStart, StaffQuestion
from pitboss.procedure import DEALER, Election, Irregularity, Procedure, ask, attest
from pitboss.seating import Seat

# § 645a.5.  Shuffle and cut of the cards; procedures for determining the starting position for dealing cards.
# §§ 645a.8–645a.10.  Dealing from a manual shoe, from the hand, from an automated shoe.

HAND = 7
LAW = dealing_law(
    DealingCites(
        chapter="645a",
        cards=HAND,
        button="645a.5(i)(3)",
        lid_lifted="645a.5(i)(1)(ii)",
        no_roll="645a.14(a)",
        fell_out="645a.14(b)",
        wrong_start="645a.14(c)",
        player_exposed="645a.14(d)",
        dealer_exposed="645a.14(e)",
        bank_exposed="645a.14(e)",
        face_up="645a.14(f)",
        drawn_in_error="645a.14(g)",
        wrong_number="645a.14(h)",  # and (k)
        while_dealing="645a.14(j)",  # in stacks, too (I-645a-18)
        jam="645a.14(l)",
        shoe_jam="645a.14(m)",
        unusable="645a.14(n)",
    )
)


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: shuffle, wagers, bank, start, deal, hands set and shown, settlement from the dealer's right."""
    state = state.begins(start)
    yield RoundOpened(start.number, cite="645a.5(a)")
    deck = deck_for(state, LAW, rules, start)
    book = BankingBook(
        rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding,
        law=BANK_LAW, rules=rules, before=state.bank.begins(start), fresh=state.fresh, players=start.names,
    )  # fmt: skip
    deck.uncut = book.may_bank
    yield from deck.ready()
    deal = Deal(LAW, rules, deck)
    yield from deal.betting(book, "645a.7(c)")
    bank = yield from choose_bank(book, deck, start)
    meter = state.progressive(rules)
    game = Round(rules, book, deal, bank, meter)
    dealt = game.in_play
    if dealt:
        yield from or_void(game, hands_and_settlement(game, state.button))
    if bank is not None:
        yield Marked(bank.kind.replace("_", "-"), "", bank.seat, cite="645a.12(c)")
    yield RoundClosed(start.number, cite="645a.11(j)")
    return msgspec.structs.replace(
        state.after(deck, meter, begun=dealt and not deck.removed),
        bank=state.bank.after(bank, book, MAIN) if dealt else state.bank,
        button=(state.button + 1) % (rules.seats + 1) if dealt else state.button,
    )


def choose_bank(book: BankingBook, deck: PlayersDeck, start: RoundStart) -> Procedure[Bank | None]:
    """645a.12(c)–(g): who banks is decided before the cut, which the bank is offered first (645a.5(d)(2)), after a shuffle."""
    bank = yield from confirmed(book)
    if deck.uncut:
        deck.uncut = False
        if bank is not None:
            deck.cutters = cutters(deck.shoe.state, start, bank.seat)
            yield deck.shoe.shuffle("645a.12(g)")
        if deck.is_cut:
            yield from deck.cut()
    return bank


def hands_and_settlement(game: Round, button: Seat) -> Procedure[None]:
    """From the lammers to the last settlement."""
    deal, bank = game.deal, game.bank
    deal.seats, deal.bank = game.seats, bank.seat if bank is not None else 0
    deal.idle = bank is not None and not bank.dealer_wager
    yield from brought_to_hands(game, game.lammers, button=button or DEALER)
    yield from set_hands(game)
    yield from dealer_sets(game)
    yield from surrenders(game)
    yield from settlement(game)


# § 645a.11.  Procedures for completion of each round of play.

BANK_SET_AGAIN = "bank set again"  # what the dealer is asked, by kind


def set_hands(game: Round) -> Procedure[None]:
    """(a)–(b) All players set at the same time, one with two areas one after the other (645a.7(f)); last, the bank."""
    main = {seat: game.wagers[seat, MAIN].amount for seat in game.up(MAIN)}
    for together in turns(main, game.players):
        yield from set_together(game, together)
    if game.bank is not None and not game.bank.shared:
        yield from set_together(game, [game.bank.seat])


def set_together(game: Round, seats: list[Seat]) -> Procedure[None]:
    """(b) Each of these sets two cards low and five high; a hand once set is not touched again ((a)(3))."""
    yield from looked(game, seats, "645a.11(a)")
    questions = [hands_question(game, seat) for seat in seats if seat in game.seats]
    answers = yield from asked(game, questions, lambda fault: left(fault, game), secret=True)
    yield from set_face_down(game, answers, game.rules.way.set, "645a.11(b)")


def hands_question(game: Round, seat: Seat) -> Election:
    """(a)(1) Any two cards may be set low; the house way is shown to a player who asks, and used for an absent one."""
    return setting_question(game, seat, game.rules.way.set, LOW, "645a.11(b)")


def dealer_sets(game: Round) -> Procedure[None]:
    """(c), 645a.12(e), (i): the dealer's hands, then the bank's, in the open."""
    way = game.rules.way
    if not game.deal.idle:
        game.settings[DEALER] = way.set(game.deal.hands[DEALER])
        game.deal.turned.add(DEALER)
    yield from bank_sets(game)
    yield from patiently(
        lambda: ask(confirm(HANDS_SET, "hands_set", "645a.11(c)")), lambda fault: set_again(fault, game)
    )


def bank_sets(game: Round) -> Procedure[None]:
    """Turn the hands up. The dealer sets the bank's again only now: before, it would give hidden cards away."""
    if game.bank is None:
        yield tuple(hands_up(game))
        return
    seat = game.bank.seat
    own, made = game.settings.get(seat), bank_setting(game, game.rules.way.set(game.cards(seat)))
    game.settings[seat] = made
    game.deal.turned.add(seat)
    yield tuple(hands_up(game))
    if own is not None and own != made:
        yield from attest(DEALER, "set the bank's hands again", "645a.14(i)", kind=BANK_SET_AGAIN, seat=seat)


def bank_setting(game: Round, house: Setting) -> Setting:
    """645a.12(e), (i), 645a.14(i), I-645a-22: the dealer sets a co-bank's hand; a foul is always set again.

    A bank bound to the house way has followed it with hands of the same ranks, whatever their suits.
    """
    own = game.settings.get(game.against)
    if own is None or own.foul:
        return house
    as_filed = (own.high_value, own.low_value) == (house.high_value, house.low_value)
    return own if game.rules.bank_sets is BankSets.FREE or as_filed else house


def hands_up(game: Round) -> Iterator[Event]:
    """(c) The hands that the others are compared with, face up on the layout."""
    if not game.deal.idle:
        yield Revealed(DEALER, game.settings[DEALER].cards, game.settings[DEALER].spoken, cite="645a.11(c)")
    if game.bank is not None:
        made, cite = game.settings[game.bank.seat], "645a.12(e)" if game.bank.shared else "645a.12(i)"
        yield Revealed(game.bank.seat, made.cards, made.spoken, cite=cite)


def surrenders(game: Round) -> Procedure[None]:
    """(d) Before the hands are shown, a player without optional wagers may surrender the whole wager (I-GEN-27)."""
    questions = [
        surrender_question(game, seat, MAIN, "645a.11(d)") for seat in game.up(MAIN) if not game.has_optional(seat)
    ]
    answers = yield from asked(game, questions, lambda fault: set_again(fault, game))
    for seat in game.up(MAIN):
        if seat in answers and answers[seat].says == SURRENDER:
            yield from surrendered(game, seat, MAIN, "645a.11(d)", envied=bool(game.lammers))


# § 645a.14.  Irregularities; invalid roll of dice.

PLAYER_LEFT = player_left("645a.7(b)")
SET_WRONGLY = hands_set_incorrectly("645a.14(i)", "Dealer's or bank's")
IRREGULARITIES = (*LAW.kinds, SET_WRONGLY, PLAYER_LEFT)
STAFF_QUESTIONS = (
    *table_questions(LAW, hands="645a.11(c)", hand="645a.11(e)", surrender="645a.11(d)", award=AWARD),
    StaffQuestion(BANK_SET_AGAIN, DEALER_ONLY, "645a.14(i)"),
    StaffQuestion(DEALER_WINS, DEALER_ONLY, "645a.12(i)"),
)


def left(fault: Irregularity, game: Round) -> Procedure[None]:
    """645a.7(b): a player who faces the dealer or the bank may have left; the house takes over from a bank who left."""
    yield from abandoned(fault, game, PLAYER_LEFT, game.up(MAIN))


def set_again(fault: Irregularity, game: Round) -> Procedure[None]:
    """645a.14(i): hands of the dealer or bank that were not set as filed are set again, and the round goes on."""
    if fault.kind != SET_WRONGLY.name:
        yield from left(fault, game)
        return
    yield irregularity_event(SET_WRONGLY, fault)
    yield tuple(hands_up(game))
