"""Write docs/interpretations.md from the registers."""

from pathlib import Path

from pitboss.paper.readings import markdown

if __name__ == "__main__":
    target = Path(__file__).parent.parent / "docs" / "interpretations.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text(markdown(), encoding="utf-8")
