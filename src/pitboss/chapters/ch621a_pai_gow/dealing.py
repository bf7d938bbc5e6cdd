"""§§ 621a.4, 621a.6 and 621a.7: mixing, stacks, the starting position, and tiles to every place."""

from pitboss.chapters.ch621a_pai_gow.delivery import PLACES, STYLES, Style, deliver, places_from
from pitboss.chapters.ch621a_pai_gow.irregularities import (
    ANOTHER_SET,
    DELIVERY,
    INSPECTED,
    LID_LIFTED,
    NO_ROLL,
    PLAYER_EXPOSED,
    SEAL_SIGNED,
    SEALED,
    UNSUITABLE,
    VERIFIED,
    WHILE_STACKING,
)
from pitboss.chapters.ch621a_pai_gow.table import Round
from pitboss.equipment.dice import faces, throws
from pitboss.equipment.shoe import Shoe, ShoeState
from pitboss.equipment.tiles import NUMBERED, TILES, Stacks, draw_stacks
from pitboss.events import COUNT, Announced, Dealt, IrregularityReported, Marked, Noted, Replaced, Shown
from pitboss.families.banking import BankingBook
from pitboss.families.irregularities import irregularity_event
from pitboss.families.one_deck import confirm
from pitboss.families.pai_gow import VOID_HAND, exposed_question, named, patiently
from pitboss.procedure import (
    DEALER,
    FLOOR,
    Election,
    Irregularity,
    Option,
    Procedure,
    Who,
    ask,
    attest,
    betting_window,
    draw,
)
from pitboss.seating import Seat
from pitboss.wagers import returned

# § 621a.4.  Opening of the table for gaming; mixing procedures.

LEAST_CIRCLES = 8  # 621a.4(d), of each hand
MIXING = Election(
    DEALER,
    "mixing",
    (Option("circles", least=LEAST_CIRCLES, most=99, unit=COUNT),),
    "621a.4(d)",
    Option("circles", least=LEAST_CIRCLES, most=LEAST_CIRCLES, unit=COUNT),
    courtesy=True,
)


def tile_set() -> Shoe:
    """A whole set, face down; nobody knows which tile is where."""
    return Shoe(TILES, ShoeState(), device="tiles")


def mix() -> Procedure[None]:
    """(d), (f) All tiles face down, mixed with at least eight circles of each hand, and stacked."""
    yield from ask(MIXING)
    yield tile_set().shuffle("621a.4(d)")


def betting(book: BankingBook) -> Procedure[None]:
    """621a.5(c): wagers until "no more bets", while the tiles are inspected, mixed and stacked."""
    yield from patiently(lambda: betting_window(book, "621a.5(c)"), lambda fault: other_or_mixed_tiles(fault, book))


def stack() -> Procedure[Stacks]:
    """621a.4(d): what lies in the eight stacks, from the dealer's right."""
    return (yield from patiently(lambda: draw_stacks(tile_set(), "621a.4(d)"), mix_again))


def mix_again(fault: Irregularity) -> Procedure[None]:
    """621a.4(e): after a tile exposed in stacking all tiles are mixed again."""
    if fault.kind != WHILE_STACKING.name:
        raise fault
    yield irregularity_event(WHILE_STACKING, fault)
    yield from mix()


def other_or_mixed_tiles(fault: Irregularity, book: BankingBook) -> Procedure[None]:
    """621a.4(a)(3), (e): an unsuitable set is replaced; after a tile exposed in stacking all tiles are mixed again."""
    if fault.kind != UNSUITABLE.name:
        yield from mix_again(fault)
        return
    yield irregularity_event(UNSUITABLE, fault)
    yield from replace_set()
    yield from mix()
    book.fresh = True  # the first round with another set is the start of the game (621a.9(b), I-621a-10)
    for seat in sorted(book.accepted):
        yield Noted("nobody banks at the start of the game", seat, cite="621a.9(b)")
    book.accepted.clear()


def replace_set() -> Procedure[None]:
    """(a)(3)(i)–(ii), (a) Another set from the reserve; the unsuitable one is sealed, and the other inspected."""
    brought, sealed = "621a.4(a)(3)(i)", "621a.4(a)(3)(ii)"
    seals = "sealed the unsuitable set, with table number, date and time, and signed it"
    yield from attest(FLOOR, "brought another set from the reserve", brought, kind=ANOTHER_SET)
    yield from attest(DEALER, seals, sealed, kind=SEALED)
    yield from attest(FLOOR, "signed the sealed set", sealed, kind=SEAL_SIGNED)
    yield Replaced("tiles", "unsuitable", inspected=True, sealed=True, cite=brought)
    yield from attest(DEALER, "sorted and inspected the tiles", "621a.4(a)", kind=INSPECTED)
    yield from attest(FLOOR, "verified the inspection", "621a.4(a)", kind=VERIFIED)


# § 621a.6.  Procedures for dealing the tiles.

DICE, LEAST_SHAKES = 3, 3  # 621a.2(d), 621a.6(a)(2), 621a.9(i)
NUMBERS = {str(number): 1 for number in range(1, len(PLACES) + 1)}  # I-621a-02: equally likely


