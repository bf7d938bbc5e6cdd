"""What somebody does who installed the rules alone. Run by ``test_base`` with an interpreter that has nothing else.

``base_alone.py RECORD [hide]`` prints what came of it as JSON; ``hide``: without the modules that Windows lacks.
"""

import json
import sys
from importlib.metadata import distributions
from typing import Any

UNIX = ("fcntl", "resource", "pwd", "grp", "termios")


class Hidden:
    """Has Python find none of the modules that only Unix has."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in UNIX:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def main(record: str, *, hide: bool) -> dict[str, Any]:
    if hide:
        for name in UNIX:
            sys.modules.pop(name, None)
        sys.meta_path.insert(0, Hidden())
    import pitboss

    table = pitboss.Table("blackjack", seed=21)
    played = table.play([pitboss.wager("blackjack", "10.00")])
    (verdict,) = pitboss.verify(record)
    assert isinstance(verdict, pitboss.Verdict)
    scenario = 'game = "roulette"\n[[round]]\nwagers = [{seat = 1, wager = "red", amount = "5.00"}]\nchance = ["3"]\n'
    lines = list(pitboss.run_scenario(scenario))
    assert pitboss.check_submission("roulette", {}) == []
    return {
        "games": len(pitboss.games()),
        "played": [each.wager for each in played.settlements],
        "verified": [verdict.game, len(verdict.rounds), verdict.wagered],
        "scenario": [line["settlement"]["returned"] for line in lines if "settlement" in line],
        "edge": str(pitboss.edge("roulette", "red").house_edge),
        "layout": pitboss.draw_layout("roulette")[:4],
        "refused": refused(lambda: pitboss.simulate("roulette")),
        "imports": {name: missing(name) for name in ("client.House", "environments.SeatEnv")},
        "installed": sorted(one.name for one in distributions()),
        "unix": sorted(set(UNIX) & set(sys.modules)),
    }


def refused(act: Any) -> str:
    import pitboss

    try:
        return str(act())
    except pitboss.Refused as refusal:
        return refusal.sentence


def missing(name: str) -> str:
    module, _, part = name.partition(".")
    try:
        return str(getattr(__import__(f"pitboss.{module}", fromlist=[part]), part))
    except ImportError as error:
        return str(error)


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], hide="hide" in sys.argv[2:])))
