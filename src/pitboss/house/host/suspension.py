"""Why a table is suspended."""

import logging
from collections.abc import Callable

log = logging.getLogger("pitboss")

STORAGE, RECORD, FAULT, RULES = "storage", "record", "fault", "rules"  # causes
OUT_OF_ORDER = "This table is suspended: something went wrong in the house, and it has been noted."


class Suspension:
    """It is in force while there is a sentence that tells why."""

    def __init__(self, table: str, changed: Callable[[], None]) -> None:
        self._table, self._changed = table, changed
        self.cause = self.sentence = ""
        self.unseen = False  # whether viewers were not notified of the last change yet
        self.outage = ""  # what was last logged of the outage that goes on; empty: there is none

    def set(self, cause: str, sentence: str) -> None:
        self.unseen = self.unseen or sentence != self.sentence
        self.cause, self.sentence = cause, sentence
        self._changed()

    def set_for_storage(self, reason: str) -> None:
        """Until the database works again. An outage is logged once, however often it is met."""
        if not self.outage:
            log.error("%s: %s", self._table, reason)
            self.outage = reason
        self.set(STORAGE, f"This table is suspended: {reason}")

    def end_outage(self) -> None:
        log.warning("%s goes on: its record can be read and written again", self._table)
        self.outage = ""
