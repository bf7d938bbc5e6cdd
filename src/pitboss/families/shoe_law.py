"""What a chapter says about its shoe: provisions, numbers, and the irregularities of a shoe."""

from collections.abc import Callable

import msgspec

from pitboss.game import FLOOR_ONLY, IrregularityKind, StaffQuestion
from pitboss.roles import Role

COVER = "cover_card"
SHORT = "insufficient_cards"
SHUFFLER = "shuffler"  # its name in ``DeviceStatus`` events
CUT, COVER_CARD = "cut", "cover card"  # the kinds of the questions about a shoe
COVERED, RESHUFFLED, IN_ORDER = "cover the shuffler", "reshuffle in the shuffler", "shuffler in order"


def a_quarter(count: int) -> int:
    """The fewest cards beneath a cover card that lies at least a quarter of the way in from the bottom."""
    return -(-count // 4)


class ShoeLaw(msgspec.Struct, frozen=True):
    """What a chapter says about its shoe: provisions, numbers, and the irregularities of the shoe.

    An irregularity that is None is not handled by the shoe: it goes through to the chapter.
    """

    shuffle: str
    offer: str  # the provision that offers the cut to players
    cut: str
    cover: str
    burn: str  # the provision that burns a card from a new shoe and for a new dealer; empty: none is burned
    cover_out: IrregularityKind
    face_up: IrregularityKind | None = None  # to the discard rack
    drawn_in_error: IrregularityKind | None = None  # such a card is the next card
    exposed_discarded: str = ""  # the provision that discards it where it was exposed; empty: it is the next card, too
    drawn_discarded: str = ""  # the provision that discards it, seen or not; empty: only as above
    short: IrregularityKind | None = None  # too few cards: shuffle the discards; where None, SHORT is raised
    jam: IrregularityKind | None = None  # of an automated shuffler: reshuffle
    unusable: str = ""  # the provision on covering or signing a broken device
    returned: IrregularityKind | None = None  # such a device works again
    device_required: str = ""  # the provision that has no other method of shuffling than a device
    improper_cut: IrregularityKind | None = None  # the floor orders a new cut
    reshuffle: IrregularityKind | None = None  # the floor orders a reshuffle after any round
    idle: str = ""  # the provision on shuffling the cards of an idle table; empty: as at the opening
    idle_device: str = ""  # the same where a device has the other batch ready
    cover_least: Callable[[int], int] = a_quarter  # cards in the stack → the fewest beneath the cover card
    burn_by_value: bool = False  # the first card shown, and as many more as its face value; none by a new dealer

    @property
    def kinds(self) -> tuple[IrregularityKind, ...]:
        """The irregularities of the shoe under this law."""
        found = (
            self.cover_out,
            self.face_up,
            self.drawn_in_error,
            self.short,
            self.jam,
            self.returned,
            self.improper_cut,
            self.reshuffle,
        )
        return tuple(kind for kind in found if kind is not None)

    @property
    def staff_questions(self) -> tuple[StaffQuestion, ...]:
        """What is asked about the shoe, of whom."""
        found = [
            StaffQuestion(CUT, (Role.DEALER,), self.offer),
            StaffQuestion(COVER_CARD, (Role.DEALER,), self.cover),
        ]
        if self.jam is not None:
            found += [
                StaffQuestion(COVERED, (Role.DEALER,), self.unusable),
                StaffQuestion(RESHUFFLED, (Role.DEALER,), self.jam.cite),
            ]
        if self.device_required:
            found.append(StaffQuestion(IN_ORDER, FLOOR_ONLY, self.device_required))
        return tuple(found)


# The irregularities of a shoe, each under the provision of the chapter that orders its remedy.


def cover_card(cite: str, remedy: str = "Set it aside and finish the round; then reshuffle.") -> IrregularityKind:
    return IrregularityKind(COVER, "Cover card came out", cite, remedy)


def card_found_face_up(cite: str, name: str = "card_found_face_up") -> IrregularityKind:
    return IrregularityKind(name, "Card found face up in the shoe", cite, "Put it in the discard rack and deal on.")


def card_drawn_in_error(cite: str, remedy: str = "Use it as the next card.",
    facts: tuple[str, ...] = ()) -> IrregularityKind:  # fmt: skip
    return IrregularityKind("card_drawn_in_error", "Card drawn in error", cite, remedy, facts=facts)


def insufficient_cards(cite: str) -> IrregularityKind:
    remedy = "Shuffle and cut the discards, burn one card, finish the round."
    return IrregularityKind(SHORT, "Too few cards to finish the round", cite, remedy, physical=True)


def shuffler_jam(cite: str) -> IrregularityKind:
    return IrregularityKind("shuffler_jam", "Shuffler jammed", cite, "Reshuffle.", facts=("unusable",))


def shuffler_returned(cite: str) -> IrregularityKind:
    """Not an irregularity, but reported like one: the device that was out of order works again."""
    remedy = "Take off the cover or sign; the device shuffles again from the next shuffle on."
    return IrregularityKind("shuffler_returned", "Shuffler repaired or replaced", cite, remedy, by=FLOOR_ONLY)


def improper_cut(cite: str) -> IrregularityKind:
    remedy = "The one who cut, or the next one entitled, cuts again."
    return IrregularityKind(
        "recut_ordered",
        "Floorperson orders a new cut",
        cite,
        remedy,
        facts=("next_player",),
        by=FLOOR_ONLY,
        by_cite=cite,
    )


def recut_by_next(cite: str) -> IrregularityKind:
    """The same where the chapter gives the new cut to the next player entitled, and to nobody else."""
    return msgspec.structs.replace(improper_cut(cite), remedy="The next one entitled cuts again.", facts=())


def reshuffle_ordered(cite: str) -> IrregularityKind:
    remedy = "Reshuffle before the first card of the round, or else as soon as the round is over."
    return IrregularityKind(
        "reshuffle_ordered", "Floorperson orders a reshuffle", cite, remedy, by=FLOOR_ONLY, by_cite=cite
    )
