"""§ 621a.8 and § 621a.10(c)–(f): hands set, surrendered, shown, compared and settled; and what voids them all."""

from collections.abc import Sequence
from itertools import combinations

import msgspec

from pitboss.chapters.ch621a_pai_gow.dealing import exposed_tile, voids
from pitboss.chapters.ch621a_pai_gow.hands import Outcome, called, house_way, low_hands, outcome, set_hands
from pitboss.chapters.ch621a_pai_gow.irregularities import (
    BANK_EXPOSED,
    DEAD_HAND_EXPOSED,
    DEALER_EXPOSED,
    EMPTY_EXPOSED,
    PLAYER_EXPOSED,
    PLAYER_LEFT,
    SET_WRONGLY,
    WRONG_POSITIONS,
)
from pitboss.chapters.ch621a_pai_gow.rules import PAYS, BankSets, CrossedHands, Rules
from pitboss.chapters.ch621a_pai_gow.table import Round
from pitboss.equipment.tiles import Tile
from pitboss.events import Announced, Discarded, Noted, Revealed, RoundVoided
from pitboss.faces import FaceDown, was_face_down
from pitboss.families.irregularities import irregularity_event
from pitboss.families.leaving import WhoLeaves, as_filed
from pitboss.families.one_deck import confirm
from pitboss.families.pai_gow import deciding_first, looked_already, patiently, turns
from pitboss.families.settling import won
from pitboss.game import Arranged
from pitboss.procedure import DEALER, Answer, Election, GivenUp, Irregularity, Option, Procedure, Who, ask_each
from pitboss.seating import Seat, counterclockwise
from pitboss.wagers import returned

# § 621a.8(a)–(b).  The players' hands.

LOW, HOUSE_WAY = "low", "house_way"


def set_all(game: Round) -> Procedure[None]:
    """(a)–(b) All players, and a bank, set at the same time; one with two areas one after the other (621a.5(d))."""
    for together in turns({seat: game.stake(seat) for seat in game.setters}, game.players):
        yield from decide_before_the_look(together, game)
        present = [seat for seat in together if seat in game.setters]
        yield tuple(Revealed(seat, game.hands[seat], cite="621a.8(a)", seen_by=(seat,)) for seat in present)
        yield from set_together(present, game)


def set_together(seats: list[Seat], game: Round) -> Procedure[None]:
    """(a) Each of these sets four tiles as two hands, unseen by others; hands once set are not touched again (b)."""

    answers = yield from deciding_first(
        [setting_question(seat, game) for seat in seats],
        takes_part=lambda seat: seat in game.setters,
        exposed=game.exposed,
        question=exposed_tile,
        void=lambda seat: void_hand(seat, game),
        remedy=lambda fault: exposed_or_left(fault, game),
        secret=True,
    )
    for seat, answer in answers.items():
        tiles = game.hands[seat]
        if answer.says == HOUSE_WAY:
            game.settings[seat] = set_hands(tiles, house_way(tiles, game.rules.house_way).low)
        elif any(isinstance(tile, FaceDown) for tile in tiles):
            game.unseen[seat] = answer.cards
        else:
            game.settings[seat] = set_hands(tiles, answer.cards)


