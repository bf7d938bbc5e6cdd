"""Tables dealt by hand: opened by the floor, with outcomes entered by the dealer."""

from typing import Any

from pitboss.house.table import equipment
from pitboss.roles import AT_A_TABLE, Role
from tests.house.live import Line, Live, acked


class ByHand:
    """The dealer of a table that is inspected and open."""

    def __init__(self, live: Live, table: str, *, opened: bool = False) -> None:
        self.live, self.table = live, table
        if not opened:
            self._open(live, table)
        crew = live.house.hosts[table].require_table().game.dealt_by
        self._lines = {role: live.line(table, live.cookie(role)) for role in (*crew, Role.PIT_MANAGER)}
        self.line: Line = self._lines[crew[0]]
        if not opened:
            self.until_betting()

    def _open(self, live: Live, table: str) -> None:
        for role in (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON):
            live.station(table, role)
        self.sign_all()
        floor = live.line(table, live.token("floor"))
        acked(floor.send(do="open_table"))
        floor.close()

    def sign_all(self) -> None:
        """Everything that is due, by those whom each list names."""
        lists = {one["name"]: one for one in self.live.get(f"/api/tables/{self.table}").json()["checklists"]}
        for checklist in equipment.lists_due(self.live.house.hosts[self.table].require_table()):
            items = [item["cite"] for item in lists[checklist.name]["items"]]
            for signature in checklist.signatures:
                role = signature.roles[0]
                if role in AT_A_TABLE:
                    self.live.station(self.table, role)
                line = self.live.line(self.table, self.live.cookie(role))
                acked(line.send(do="sign", checklist=checklist.name, items=items))
                line.close()

    def say(self, **answer: Any) -> None:
        acked(self.line.send(answer=answer))

    def close_betting(self) -> None:
        acked(self.line.send(do="no_more_bets"))

    def shows(self, outcome: str) -> None:
        """Betting closes, and the device comes to rest on this; whatever else the dealer confirms is confirmed."""
        self.close_betting()
        self.enter(outcome)

    def enter(self, outcome: str) -> None:
        before = self.line.view["results"]
        while True:
            view = self.line.view
            if view["phase"] == "settled":
                self.take_and_pay()
                return
            if view["phase"] == "betting" and view["results"] != before:
                return
            self._answer(outcome)

    def take_and_pay(self) -> None:
        """Where the next round waits for it, the dealer says that this one is taken and paid."""
        (line, *_) = self._up_to_date()
        if line.view["pay"]:
            acked(line.send(do="take_and_pay", round=line.view["round"]))

    def until_betting(self) -> None:
        """What is asked before betting opens is answered as is usual; where nobody has come yet, nothing is."""
        while self.line.view["phase"] == "playing" and any(
            line.view["you"]["questions"] for line in self._up_to_date()
        ):
            self._answer("")

    def _up_to_date(self) -> list[Line]:
        """Everybody's line, each showing the table as it is now."""
        now = self.live.house.hosts[self.table].require_table().journal.sequence
        for line in self._lines.values():
            line.wait(lambda view: view["sequence"] >= now)
        return list(self._lines.values())

    def _answer(self, outcome: str) -> None:
        """Whoever is asked answers as is usual."""
        asked = next((line for line in self._up_to_date() if line.view["you"]["questions"]), None)
        if asked is None:
            self.line.hear()
            return
        question = asked.view["you"]["questions"][0]
        says = outcome if question["to"] == "chance" else (question["default"] or question["options"][0])["says"]
        elections = self.live.house.hosts[self.table].require_table().round.elections()  # type: ignore[union-attr]
        usual = next((e.default for e in elections if e.to == question["to"]), None)
        amount = {"amount": usual.least} if usual is not None and usual.least else {}
        acked(asked.send(answer={"by": question["to"], "says": says, **amount}))
