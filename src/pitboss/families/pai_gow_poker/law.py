"""What a chapter says about dealing to every position: its provisions, and the irregularities of the deal.

Chapters 645a, 670a and 688a have shuffle, cut, start and deal (sections .5 and .8 to .10) under the same letters, and
their irregularities under different ones. A chapter states the latter as ``DealingCites``; ``dealing_law`` makes the
``DealingLaw`` of the chapter from both.
"""

import msgspec

from pitboss.equipment.shoe import Dealing
from pitboss.families.irregularities import by_floor
from pitboss.families.one_deck import DeckLaw, card_drawn_in_error, card_face_up, reshuffle_ordered, shuffler_jam
from pitboss.families.pai_gow import BANK_LIFTED_LID, NO_ROLL, under
from pitboss.game import IrregularityKind

# --- the irregularities; ``under`` adds the provision of a chapter

VOID = "All hands void, all wagers returned, reshuffle."
WRONG_START = IrregularityKind(
    "first_card_to_wrong_position", "Dice totalled wrongly and the first card dealt to a wrong position", "", VOID
)
PLAYER_EXPOSED = IrregularityKind(
    "player_card_exposed", "Player's card exposed by the dealer", "",
    "Before looking at the other cards, the player voids the hand and has all wagers on it back, or plays it.", needs_seat=True,
    facts=("looked",),
)  # fmt: skip
DEALER_EXPOSED = IrregularityKind("dealer_card_exposed", "Dealer's card exposed", "", VOID)
BANK_EXPOSED = IrregularityKind("bank_card_exposed", "Bank's card exposed", "", VOID)
WHILE_DEALING = IrregularityKind(
    "card_exposed_while_dealing_stacks", "Card exposed while dealing by hand or in stacks", "", VOID
)
WRONG_NUMBER = IrregularityKind(
    "wrong_number_of_cards", "A position or the dealer has the wrong number of cards", "", VOID
)
STUB_WRONG = IrregularityKind(
    "stub_count_wrong", "Stub count wrong", "",
    "All hands void, all wagers returned; the deck leaves the table unless the cards were merely misdealt.",
    facts=("misdealt",),
)  # fmt: skip
SHOE_JAM = IrregularityKind(
    "automated_shoe_jam", "Automated shoe jammed", "",
    "The round is void, all wagers returned, the cards reshuffled with those already dealt.", facts=("unusable",),
)  # fmt: skip
RECUT = IrregularityKind(
    "recut_ordered", "Floorperson orders a new cut", "",
    "The one who cut, or the next one entitled, cuts again before any card is dealt.", facts=("next_player",),
)  # fmt: skip


# --- what a chapter says


class DeviceLaw(msgspec.Struct, frozen=True):
    """The provisions on dealing in one of the three ways."""

    call: str  # no more bets
    lammer: str  # beside a wager that draws Envy Bonuses
    lock_out: str  # of Progressive wagers
    start: str
    dealt: str
    stub: str
    miscount: str
    empty: str


def by_device(chapter: str) -> dict[Dealing, DeviceLaw]:
    """Sections .8 to .10."""
    letters = {
        Dealing.MANUAL_SHOE: (".8", "(b)", "(b)(1)", "(b)(2)", "(c)", "(d)", "(e)", "(f)", "(g)"),
        Dealing.HAND: (".9", "(a)(3)", "(a)(3)(i)", "(a)(3)(ii)", "(b)", "(c)", "(d)", "(e)", "(f)"),
        Dealing.AUTOMATED_SHOE: (".10", "(a)(2)", "(a)(2)(i)", "(a)(2)(ii)", "(b)", "(c)", "(d)", "(e)", "(f)"),
    }
    return {
        dealing: DeviceLaw(*(f"{chapter}{section}{letter}" for letter in paragraphs))
        for dealing, (section, *paragraphs) in letters.items()
    }


