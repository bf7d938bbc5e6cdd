"""One round of Pai Gow, from the mixing of the tiles to the last wager."""

from pitboss.chapters.ch621a_pai_gow.completion import dealer_sets, set_all, settle_all, surrenders, void
from pitboss.chapters.ch621a_pai_gow.dealing import betting, deal, mix, stack
from pitboss.chapters.ch621a_pai_gow.delivery import Style
from pitboss.chapters.ch621a_pai_gow.rules import KINDS, Rules
from pitboss.chapters.ch621a_pai_gow.table import Round, Table
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Announced, RoundClosed, RoundOpened
from pitboss.game import Start
from pitboss.procedure import Irregularity, Procedure
from pitboss.wagers import Book


def play(state: Table, rules: Rules, start: Start) -> Procedure[Table]:
    """One round: mixing, wagers, the starting position, tiles to all places, hands set, compared and settled."""
    yield RoundOpened(start.number, cite="621a.4(f)")
    yield from mix()
    book = Book(rules.spots, rules.posted, KINDS, breakage=rules.breakage)
    yield from betting(book, fresh=not state.tiles.shuffled)
    game = Round(rules, book)
    if game.wagers:
        yield from hands_and_settlement(game)
    yield RoundClosed(start.number, cite="621a.4(f)")
    return Table(ShoeState(shuffled=bool(game.wagers)))


def hands_and_settlement(game: Round) -> Procedure[None]:
    yield Announced("no more bets", cite="621a.6(a)(1)" if game.uses_rng else "621a.6(a)(2)")
    stacks = yield from stack()
    try:
        yield from deal(game, stacks, Style.FROM_THE_RIGHT)
        yield from set_all(game)
        yield from dealer_sets(game)
        yield from surrenders(game)
    except Irregularity as fault:
        yield from void(fault, game)
    else:
        yield from settle_all(game)
