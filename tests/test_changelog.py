"""The changelog is for users: a release has twenty lines at most, and a line one change."""

import re
from pathlib import Path

MOST_LINES, MOST_LETTERS = 20, 160
TEXT = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    """What of a changelog nobody would read."""
    said = []
    for release in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        name, *lines = [line for line in release.splitlines() if line]
        said += [f"{name} has {len(lines)} lines; {MOST_LINES} is the most"] * (len(lines) > MOST_LINES)
        said += [f"{name}: one change a line, as a point: {line[:40]}" for line in lines if not line.startswith("- ")]
        said += [
            f"{name}: too long: {line[:40]}" for line in lines if len(re.sub(r"\]\([^)]*\)", "]", line)) > MOST_LETTERS
        ]
    return said


def test_a_release_is_read_in_a_minute() -> None:
    assert not faults(TEXT)


def test_a_release_that_nobody_would_read_is_found() -> None:
    long = "## 9.9.9 - 2026-01-01\n" + "- A change.\n" * 21 + "more of it\n" + f"- {'word ' * 40}\n"
    assert len(faults(long)) == 3
