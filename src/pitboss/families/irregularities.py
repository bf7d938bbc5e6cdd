"""The event that records an irregularity, with the remedy that the chapter orders."""

from pitboss.events import IrregularityReported
from pitboss.game import IrregularityKind
from pitboss.procedure import Irregularity


def irregularity_event(kind: IrregularityKind, fault: Irregularity) -> IrregularityReported:
    """``fault`` under the name, the remedy and the provision of its ``kind``."""
    return IrregularityReported(kind.name, kind.remedy, fault.seat, cite=kind.cite)
