"""§ 621a.8 and § 621a.10(c)–(f): hands set, surrendered, shown, compared and settled; and what voids them all."""

from collections.abc import Iterator

import msgspec

from pitboss.chapters.ch621a_pai_gow.dealing import gather, void_or_play
from pitboss.chapters.ch621a_pai_gow.hands import Outcome, house_way, low_hands, outcome, set_hands
from pitboss.chapters.ch621a_pai_gow.irregularities import (
    BANK_EXPOSED,
    DEAD_HAND_EXPOSED,
    DEALER_EXPOSED,
    EMPTY_EXPOSED,
    PLAYER_LEFT,
    SET_WRONGLY,
    WRONG_POSITIONS,
)
from pitboss.chapters.ch621a_pai_gow.rules import PAYS, CrossedHands
from pitboss.chapters.ch621a_pai_gow.table import Round
from pitboss.events import Announced, Discarded, Noted, Revealed, RoundVoided, Settlement
from pitboss.families.shoe_dealing import told
from pitboss.procedure import DEALER, Election, Irregularity, Option, Procedure, Who, ask_each
from pitboss.seating import Seat, counterclockwise
from pitboss.wagers import collected, paid, returned

# § 621a.8(a)–(b).  The players' hands.

LOW = "low"


def set_all(game: Round) -> Procedure[None]:
    """(a)–(b) All players set their hands at once; one with two areas sets one after the other (621a.5(d))."""
    for seats in turns(game):
        yield from set_together(seats, game)


def turns(game: Round) -> Iterator[list[Seat]]:
    """Who sets at once: of one player's two areas first the larger wager's, of equal ones the first counterclockwise."""
    areas: dict[str, list[Seat]] = {}
    for seat in sorted(game.wagers, key=lambda seat: (-game.wagers[seat].amount, -seat)):
        areas.setdefault(game.players[seat], []).append(seat)
    for turn in range(2):
        yield counterclockwise(seats[turn] for seats in areas.values() if len(seats) > turn)


def set_together(seats: list[Seat], game: Round) -> Procedure[None]:
    """(a) Each of these looks at his four tiles and parts them; nobody else sees how."""
    yield tuple(
        Revealed(seat, game.hands[seat], cite="621a.8(a)", seen_by=(seat,)) for seat in seats if seat in game.wagers
    )
    answers = None
    while answers is None:
        seats = [seat for seat in seats if seat in game.wagers]
        try:
            answers = yield from ask_each([setting_question(seat, game) for seat in seats], secret=True)
        except Irregularity as fault:
            if fault.kind == PLAYER_LEFT.name:
                yield from abandoned(fault, game)
            else:
                yield from void_or_play(fault, game)
            if fault.seat not in game.wagers:
                yield from gather(fault.seat, game, "621a.6(e)")
    for seat in seats:
        game.settings[seat] = set_hands(game.hands[seat], answers[seat].cards)


def setting_question(seat: Seat, game: Round) -> Election:
    """(a)–(b) Any two tiles may be laid as the low hand; told how the house would set them, a player may follow it.

    The house way is set for one who is not there (I-GEN-12).
    """
    tiles = game.hands[seat]
    options = tuple(Option(LOW, cards=two) for two in low_hands(tiles))
    return Election(
        seat, "low hand", options, "621a.8(a)", Option(LOW, cards=house_way(tiles, game.rules.house_way).low)
    )


