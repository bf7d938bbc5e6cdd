"""§ 633a.14.  Irregularities: each with the remedy that the chapter orders."""

from pitboss.families.mid_shoe_entry import wagering_permitted
from pitboss.families.shoe_law import (
    ShoeLaw,
    card_drawn_in_error,
    card_found_face_up,
    cover_card,
    improper_cut,
    insufficient_cards,
    reshuffle_ordered,
    shuffler_jam,
    shuffler_returned,
)
from pitboss.game import FLOOR_ONLY, IrregularityKind

LAW = ShoeLaw(
    shuffle="633a.5(a)",
    offer="633a.5(b)",
    cut="633a.5(d)",
    cover="633a.5(d)",
    burn="633a.7(c)",
    cover_out=cover_card("633a.7(e)"),
    face_up=card_found_face_up("633a.14(a)", "card_face_up_in_shoe"),
    drawn_in_error=card_drawn_in_error("633a.14(b)"),
    short=insufficient_cards("633a.14(f)"),
    jam=shuffler_jam("633a.14(l)"),
    unusable="633a.14(m)",
    returned=shuffler_returned("633a.14(m)"),
    improper_cut=improper_cut("633a.5(e)"),
    reshuffle=reshuffle_ordered("633a.5(f)"),
    idle="633a.5(g)(1)",
    idle_device="633a.5(g)(2)",
)  # what §§ 633a.5, 633a.7 and 633a.14 say about the shoe

EXPOSED = IrregularityKind(
    "card_exposed", "Card drawn in error and exposed", "633a.14(c)",
    "It is the next card dealt, to whoever draws, doubles or splits; a player who refuses it gets no more cards; if nobody can "
    "use it, it is discarded.",
)  # fmt: skip
DREW_ON_17 = IrregularityKind(
    "dealer_draws_on_17", "Dealer drew a card on 17 or more", "633a.14(d)", "Put the card in the discard rack."
)
DEALER_MISSED = IrregularityKind(
    "dealer_card_missed", "Dealer dealt no card to the dealer's hand", "633a.14(e)",
    "Finish the players' first two cards; then deal the dealer's missing cards, the first up and the second down.",
)  # fmt: skip
NO_CARDS = IrregularityKind(
    "no_cards_dealt", "No cards dealt to a hand", "633a.14(g)",
    "The hand is dead, its wagers are returned, and the player is in the next deal.", needs_seat=True,
)  # fmt: skip
ONE_CARD = IrregularityKind(
    "one_card_dealt", "Only one card dealt to a hand", "633a.14(g)",
    "The player may have the second card after all others have theirs, else the hand is dead and its wagers returned.",
    needs_seat=True,
)  # fmt: skip
WRONG_SIDE = IrregularityKind(
    "wrong_side_of_double_shoe", "Round dealt from the wrong side of the double shoe", "633a.14(h)",
    "The round is finished as if the side were right.",
)  # fmt: skip
NOT_DEALT = IrregularityKind(
    "additional_card_not_dealt", "Requested card not dealt", "633a.14(i)",
    "The player has it after all others have theirs and before the hole card is shown, or the hand is dead and its wager returned.",
    needs_seat=True,
)  # fmt: skip
READER_MISUSED = IrregularityKind(
    "card_reader_misused", "Hole card put into the reader against a 2 to 9", "633a.14(j)",
    "A floorperson is informed; all hands are dead and all wagers returned if the reader could show a player the card, else play "
    "goes on.",
)  # fmt: skip
READER_BROKEN = IrregularityKind(
    "card_reader_malfunction", "Card reader malfunctions", "633a.14(k)",
    "The game stops until the reader is repaired or replaced; a floorperson may void the round instead.",
)  # fmt: skip
READER_RETURNED = IrregularityKind(
    "card_reader_returned", "Card reader repaired or replaced", "633a.14(k)", "The game goes on.",
    by=FLOOR_ONLY, by_cite="I-633a-46",
)  # fmt: skip
CHECK_OMITTED = IrregularityKind(
    "card_reader_check_omitted", "Hole card not checked", "I-633a-12",
    "Play goes on; if the dealer turns up a Blackjack, only original wagers are collected.",
)  # fmt: skip
PERMITTED = wagering_permitted("633a.6(b)(1)")

IRREGULARITIES = (
    *LAW.kinds,
    EXPOSED,
    DREW_ON_17,
    DEALER_MISSED,
    NO_CARDS,
    ONE_CARD,
    WRONG_SIDE,
    NOT_DEALT,
    READER_MISUSED,
    READER_BROKEN,
    READER_RETURNED,
    CHECK_OMITTED,
    PERMITTED,
)
