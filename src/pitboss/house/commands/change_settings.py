"""Timers, buy-in, title and pit of a table."""

import msgspec

from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.rules_in_force import check_pit
from pitboss.house.protocol.commands import SettingsMessage
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused

CHANGES = "Say what is to change: timers, buy-in, sales of chips, title, pit."


class ChangeSettings(Command, frozen=True, kw_only=True):
    """How the table is run: timers, buy-in, sales of chips, title and pit."""

    right = "change settings"
    settings: SettingsMessage | None = None

    def entries(self, at: At) -> Entries:
        table, wanted, actor = at.table, self.settings, self.actor(at)
        if wanted is None:
            raise Refused(Refusal.MALFORMED, CHANGES, "")
        if wanted.pit is not None:
            check_pit(wanted.pit, at.host.house.register.pits)
        now = table.state.filing
        asked = {name: value for name, value in msgspec.structs.asdict(wanted).items() if value is not None}
        title = " ".join(str(asked.pop("title", now.founded.title)).split())
        if not title:
            raise Refused(Refusal.MALFORMED, "Say what the table is called.", "")
        for name in ("buy_in", "sale_maximum", "sale_approval"):
            if getattr(wanted, name) == 0:
                raise Refused(Refusal.MALFORMED, f"Expected at least one cent as {name.replace('_', ' ')}.", "")
        changed = msgspec.structs.replace(now.settings, **asked)
        if changed.closes_by_time and wanted.betting_seconds == 0:
            raise Refused(Refusal.MALFORMED, f"The time for betting: {entries.NEEDS_TIME}.", "")
        if (changed, title) == (now.settings, now.founded.title):
            raise Refused(Refusal.STALE, f"Nothing would be different at this table. {CHANGES}", "")
        yield entries.SettingsChanged(changed, title, actor, at.key)
