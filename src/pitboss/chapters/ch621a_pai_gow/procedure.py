"""One round of Pai Gow: § 621a.6 and § 621a.8, and what § 621a.9 changes where a player banks."""

from pitboss.chapters.ch621a_pai_gow.completion import set_all, settle_all, show_dealer_and_bank, surrenders, void
from pitboss.chapters.ch621a_pai_gow.dealing import betting, choose_style, deal, mix, stack
from pitboss.chapters.ch621a_pai_gow.delivery import CUTS, cut
from pitboss.chapters.ch621a_pai_gow.rules import BANK_LAW, KINDS, PAI_GOW, Rules
from pitboss.chapters.ch621a_pai_gow.table import Round, Table
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Announced, Marked, Noted, RoundClosed, RoundOpened
from pitboss.families.banking import Bank, BankingBook, confirmed
from pitboss.game import RoundStart
from pitboss.procedure import Election, Irregularity, Option, Procedure, ask


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: mixing, wagers, a bank perhaps, tiles to all places, hands set, compared and settled."""
    state = state.begins(start)
    yield RoundOpened(start.number, cite="621a.4(f)")
    yield from mix()
    book = BankingBook(
        rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding,
        law=BANK_LAW, rules=rules, before=state.bank.begins(start), fresh=state.fresh, players=start.names,
    )  # fmt: skip
    yield from betting(book)
    bank = yield from confirmed(book)
    game = Round(rules, book, bank)
    played = bool(game.wagers or bank)
    if played:
        yield from hands_and_settlement(game)
    if bank:
        yield Marked(bank.kind.replace("_", "-"), "", cite="621a.9(c)")
    yield RoundClosed(start.number, cite="621a.4(f)")
    # After a round without players the table is idle: the next round is the start of the game (621a.4(g), I-621a-10).
    return Table(ShoeState(shuffled=played), state.bank.after(bank, book, PAI_GOW) if played else state.bank)


def hands_and_settlement(game: Round) -> Procedure[None]:
    """From the call to the last settlement, or to the void that ends the round."""
    cut_at = (yield from banks_cut(game.bank)) if game.bank else ""
    yield Announced("no more bets", cite=_call(game))
    stacks = yield from stack()
    if cut_at:
        stacks = cut(stacks, cut_at)
    style = yield from choose_style(game)
    try:
        yield from deal(game, stacks, style)
        yield from set_all(game)
        yield from show_dealer_and_bank(game)
        yield from surrenders(game)
    except Irregularity as fault:
        yield from void(fault, game)
    else:
        yield from settle_all(game)


def _call(game: Round) -> str:
    """The provision under which betting is closed."""
    if game.bank:
        return "621a.9(i)"
    return "621a.6(a)(1)" if game.uses_rng else "621a.6(a)(2)"


# § 621a.9(g).  The bank's cut.

CUT, DECLINE = "cut", "decline_cut"


def banks_cut(bank: Bank) -> Procedure[str]:
    """(g), I-621a-18: only the bank may have the stacks cut, once. Returns the cut; empty: none."""
    options = (Option(DECLINE), *(Option(CUT, on=name) for name in CUTS))
    answer = yield from ask(Election(bank.seat, "cut", options, "621a.9(g)", options[0], courtesy=True, waits=True))
    if answer.on:
        yield Noted(f"stacks cut: {answer.on}", bank.seat, cite=CUTS[answer.on][0])
    return answer.on
