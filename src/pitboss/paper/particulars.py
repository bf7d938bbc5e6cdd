"""What a paper says about itself: whose it is, for which table, under which filing, from when."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Particulars(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The particulars of a filing and of the tables it is for; what is empty is not printed, or left for a pen.

    Dates are written year-month-day. ``holder`` is empty where the name in the Rules Submission stands.
    """

    holder: str = ""
    licence: str = ""
    address: str = ""
    tables: tuple[str, ...] = ()  # numbers
    posted: Mapping[str, Mapping[str, Any]] = {}  # number → limits that the table posts within what was filed
    title: str = ""  # what the table is called
    filing: str = ""  # the number under which it was filed
    drafted: str = ""
    filed: str = ""
    decided: str = ""  # approved, or refused
    effective: str = ""
    by: str = ""  # who filed it
    decided_by: str = ""
    refused: bool = False
    conditions: str = ""  # under which it was approved
