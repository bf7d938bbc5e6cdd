"""The rules for Prometheus, from the list of alarms that the house itself reads.

python -m tools.alerts            writes examples/deployment/alerts.yml
python -m tools.alerts --check    says whether it is as it would be written
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from pitboss.house.alarms.conditions import KINDS

RULES = Path(__file__).parent.parent / "examples" / "deployment" / "alerts.yml"


def written() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# What a person should hear of, and why. Severity page: now; ticket: today."
    yield "# Written from src/pitboss/house/alarms/alarms.toml by `python -m tools.alerts`; change it there."
    yield "groups:"
    yield "  - name: pitboss"
    yield "    rules:"
    for name, kind in KINDS.items():
        yield f"      - alert: {name}"
        yield f"        expr: {kind.rule}"
        if kind.minutes:
            yield f"        for: {kind.minutes}m"
        yield f"        labels: {{severity: {kind.severity}}}"
        yield f'        annotations: {{summary: "{kind.summary}"}}'


def main(arguments: list[str]) -> None:
    if arguments == ["--check"]:
        sys.exit(0 if RULES.read_text(encoding="utf-8") == written() else f"{RULES.name} is not as it would be written")
    RULES.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