def abandoned(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.5(b), I-GEN-12: the wager of one who left may be treated as lost, when a floorperson says so."""
    if fault.seat not in game.wagers:
        raise fault
    yield told(PLAYER_LEFT, fault)
    yield collected(game.wagers.pop(fault.seat), cite="621a.5(b)", outcome="abandoned")


# § 621a.8(c)–(d).  The dealer's hands.


def dealer_sets(game: Round) -> Procedure[None]:
    """(c)–(d) When all have set, the dealer turns his tiles over and sets them the house way."""
    setting = game.settings[DEALER] = house_way(game.hands[DEALER], game.rules.house_way)
    yield Revealed(DEALER, setting.tiles, str(setting), cite="621a.8(c)")


# § 621a.8(e).  Surrender.

SURRENDER, SHOW = "surrender", "show_hands"


def surrenders(game: Round) -> Procedure[None]:
    """(e), I-621a-09: a player may give up the whole wager to keep his tiles unseen."""
    answers = None
    while answers is None:
        seats = counterclockwise(game.wagers)
        try:
            answers = yield from ask_each([surrender_question(seat) for seat in seats])
        except Irregularity as fault:
            yield from set_again_or_abandoned(fault, game)
    for seat in seats:
        if answers[seat].says == SURRENDER:
            yield collected(game.wagers.pop(seat), cite="621a.8(e)", outcome=SURRENDER)
            yield from gather(seat, game, "621a.8(e)")


def surrender_question(seat: Seat) -> Election:
    return Election(
        seat, "surrender", (Option(SHOW), Option(SURRENDER)), "621a.8(e)", Option(SHOW), courtesy=True, waits=True
    )


def set_again_or_abandoned(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.10(f): hands not set as filed are set again and the round goes on. 621a.5(b): a player leaves."""
    if fault.kind == PLAYER_LEFT.name:
        yield from abandoned(fault, game)
        yield from gather(fault.seat, game, "621a.5(b)")
    elif fault.kind == SET_WRONGLY.name:
        yield told(SET_WRONGLY, fault)
        yield from dealer_sets(game)
    else:
        raise fault


# § 621a.8(f)–(l).  Comparison and settlement.


def settle_all(game: Round) -> Procedure[None]:
    """(f)–(j) From the dealer's right each player's hands are shown, compared, settled and gathered."""
    for seat in counterclockwise(game.wagers):
        result, cite = verdict(seat, DEALER, game)
        yield from show(seat, result, game, "621a.8(f)")
        yield settled(seat, DEALER, result, cite, game)
        yield Discarded(seat, game.settings[seat].tiles, cite="621a.8(j)")
    yield Discarded(DEALER, game.settings[DEALER].tiles, cite="621a.4(f)")


def verdict(seat: Seat, against: Who, game: Round) -> tuple[Outcome, str]:
    """(g)–(i) Win, loss or tie, with the paragraph. I-621a-08: a low hand above the high one may lose, if so filed."""
    mine = game.settings[seat]
    if mine.crossed and game.rules.crossed_hands is CrossedHands.LOSE:
        return Outcome.LOSE, "I-621a-08"
    return outcome(mine, game.settings[against])


def show(seat: Seat, result: Outcome, game: Round, cite: str) -> Procedure[None]:
    """(f) Both hands face up, and the result aloud."""
    setting = game.settings[seat]
    yield Revealed(seat, setting.tiles, str(setting), cite=cite)
    yield Announced(f"seat {seat} {result}", cite=cite)


def settled(seat: Seat, against: Who, result: Outcome, cite: str, game: Round) -> Settlement:
    """(g)–(i), (k) One wager: collected, handed back, or paid with the vigorish taken from it."""
    rules, wager = game.rules, game.wagers[seat]
    hands = f"{game.settings[seat]} against {game.settings[against]}"
    if result is Outcome.LOSE:
        return collected(wager, cite=cite, outcome=hands)
    if result is Outcome.TIE:
        return returned(wager, cite=cite, outcome=hands)
    won = paid(wager, PAYS, cite="621a.8(k)", outcome=hands, breakage=rules.breakage, chip=rules.chip)
    return msgspec.structs.replace(won, vigorish=rules.vigorish.due(won.returned - won.stake))


# § 621a.10(c), (e).  What voids every hand.

VOIDS = {kind.name: kind for kind in (WRONG_POSITIONS, DEALER_EXPOSED, BANK_EXPOSED, DEAD_HAND_EXPOSED, EMPTY_EXPOSED)}


def void(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.10(c), (e), I-621a-21, -22: every hand is void and every wager goes back; the tiles are mixed again."""
    unseen = [place for place in (DEALER, game.bank) if place in game.hands and place not in game.settings]
    possible = {
        WRONG_POSITIONS.name: True,
        DEALER_EXPOSED.name: DEALER in unseen,
        BANK_EXPOSED.name: game.bank in unseen,
        DEAD_HAND_EXPOSED.name: True,
        EMPTY_EXPOSED.name: bool(game.empty),
    }
    if not (game.hands and possible.get(fault.kind)):
        raise fault
    kind = VOIDS[fault.kind]
    yield told(kind, fault)
    yield RoundVoided(kind.name.replace("_", " "), cite=kind.cite)
    for seat in counterclockwise(game.wagers):
        yield returned(game.wagers[seat], cite=kind.cite, outcome="void")
    yield Noted("tiles to be mixed again", cite=kind.cite)
