"""A second engine for the table games of 58 Pa. Code, Subpart K: small settlers, written from the text alone.

It imports nothing of pitboss and shares no table with it, so that what both make of a round is known twice. ``pitboss audit`` and
the Board's console settle a record again with it; ``python -m pitboss_audit record.jsonl`` does so with nothing else installed.
"""

from pitboss_audit.comparing import Auditor, Difference, Report, Settled, Unsettled, audit
from pitboss_audit.facts import Line, NotSettled, Round, Step, Wager
from pitboss_audit.record import NotARecord, Played, rounds
from pitboss_audit.settlers import SETTLERS

__all__ = [
    "Auditor", "Difference", "Line", "NotARecord", "NotSettled", "Played", "Report", "Round", "SETTLERS", "Settled", "Step",
    "Unsettled", "Wager", "audit", "rounds",
]  # fmt: skip
