"""The event that records an irregularity, with the remedy that the chapter orders; and who alone may report some."""

from collections.abc import Callable

import msgspec

from pitboss.events import IrregularityReported
from pitboss.game import FLOOR_ONLY, IrregularityKind
from pitboss.procedure import Irregularity, Procedure

NOT_NOW = "not now"


def irregularity_event(kind: IrregularityKind, fault: Irregularity) -> IrregularityReported:
    """``fault`` under the name, the remedy and the provision of its ``kind``."""
    return IrregularityReported(kind.name, kind.remedy, fault.seat, cite=kind.cite)


def by_floor(kind: IrregularityKind, cite: str) -> IrregularityKind:
    """The same, for a floorperson or above alone: what they order or decide, under this provision."""
    return msgspec.structs.replace(kind, by=FLOOR_ONLY, by_cite=cite)


def undisturbed(remedy: Callable[[Irregularity], Procedure[None]], fault: Irregularity) -> Procedure[None]:
    """Remedy a fault to its end: what is reported meanwhile is refused, and may be reported after it."""
    try:
        yield from remedy(fault)
    except Irregularity as other:
        raise fault if other is fault else Irregularity(NOT_NOW) from None
