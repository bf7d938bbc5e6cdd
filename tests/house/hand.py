"""Tables dealt by hand: opened by the floor, with outcomes entered by the dealer."""

from typing import Any

from tests.house.live import Line, Live, acked


class ByHand:
    """The dealer of a table that is inspected and open."""

    def __init__(self, live: Live, table: str) -> None:
        self.live, self.table = live, table
        floor = live.line(table, live.token("floor"))
        for checklist in live.get(f"/api/tables/{table}").json()["checklists"]:
            items = [item["cite"] for item in checklist["items"]]
            for n, _ in enumerate(checklist["signed_by"]):
                acked(floor.send(do="sign", checklist=checklist["name"], by=f"Inspector {n}", items=items))
        acked(floor.send(do="open_table"))
        floor.close()
        self.line: Line = live.line(table, live.token("dealer", table))

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
            if view["phase"] == "settled" or (view["phase"] == "betting" and view["results"] != before):
                return
            asked = view["you"]["questions"]
            if not asked:
                self.line.hear()
                continue
            question = asked[0]
            says = outcome if question["to"] == "chance" else (question["default"] or question["options"][0])["says"]
            amount = {"amount": question["default"]["least"]} if (question["default"] or {}).get("least") else {}
            sequence = acked(self.line.send(answer={"by": question["to"], "says": says, **amount}))
            self.line.wait(lambda v, sequence=sequence: v["sequence"] >= sequence)  # type: ignore[misc]
