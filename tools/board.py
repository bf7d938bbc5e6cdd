"""Write docs/board-figures.md from the exact edges."""

from pathlib import Path

from pitboss.paper.board import markdown

if __name__ == "__main__":
    target = Path(__file__).parent.parent / "docs" / "board-figures.md"
    target.write_text(markdown(), encoding="utf-8")
