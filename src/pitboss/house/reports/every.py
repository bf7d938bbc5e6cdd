"""Every report of the house, by name."""

from pitboss.house.reports.of_boxes import BOXES
from pitboss.house.reports.of_cage import CAGE
from pitboss.house.reports.of_papers import PAPERS
from pitboss.house.reports.of_record import RECORD
from pitboss.house.reports.patron_cash import PATRON_CASH
from pitboss.house.reports.report import ReportForm
from pitboss.procedure import Refusal, Refused

REPORTS: dict[str, ReportForm] = {one.name: one for one in (*BOXES, *PAPERS, *CAGE, *PATRON_CASH, *RECORD)}


def report_named(name: str) -> ReportForm:
    """A report, or a refusal."""
    if name not in REPORTS:
        raise Refused(Refusal.NOT_FOUND, f"There is no report {name!r}; there are {', '.join(REPORTS)}.", "811a.9")
    return REPORTS[name]
