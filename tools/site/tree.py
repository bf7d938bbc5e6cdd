"""Which page of the site is written from which file of the project, and links between them put right."""

import posixpath
import re
from pathlib import Path

PROJECT = Path(__file__).parents[2]
USERS = (
    "player", "dealer", "floor", "pit", "manager", "cage", "count", "security", "regulator", "administrator", "operations",
    "mathematician", "engineer",
)  # fmt: skip
# Files of the project that are pages of the site: by path, the page's name.
PAGES: dict[str, str] = {
    "docs/games.md": "games/index",
    "docs/provisions.md": "provisions/index",
    "docs/scenarios.md": "scenarios",
    "docs/interpretations.md": "provisions/readings",
    "README.md": "guide/readme",
    "ARCHITECTURE.md": "guide/architecture",
    "src/pitboss/house/README.md": "guide/house-map",
    "CONTRIBUTING.md": "guide/contributing",
    "ADDING_A_GAME.md": "guide/adding-a-game",
    "CHANGELOG.md": "guide/changelog",
    "conformance/VOCABULARY.md": "guide/conformance-vocabulary",
    "verifier/README.md": "guide/pitboss-verify",
    **{f"docs/users/{user}.md": f"users/{user}" for user in USERS},
    **{f"docs/tutorials/{user}.md": f"tutorials/{user}" for user in (*USERS, "shift")},
}
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)#\s]*)(#[^)\s]*)?\)")
PICTURES = (".png", ".webp", ".svg", ".gif")


def pages() -> dict[str, str]:
    """Every page that is written from a file: those named above, and the rest of docs."""
    found = dict(PAGES)
    for path in sorted((PROJECT / "docs").glob("*.md")):
        found.setdefault(f"docs/{path.name}", f"guide/{path.stem}")
    return {path: page for path, page in found.items() if (PROJECT / path).exists()}


def page_text(path: str, named: dict[str, str]) -> str:
    """The text of a page, its links leading to pages of the site."""
    return LINK.sub(lambda found: _link(found, path, named), (PROJECT / path).read_text(encoding="utf-8"))


def _link(found: re.Match[str], path: str, named: dict[str, str]) -> str:
    words, target, anchor = found[1], found[2], found[3] or ""
    if not target or "://" in target:
        return found[0]
    file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if file in named:
        return f"{words}({relative(named[path], named[file])}.md{anchor})"
    if file.endswith(PICTURES):
        return f"{words}({relative(named[path], f'pictures/{posixpath.basename(file)}')})"
    if not (PROJECT / file).exists():
        raise FileNotFoundError(f"{path} links to {target}, which is not there.")
    return f"{words[1:-1]} (`{file}` of the project)"


def relative(page: str, target: str) -> str:
    """The way from one page to another, or to a file of the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def pictures() -> list[Path]:
    """The pictures that pages show."""
    kept = PROJECT / "docs"
    return sorted(
        path for folder in (kept, kept / "pictures") for path in folder.glob("*.*") if path.suffix in PICTURES
    )
