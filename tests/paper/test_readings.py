"""docs/interpretations.md is what the registers say."""

import re
from pathlib import Path

import pitboss
from pitboss import law
from pitboss.paper.readings import markdown

PROJECT = Path(__file__).parent.parent.parent


def test_document_is_written_from_the_registers() -> None:
    """The page is up to date; ``python -m tools.readings`` writes it."""
    assert (PROJECT / "docs" / "interpretations.md").read_text(encoding="utf-8") == markdown()


def test_every_reading_cited_in_the_code_is_told() -> None:
    """An id such as I-676a-05 in code or comment stands in a register."""
    cited = {
        (path.name, found)
        for path in Path(pitboss.__file__).parent.rglob("*.py")
        for found in re.findall(r"I-(?:GEN|\d{3}a)-\d{2}", path.read_text(encoding="utf-8"))
    }
    assert not [(path, found) for path, found in cited if not law.known(found)]
