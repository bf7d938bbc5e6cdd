"""What a chapter says about dealing to every position: its provisions, and the irregularities that are the deal's.

Chapters 645a, 670a and 688a have shuffle, cut, start and deal (sections .5 and .8 to .10) under the same letters, their
irregularities under letters of their own. ``dealing_law`` makes a ``DealingLaw`` of both.
"""

import msgspec

from pitboss.equipment.shoe import Dealing
from pitboss.families.one_deck import DeckLaw, card_drawn_in_error, card_face_up, reshuffle_ordered, shuffler_jam
from pitboss.game import IrregularityKind

# --- the irregularities, each under no provision yet

VOID = "All hands void, all wagers returned, reshuffle."
NO_ROLL = IrregularityKind(
    "no_roll", "Dice not all flat, or fallen out of the shaker", "",
    "No roll: shake again; all wagers stand.", facts=("fell_out",),
)  # fmt: skip
BANK_LIFTED_LID = IrregularityKind(
    "bank_lifted_lid", "Bank took the lid off the shaker", "", "Cover it; the bank shakes again."
)
WRONG_START = IrregularityKind(
    "first_card_to_wrong_position", "Dice totalled wrongly and the first card dealt to a wrong position", "", VOID
)
PLAYER_EXPOSED = IrregularityKind(
    "player_card_exposed", "Player's card exposed by the dealer", "",
    "He voids the hand and has his wagers back, or plays it, before he looks at the other cards.", needs_seat=True,
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


def under(cite: str, kind: IrregularityKind) -> IrregularityKind:
    """An irregularity under the provision of a chapter that tells its remedy."""
    return msgspec.structs.replace(kind, cite=cite)


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
    """What a chapter says about its deal: provisions, numbers, and the irregularities that are the deal's.

    An irregularity left None does not exist there: no button, no bank, a dealer whose cards are dealt face up.
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


def dealing_law(
    chapter: str,
    *,
    cards: int,
    no_roll: str,
    fell_out: str,
    wrong_start: str,
    player_exposed: str,
    face_up: str,
    drawn_in_error: str,
    wrong_number: str,
    while_dealing: str,
    jam: str,
    shoe_jam: str,
    unusable: str,
    button: str = "",
    lid_lifted: str = "",
    dealer_exposed: str = "",
    bank_exposed: str = "",
    while_dealing_kind: IrregularityKind = WHILE_DEALING,
) -> DealingLaw:
    """The law of a chapter, from the provisions on what goes wrong; what it does not have is left out."""
    deck = DeckLaw(
        shuffle=f"{chapter}.5(a)",
        cut=f"{chapter}.5(e)",
        face_up=card_face_up(face_up),
        drawn_in_error=card_drawn_in_error(drawn_in_error),
        jam=shuffler_jam(jam),
        reshuffle=reshuffle_ordered(f"{chapter}.5(a)"),
        recut=under(f"{chapter}.5(f)", RECUT),
        unusable=unusable,
    )
    return DealingLaw(
        cards=cards,
        deck=deck,
        offer=f"{chapter}.5(c)",
        devices=by_device(chapter),
        shaken=f"{chapter}.5(i)(1)(i)",
        totalled=f"{chapter}.5(i)(1)(ii)",
        counted=f"{chapter}.5(i)(1)(iii)",
        number=f"{chapter}.5(i)(2)",
        button=button,
        no_roll=under(no_roll, NO_ROLL),
        fell_out=fell_out,
        wrong_start=under(wrong_start, WRONG_START),
        player_exposed=under(player_exposed, PLAYER_EXPOSED),
        while_dealing=under(while_dealing, while_dealing_kind),
        wrong_number=under(wrong_number, WRONG_NUMBER),
        stub_wrong=under(f"{chapter}.8(f)", STUB_WRONG),  # or where the device in use has it
        shoe_jam=under(shoe_jam, SHOE_JAM),
        dealer_exposed=under(dealer_exposed, DEALER_EXPOSED) if dealer_exposed else None,
        bank_exposed=under(bank_exposed, BANK_EXPOSED) if bank_exposed else None,
        lid_lifted=under(lid_lifted, BANK_LIFTED_LID) if lid_lifted else None,
    )
