"""Write the cases again: ``python conformance/generate.py``; with ``--check`` only tell whether they are up to date."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "src"))  # pitboss_audit: numbers and settlers

from generator import games
from generator.kit import Game

CASES = Path(__file__).resolve().parent / "cases"


def lines(game: Game) -> str:
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in game.cases.values())


def main() -> int:
    files = {CASES / f"{game.chapter}-{game.name}.jsonl": lines(game) for game in games()}
    present = {path: path.read_text(encoding="utf-8") for path in CASES.glob("*.jsonl")}
    if "--check" in sys.argv[1:]:
        stale = sorted(path.name for path in files.keys() | present.keys() if files.get(path) != present.get(path))
        print(f"Out of date: {', '.join(stale)}." if stale else "The cases are up to date.")
        return 1 if stale else 0
    for path in present.keys() - files.keys():
        path.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    print(f"{sum(text.count(chr(10)) for text in files.values())} cases in {len(files)} files.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
