"""What every generator shares: money, odds, wagers, settlements, and the case itself.

Nothing here, or in the modules beside it, imports the engine that plays. Whatever a case expects is worked out from the numbers and
settlers of ``pitboss_audit`` (written from the regulation alone) and from a few lines of plain code in the game's own module.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from pitboss_audit.money import PAYTABLES, pays

Row = dict[str, Any]
POSTED = "The limits posted at a table bound every wager at it."


def dollars(amount: float) -> int:
    """Cents; every amount in a case is a whole number of them."""
    return round(amount * 100)


class Lines(dict[str, str]):
    """A paytable as outcome → odds, in its printed order; it notes which of its lines were asked for."""

    asked: ClassVar[set[tuple[str, str]]] = set()

    def __init__(self, table_id: str) -> None:
        super().__init__(pays(table_id))
        self.table_id = table_id

    def __getitem__(self, outcome: str) -> str:
        self.asked.add((self.table_id, outcome))
        return super().__getitem__(outcome)

    def get(self, outcome: str, default: str = "") -> str:  # type: ignore[override]
        if outcome not in self:
            return default
        return self[outcome]


def table(table_id: str) -> Lines:
    return Lines(table_id)


def never_asked() -> list[tuple[str, str]]:
    """Lines of paytables that no case was made from."""
    lines = {(name, row["outcome"]) for name, printed in PAYTABLES.items() for row in printed["rows"] if "pay" in row}
    return sorted(lines - Lines.asked)


def wager(seat: int, kind: str, amount: int, on: str = "", **more: Any) -> Row:
    return {"seat": seat, "wager": kind, **({"on": on} if on else {}), "amount": amount, **more}


def says(seat: int | str, what: str, **more: Any) -> Row:
    """An answer of a seat (a number) or of somebody at the table (``dealer``, ``floor``)."""
    return {**({"seat": seat} if isinstance(seat, int) else {"by": seat}), "says": what, **more}


def setting(seat: int, low: Iterable[str]) -> Row:
    """A hand set in two: the pieces of the low hand."""
    return says(seat, "low", pieces=list(low))


def settled(
    seat: int, kind: str, stake: int, returned: int, on: str = "", *, commission: int = 0, hand: int = 0
) -> Row:
    """One wager decided: ``returned`` is all that is handed back, before the commission is taken from it."""
    line: Row = {"seat": seat, "wager": kind, "stake": stake, "returned": returned}
    line |= {"on": on} if on else {}
    line |= {"hand": hand} if hand else {}
    line |= {"commission": commission} if commission else {}
    line["result"] = (
        "push" if returned == stake else "lost" if not returned else "part_lost" if returned < stake else "won"
    )
    return line


def play(
    wagers: Sequence[Row],
    chance: Sequence[str],
    answers: Sequence[Row] = (),
    irregularities: Sequence[Row] = (),
    **more: Any,
) -> Row:
    """One round of a case."""
    given: Row = {"wagers": list(wagers), "chance": list(chance)}
    given |= {"answers": list(answers)} if answers else {}
    given |= {"irregularities": list(irregularities)} if irregularities else {}
    return given | more


class Game:
    """The cases of one game, in order, each under a key of its own."""

    def __init__(self, name: str, chapter: str, rules: Mapping[str, Any] | None = None) -> None:
        self.name, self.chapter, self.rules = name, chapter, dict(rules or {})
        self.cases: dict[str, Row] = {}

    def add(self, *parts: "Callable[[Game], None]") -> None:
        """Add the cases of each part, in order."""
        for part in parts:
            part(self)

    def case(
        self,
        key: str,
        provision: str,
        title: str,
        rounds: Row | Sequence[Row],
        settlements: Sequence[Row] | None = None,
        *,
        refused: str = "",
        rules: Mapping[str, Any] | None = None,
        standing: Sequence[Row] | None = None,
        reading: str = "",
    ) -> None:
        """Add a case. ``settlements`` without a ``round`` belong to the last one."""
        played = [rounds] if isinstance(rounds, dict) else list(rounds)
        if refused:
            expect: Row = {"refused": refused}
        else:
            assert settlements is not None
            expect = {"settlements": [{"round": len(played)} | line for line in settlements]}
            expect |= {} if standing is None else {"standing": list(standing)}
        name = f"{self.name}.{key}"
        if name in self.cases:
            raise ValueError(f"There are two cases {name}.")
        self.cases[name] = {
            "id": name,
            "game": self.name,
            "chapter": self.chapter,
            "provision": f"{self.chapter}.{provision}",
            "title": title,
            **({"reading": reading} if reading else {}),
            "rules": self.rules | dict(rules or {}),
            "rounds": played,
            "expect": expect,
        }