def exposed_or_left(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.10(d): a tile of a player who has not set yet is exposed; or a player leaves (621a.5(b))."""
    seat = fault.seat
    if (
        fault.kind != PLAYER_EXPOSED.name
        or seat not in game.wagers
        or seat in {*game.settings, *game.unseen, *fault.answered}
    ):
        yield from abandoned(fault, game)
        return
    yield irregularity_event(PLAYER_EXPOSED, fault)
    if fault.facts.get("looked"):
        yield looked_already(seat, PLAYER_EXPOSED.cite)
    elif seat not in game.exposed:
        game.exposed.append(seat)


def decide_before_the_look(seats: Sequence[Seat], game: Round) -> Procedure[None]:
    """621a.10(d): a tile of a second area was exposed while the first was set."""
    for seat in [seat for seat in seats if seat in game.exposed]:
        game.exposed.remove(seat)
        if (yield from voids(seat)):
            yield from void_hand(seat, game)


def void_hand(seat: Seat, game: Round) -> Procedure[None]:
    """621a.10(d), I-621a-21: the wager goes back, and nobody sees the tiles."""
    yield returned(game.wagers.pop(seat), cite=PLAYER_EXPOSED.cite, outcome="void")
    yield game.gathered(seat, PLAYER_EXPOSED.cite)


def setting_question(seat: Seat, game: Round) -> Election:
    """(a)–(b) Any two tiles may be set as the low hand. The house way is shown to a player who asks, and used for one
    who is absent (I-GEN-12)."""
    tiles = game.hands[seat]
    if any(was_face_down(tile) for tile in tiles):  # only the player knows them; for the house way they are turned
        unseen = tuple(Option(LOW, cards=two) for two in combinations(tiles, 2))
        ask_dealer = Option(HOUSE_WAY)
        return Election(seat, "low hand", (*unseen, ask_dealer), "621a.8(a)", ask_dealer)
    options = tuple(Option(LOW, cards=two) for two in low_hands(tiles))
    usual = Option(LOW, cards=house_way(tiles, game.rules.house_way).low)
    return Election(seat, "low hand", options, "621a.8(a)", usual)


def arranged(rules: Rules, tiles: Sequence[Tile], low: Sequence[Tile]) -> Arranged:
    """(a), I-621a-08: a preview of two hands, with a warning where the low hand ranks above the high one."""
    setting = set_hands(tiles, tuple(low))
    crossed = {
        CrossedHands.LOSE: "The low hand ranks above the high hand: set like this, the wager loses.",
        CrossedHands.SWAPPED: "The low hand ranks above the high hand: it will count as the high hand.",
    }
    warning = crossed[rules.crossed_hands] if setting.crossed else ""
    high, other = (setting.low, setting.high) if setting.crossed else (setting.high, setting.low)
    foul = setting.crossed and rules.crossed_hands is CrossedHands.LOSE
    return Arranged(called(high), called(other), warning, "I-621a-08" if warning else "", foul)


def abandoned(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.5(b), I-GEN-12: a floorperson may treat the wager of a player who left as lost, or return it."""
    if fault.kind != PLAYER_LEFT.name or fault.seat not in game.wagers:
        raise fault
    kind = as_filed(PLAYER_LEFT, game.rules)
    yield irregularity_event(kind, fault)
    if game.rules.player_who_leaves is WhoLeaves.RETURNED:
        yield returned(game.wagers.pop(fault.seat), cite=kind.cite, outcome="void")
    else:
        yield game.lost(fault.seat, cite=kind.cite, outcome="abandoned")
    yield game.gathered(fault.seat, kind.cite)


# § 621a.8(c)–(d), § 621a.9(e), (n).  The hands of dealer and bank.


def show_dealer_and_bank(game: Round) -> Procedure[None]:
    """When all have set, the dealer's tiles are turned over and set; then the bank's hands are shown."""
    if game.dealer_plays:
        setting = game.settings[DEALER] = house_way(game.hands[DEALER], game.rules.house_way)
        yield Revealed(DEALER, setting.tiles, str(setting), cite="621a.9(n)" if game.bank else "621a.8(c)")
        game.shown.append(DEALER)
    if game.bank:
        yield from show_bank(game.bank.seat, game)


def show_bank(seat: Seat, game: Round) -> Procedure[None]:
    """621a.9(e), (n), 621a.10(f): the dealer sets a co-bank's hands; a bank's hands that are set wrongly are set again."""
    filed = house_way(game.hands[seat], game.rules.house_way)
    own = game.setting(seat) if seat in game.settings or seat in game.unseen else filed
    fouls = own.crossed and game.rules.crossed_hands is CrossedHands.LOSE
    set_wrongly = fouls or (game.rules.bank_sets is BankSets.HOUSE_WAY and not own.like(filed))
    made = game.settings[seat] = filed if set_wrongly else own
    cite = "621a.9(e)" if game.bank and game.bank.shared else "621a.9(n)"
    yield Revealed(seat, made.tiles, str(made), cite=cite)
    if set_wrongly:  # recorded only now: before, it would give hidden tiles away
        yield Noted("the bank's hands set again, as filed", seat, cite="621a.10(f)")
    game.shown.append(seat)


# § 621a.8(e).  Surrender.

SURRENDER, SHOW = "surrender", "show_hands"


def surrenders(game: Round) -> Procedure[None]:
    """(e), I-621a-09: a player may surrender the whole wager, and the tiles stay unseen.

    Where no player is left to be asked, as with only a bank and the dealer, the dealer confirms instead, so that their
    hands may still be found set wrongly.
    """

    def questions() -> Procedure[dict[Who, Answer]]:
        if not game.wagers:
            yield confirm("hands", "hands_set", "621a.9(n)" if game.bank else "621a.8(c)")
        return (yield from ask_each([surrender_question(game, seat) for seat in counterclockwise(game.wagers)]))

    answers = yield from patiently(questions, lambda fault: set_again(fault, game))
    for seat in counterclockwise(game.wagers):
        if answers[seat].says == SURRENDER:
            yield game.lost(seat, cite="621a.8(e)", outcome=SURRENDER)
            yield game.gathered(seat, "621a.8(e)")


def surrender_question(game: Round, seat: Seat) -> Election:
    options = (Option(SHOW), Option(SURRENDER, gives_up=GivenUp(game.stake(seat))))
    return Election(seat, "surrender", options, "621a.8(e)", options[0], courtesy=True, waits=True)


def set_again(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.10(f): hands not set as filed are set again, and the round goes on. 621a.5(b): or a player leaves."""
    if fault.kind != SET_WRONGLY.name:
        yield from abandoned(fault, game)
        return
    yield irregularity_event(SET_WRONGLY, fault)
    yield from show_dealer_and_bank(game)


# § 621a.8(f)–(l), § 621a.9(n)–(r).  Comparison and settlement.


def settle_all(game: Round) -> Procedure[None]:
    """(f)–(j) From the dealer's right each player's hands are shown, compared, settled and gathered.

    621a.9(n)–(r), I-621a-16: with a bank the dealer is compared first, and winners are paid when all are compared.
    """
    cite = game.centre.cite if game.centre else "621a.8(f)"
    if game.bank and game.bank.dealer_wager:
        yield from compare_dealer(game)
    for seat in counterclockwise(game.wagers):
        setting = game.setting(seat)
        result, why = verdict(seat, game)
        yield Revealed(seat, setting.tiles, str(setting), cite=cite)
        yield Announced(f"seat {seat} {result}", cite=cite)
        yield from settle(seat, result, why, game)
        yield Discarded(seat, setting.tiles, cite="621a.8(j)")
    if game.centre:
        yield tuple(game.centre.pay("621a.9(q)"))
    for place in (DEALER, game.first) if game.bank else (DEALER,):
        if place in game.settings:
            yield Discarded(place, game.settings[place].tiles, cite="621a.4(f)")


def verdict(seat: Seat, game: Round) -> tuple[Outcome, str]:
    """(g)–(i) Win, loss or tie, with the paragraph. I-621a-08: a low hand above the high one loses where that was filed."""
    mine = game.setting(seat)
    if mine.crossed and game.rules.crossed_hands is CrossedHands.LOSE:
        return Outcome.LOSE, "I-621a-08"
    return outcome(mine, game.settings[game.first])


def settle(seat: Seat, result: Outcome, why: str, game: Round) -> Procedure[None]:
    """(g)–(i), (k) One wager: lost, returned, or paid less vigorish; by a bank only when all hands are compared."""
    rules, hands = game.rules, f"{game.settings[seat]} against {game.settings[game.first]}"
    if result is Outcome.LOSE:
        yield game.lost(seat, cite=why, outcome=hands)
    elif result is Outcome.TIE:
        yield returned(game.wagers[seat], cite=why, outcome=hands)
    elif game.centre:
        game.centre.won(game.wagers[seat], outcome=hands)
    else:
        line = won(game.wagers[seat], PAYS, rules, cite="621a.8(k)", outcome=hands)
        yield msgspec.structs.replace(line, vigorish=rules.vigorish.due(line.returned - line.stake))


def compare_dealer(game: Round) -> Procedure[None]:
    """621a.9(n): the dealer's wager against the bank, like a player's; a loss goes to the centre."""
    assert game.bank is not None
    assert game.centre is not None
    mine, banks = game.settings[DEALER], game.settings[game.bank.seat]
    result, _ = outcome(mine, banks)
    hands, wager = f"{mine} against {banks}", game.bank.dealers()
    yield Announced(f"the dealer {result}", cite="621a.9(n)")
    if result is Outcome.WIN:
        game.centre.won(wager, outcome=hands)
    elif result is Outcome.TIE:
        yield returned(wager, cite="621a.9(n)", outcome=hands)
    else:
        yield game.centre.lost(wager, cite="621a.9(n)", outcome=hands)


# § 621a.10(c), (e).  What voids every hand.

VOIDS = {kind.name: kind for kind in (WRONG_POSITIONS, DEALER_EXPOSED, BANK_EXPOSED, DEAD_HAND_EXPOSED, EMPTY_EXPOSED)}


def can_void(kind: str, game: Round) -> bool:
    """Whether this can have happened: tiles are dealt, and those of dealer and bank are not shown yet.

    A dealer without a wager against the bank has tiles like any other place; only dice can be totalled wrongly.
    """
    possible = {
        WRONG_POSITIONS.name: not game.uses_rng,
        DEALER_EXPOSED.name: DEALER not in game.shown,
        BANK_EXPOSED.name: game.bank is not None and game.first not in game.shown,
        DEAD_HAND_EXPOSED.name: True,
        EMPTY_EXPOSED.name: bool(game.empty),
    }
    return bool(game.hands) and possible.get(kind, False)


def void(fault: Irregularity, game: Round) -> Procedure[None]:
    """621a.10(c), (e), I-621a-21, -22: every hand is void and every wager goes back; the tiles are mixed again."""
    if not can_void(fault.kind, game):
        raise fault
    kind = VOIDS[fault.kind]
    yield irregularity_event(kind, fault)
    yield RoundVoided(kind.name.replace("_", " "), cite=kind.cite)
    for seat in counterclockwise(game.wagers):
        yield returned(game.wagers[seat], cite=kind.cite, outcome="void")
    if game.centre:
        yield tuple(game.centre.voided(kind.cite))
    yield Noted("tiles to be mixed again", cite=kind.cite)