class DealingLaw(msgspec.Struct, frozen=True):
    """What a chapter says about its deal: provisions, numbers, and the irregularities of the deal.

    An irregularity that is None does not exist in the chapter: it has no bank, or deals the dealer's cards face up.
    """

    cards: int  # to each place
    deck: DeckLaw
    offer: str  # the cut is offered to players
    devices: dict[Dealing, DeviceLaw]
    shaken: str
    totalled: str
    counted: str
    number: str
    button: str
    no_roll: IrregularityKind
    fell_out: str  # the provision on dice that fell out of the shaker
    wrong_start: IrregularityKind
    player_exposed: IrregularityKind
    while_dealing: IrregularityKind
    wrong_number: IrregularityKind
    stub_wrong: IrregularityKind
    shoe_jam: IrregularityKind
    dealer_exposed: IrregularityKind | None = None
    bank_exposed: IrregularityKind | None = None
    lid_lifted: IrregularityKind | None = None

    @property
    def kinds(self) -> tuple[IrregularityKind, ...]:
        """The irregularities of the deal and of the deck under this law."""
        found = (
            self.no_roll, self.lid_lifted, self.wrong_start, self.player_exposed, self.dealer_exposed, self.bank_exposed,
            self.while_dealing, self.wrong_number, self.stub_wrong, self.shoe_jam, *self.deck.kinds,
        )  # fmt: skip
        return tuple(kind for kind in found if kind is not None)


class DealingCites(msgspec.Struct, frozen=True, kw_only=True):
    """What differs between the chapters: the number of cards, and the provisions on what goes wrong.

    A provision left empty does not exist in the chapter.
    """

    chapter: str
    cards: int  # to each place
    no_roll: str
    fell_out: str
    wrong_start: str
    player_exposed: str
    face_up: str
    drawn_in_error: str
    wrong_number: str
    while_dealing: str
    jam: str
    shoe_jam: str
    unusable: str
    button: str = ""
    lid_lifted: str = ""
    dealer_exposed: str = ""
    bank_exposed: str = ""
    while_dealing_kind: IrregularityKind = WHILE_DEALING


def dealing_law(cites: DealingCites) -> DealingLaw:
    """The law of a chapter: the provisions that all three have under the same letters, and its own."""
    chapter = cites.chapter
    deck = DeckLaw(
        shuffle=f"{chapter}.5(a)",
        cut=f"{chapter}.5(e)",
        two_decks=f"{chapter}.3(b)",
        inspected=f"{chapter}.4(a)",
        face_up=card_face_up(cites.face_up),
        drawn_in_error=card_drawn_in_error(cites.drawn_in_error),
        jam=shuffler_jam(cites.jam),
        reshuffle=reshuffle_ordered(f"{chapter}.5(a)"),
        recut=by_floor(under(f"{chapter}.5(f)", RECUT), f"{chapter}.5(f)"),
        unusable=cites.unusable,
    )
    return DealingLaw(
        cards=cites.cards,
        deck=deck,
        offer=f"{chapter}.5(c)",
        devices=by_device(chapter),
        shaken=f"{chapter}.5(i)(1)(i)",
        totalled=f"{chapter}.5(i)(1)(ii)",
        counted=f"{chapter}.5(i)(1)(iii)",
        number=f"{chapter}.5(i)(2)",
        button=cites.button,
        no_roll=under(cites.no_roll, NO_ROLL),
        fell_out=cites.fell_out,
        wrong_start=under(cites.wrong_start, WRONG_START),
        player_exposed=under(cites.player_exposed, PLAYER_EXPOSED),
        while_dealing=under(cites.while_dealing, cites.while_dealing_kind),
        wrong_number=under(cites.wrong_number, WRONG_NUMBER),
        stub_wrong=under(f"{chapter}.8(f)", STUB_WRONG),  # another section where another device is in use
        shoe_jam=under(cites.shoe_jam, SHOE_JAM),
        dealer_exposed=under(cites.dealer_exposed, DEALER_EXPOSED) if cites.dealer_exposed else None,
        bank_exposed=under(cites.bank_exposed, BANK_EXPOSED) if cites.bank_exposed else None,
        lid_lifted=under(cites.lid_lifted, BANK_LIFTED_LID) if cites.lid_lifted else None,
    )
