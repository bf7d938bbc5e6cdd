"""Write docs/promises.md, the page, and docs/proofs.md, the proofs, from docs/promises.toml.

python -m tools.promises [--check]
"""

import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
Promise = dict[str, Any]


def promises() -> list[Promise]:
    """All promises, in the order of the page."""
    rows: list[Promise] = tomllib.loads((DOCS / "promises.toml").read_text(encoding="utf-8"))["promise"]
    return rows


def _by_group(rows: Iterable[Promise]) -> dict[str, list[Promise]]:
    groups: dict[str, list[Promise]] = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    return groups


def page() -> str:
    """The promises as a manager reads them: what is promised, what was shown, what is open."""
    text = """# What the house promises

For whoever has to rely on the house: what it promises about money, play, chance, access and its record.
Beside each promise stands what tests have shown and where the promise ends. The tests themselves and their figures are
in [proofs](proofs.md).
"""
    for group, rows in _by_group(promises()).items():
        text += f"\n## {group}\n\n| # | promise | shown | where it ends |\n|---|---|---|---|\n"
        for row in rows:
            text += f"| [{row['number']}](proofs.md#{row['number']}) | {row['promise']} | {row['shown']} | {row.get('gap', '')} |\n"
    return text


def _named(row: Promise, tests: str) -> str:
    names = ["`" + test.replace("soak/", "soak ") + "`" for test in row.get(tests, [])]
    if tests == "tests":
        names += [f"`soak {name}`" for name in row.get("campaigns", [])]
        names += [f"`make bench ARGS={name}`" for name in row.get("benchmarks", [])]
    return ", ".join(names)


def proofs() -> str:
    """Every promise with its tests, campaigns, controls and last figures."""
    text = """# What proves each promise

For whoever wants to run the proofs of [the promises](promises.md) again. `house/test_crash::name`
is `test_name` in `tests/house/test_crash.py`. `soak crash` is a campaign: `make soak ARGS=crash`. A control is a variant
that is broken on purpose, and the named test has to find it. Figures are the last that were measured, on two cores.
"""
    data = tomllib.loads((DOCS / "promises.toml").read_text(encoding="utf-8"))
    for row in data["promise"]:
        text += f"\n## {row['number']}\n\n**{row['promise']}**\n\n- Proof: {_named(row, 'tests')}\n"
        control = [part for part in (row.get("broken", ""), _named(row, "controls")) if part]
        text += f"- Control: {': '.join(control) if control else 'none'}\n- Measured: {row['measured']}\n"
    record = data["record"]
    text += f"\n## The record in figures\n\n{record['how']}\n\n| what | figure |\n|---|---|\n"
    return text + "".join(f"| {what} | {figure} |\n" for what, figure in record["rows"])


def main() -> int:
    """Write both pages, or say which is not what the data gives."""
    stale = []
    for name, text in (("promises.md", page()), ("proofs.md", proofs())):
        path = DOCS / name
        if "--check" in sys.argv[1:]:
            stale += [name] if not path.is_file() or path.read_text(encoding="utf-8") != text else []
        else:
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"docs/{name} is not what docs/promises.toml gives; run python -m tools.promises", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
