"""A task: something that waits for somebody, derived from state. Where its cause is declared a function yields it; ``house/tasks``
collects them and says whose they are."""

from collections.abc import Iterable

import msgspec

from pitboss.authority import Right
from pitboss.house.protocol.tasks import TaskAct, TaskChoice, TaskLine, Urgency
from pitboss.roles import spoken


class StaffTask(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for somebody who has ``right`` and is not ``excluded``. ``name`` tells it from others of its kind."""

    kind: str
    title: str
    right: Right
    act: TaskAct
    name: str = ""
    cite: str = ""
    since: str = ""
    due: str = ""
    urgency: Urgency = "now"
    excluded: tuple[str, ...] = ()  # credential numbers: of those who took the first side of the act
    only: tuple[str, ...] = ()  # credential numbers: nobody else may, where it names some
    waits_for: str = ""
    changes: str = ""

    def may(self, credential: str) -> bool:
        """Whether it is not out of question for somebody, whatever their roles."""
        return credential not in self.excluded and (not self.only or credential in self.only)

    def line(self, table: str = "", where: str = "", *, may: bool) -> TaskLine:
        """As somebody sees it: with the act where they may do it now."""
        yours = may and not self.waits_for
        return TaskLine(
            id="/".join(part for part in (table, self.kind, self.name) if part),
            kind=self.kind,
            title=self.title,
            table=table,
            where=where,
            cite=self.cite or self.right.cite,
            since=self.since,
            due=self.due,
            urgency=self.urgency,
            who=spoken(self.right.roles),
            yours=yours,
            waits_for=self.waits_for,
            changes=self.changes,
            act=self.act if yours else None,
        )


def missing(tasks: Iterable[StaffTask], most: int = 0) -> str:
    """The tasks that have to be done first, as a sentence that names them all, or the first few; empty where there are none."""
    titles = list(dict.fromkeys(f"{_lowered(task.title)} ({spoken(task.right.roles)})" for task in tasks))
    shown = titles[:most] if most else titles
    more = f"; and {len(titles) - len(shown)} more" if len(shown) < len(titles) else ""
    return f"Still missing: {'; '.join(shown)}{more}." if titles else ""


def _lowered(title: str) -> str:
    return title[:1].lower() + title[1:]


def one_of(items: Iterable[tuple[str, str]], field: str) -> tuple[TaskChoice, ...]:
    """A choice of one value of a field, each with its words."""
    return tuple(TaskChoice(words, {field: value}) for value, words in items)