def shakes(by: Who, cite: str) -> Election:
    """621a.6(a)(2), 621a.9(i): at least three."""
    usual = Option("shakes", least=LEAST_SHAKES, most=LEAST_SHAKES, unit=COUNT)
    return Election(
        by, "shakes", (Option("shakes", least=LEAST_SHAKES, most=99, unit=COUNT),), cite, usual, courtesy=True
    )


def deal(game: Round, stacks: Stacks, style: Style) -> Procedure[None]:
    """(a)–(e), 621a.9(i)–(l): the count, then four tiles to each of the eight places, wagered on or not."""
    total = yield from (shown_number() if game.uses_rng else shaken_total(game))
    places = places_from(total, game.first)
    yield Marked("start", named(places[0]), cite="621a.9(j)" if game.bank else "621a.6(c)")
    game.hands, origins = deliver(stacks, style, places), deliver(NUMBERED, style, places)
    for place, hand in game.hands.items():
        out_of = zip(hand, origins[place], strict=True)
        yield tuple(Dealt(place, tile, stack, cite=STYLES[style][0], seen_by=()) for tile, stack in out_of)
    yield from patiently(lambda: delivered(game), lambda fault: void_or_play(fault, game))
    for place in game.empty:
        yield game.gathered(place, "621a.9(l)" if game.bank else "621a.6(e)")


def shown_number() -> Procedure[int]:
    """(a)(1), (b) The number that the generator displays."""
    number = yield from draw("number", NUMBERS, "621a.6(a)(1)", independent=True)
    yield Shown("number", number, cite="621a.6(a)(1)")
    yield Announced(f"number {number}", cite="621a.6(b)")
    return int(number)


def shaken_total(game: Round) -> Procedure[int]:
    """(a)(2), (b), 621a.9(i): the total of three dice, shaken by the dealer, or by the bank (I-621a-02)."""
    cite = "621a.9(i)" if game.bank else "621a.6(a)(2)"
    throw = ""
    while not throw:
        yield from ask(shakes(game.first, cite))
        try:
            throw = yield from draw("dice", throws(DICE), cite, independent=True)
            yield Shown("dice", throw, cite=cite)
            yield confirm("dice", "totalled", cite)
        except Irregularity as fault:
            yield from shake_again(fault, game)
            throw = ""
    total = sum(faces(throw))
    yield Announced(f"total {total}", cite="621a.9(i)" if game.bank else "621a.6(b)")
    return total


def shake_again(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.9(i), 621a.10(a)–(b), I-621a-20: the dice are shaken again and all wagers stand."""
    if fault.kind == LID_LIFTED.name and game.bank:
        yield irregularity_event(LID_LIFTED, fault)
    elif fault.kind == NO_ROLL.name and not game.uses_rng:
        cite = "621a.10(b)" if fault.facts.get("fell_out") else "621a.10(a)"
        yield IrregularityReported(NO_ROLL.name, NO_ROLL.remedy, cite=cite)
        yield Announced("no roll", cite=cite)
    else:
        raise fault


def delivered(game: Round) -> Procedure[None]:
    """(d) The tiles are delivered; until the dealer says so an irregularity may be reported. Nobody has looked yet."""
    upon = "wager" if game.bank and game.bank.dealer_wager else "marker"
    what, cite = f"dealt all stacks and put the {upon} on the dealer's own", "621a.9(k)" if game.bank else "621a.6(d)"
    yield from attest(DEALER, what, cite, kind=DELIVERY, says="delivered")


# § 621a.7.  Alternative dealing procedures.

STYLE = "style"


def choose_style(game: Round) -> Procedure[Style]:
    """The dealer, or a bank, may choose among the styles filed (I-621a-19); otherwise the ordinary style is used."""
    if len(game.rules.styles) == 1:
        return Style.FROM_THE_RIGHT
    options = tuple(Option(STYLE, on=style) for style in game.rules.styles)
    cite = "621a.9(i)" if game.bank else "621a.7"
    answer = yield from ask(
        Election(game.first, "style of delivery", options, cite, options[0], courtesy=True, waits=True)
    )
    return Style(answer.on)


# § 621a.10(d).  A player's tile exposed.


def void_or_play(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.10(d), I-621a-21: before looking, the player voids the hand and has the wager back, or plays it."""
    seat = fault.seat
    if fault.kind != PLAYER_EXPOSED.name or seat not in game.wagers:
        raise fault
    yield irregularity_event(PLAYER_EXPOSED, fault)
    if (yield from voids(seat)):
        yield returned(game.wagers.pop(seat), cite="621a.10(d)", outcome="void")


def voids(seat: Seat) -> Procedure[bool]:
    """Whether a player whose tile was exposed voids the hand."""
    answer = yield from ask(exposed_tile(seat))
    return answer.says == VOID_HAND


def exposed_tile(seat: Seat) -> Election:
    return exposed_question(seat, "tile", "621a.10(d)")
