"""The documentation as it is written, where its site was not built: every page of ``docs`` in the dress of the house.

The built site (``make docs``) has more: every game, every provision with its code and tests, a search. Both have the same
first address, ``/docs``.
"""

import re
from functools import lru_cache
from html import escape
from pathlib import Path, PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

import pitboss
from pitboss.house.wire.bundles import COMMON_STYLES
from pitboss.house.wire.pages import SCRIPT, STYLE_SHEET, document

PACKAGE = Path(pitboss.__file__).parent
FOLDERS = (PACKAGE / "docs", PACKAGE.parent.parent / "docs")
FIRST = "index"
SECTIONS = {"users": "Who you are", "tutorials": "Tutorials", "": "Reference"}  # by folder
KEPT = 100  # pages that were rendered
STYLES = (*COMMON_STYLES, "kit/manual.css")
HEAD = "".join(STYLE_SHEET.format(f"/static/{sheet}") for sheet in STYLES) + SCRIPT.format("/static/kit/theme.js")
BODY = """<body class="manual-page">
  <header class="top"><a class="brand" href="/">pit<b>boss</b></a><nav aria-label="Pages"><a href="/">Lobby</a><a href="/docs/index.html">Documentation</a></nav></header>
  <main id="main" class="manual">
{}
  </main>
</body>
"""  # noqa: E501


def folder() -> Path | None:
    """Where the documentation is: in the package, or beside the sources that the house runs from."""
    return next((found for found in FOLDERS if found.is_dir()), None)


def page(root: Path, name: str) -> str | None:
    """A page of the documentation by its path without an ending, ``users/player`` or ``index``; None where there is none."""
    if name == FIRST:
        return _contents(root)
    file = root / f"{name}.md"
    if name not in _names(root):
        return None
    return _rendered(file, file.stat().st_mtime_ns, name)


def _names(root: Path) -> list[str]:
    """Every page, by its path without an ending."""
    return sorted(path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.md"))


def _contents(root: Path) -> str:
    """The first page: every other one, by who reads it."""
    parts = ["<h1>Documentation</h1>"]
    for section, title in SECTIONS.items():
        mine = [name for name in _names(root) if PurePosixPath(name).parent.as_posix().replace(".", "") == section]
        links = "".join(
            f'<li><a href="/docs/{name}.html">{escape(_title(root / f"{name}.md"))}</a></li>' for name in mine
        )
        parts.append(f"<h2>{title}</h2><ul>{links}</ul>")
    return document("Documentation", HEAD, BODY.format("\n".join(parts)))


def _title(file: Path) -> str:
    return file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ").strip()


@lru_cache(KEPT)
def _rendered(file: Path, _: int, name: str) -> str:
    """One page as HTML; a file that changed is rendered again."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(re.sub(r"<!--.*?-->", "", file.read_text(encoding="utf-8"), flags=re.DOTALL))
    for token in tokens:
        for inside in token.children or ():
            _lead(inside, PurePosixPath(name).parent)
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[tokens.index(token) + 1].content))
    body = str(markdown.renderer.render(tokens, markdown.options, {}))
    return document(_title(file), HEAD, BODY.format(body))


def _lead(token: Token, here: PurePosixPath) -> None:
    """Make a link or picture between files one between pages; what is outside the documentation leads nowhere."""
    name = {"link_open": "href", "image": "src"}.get(token.type)
    address = str(token.attrGet(name) or "") if name else ""
    if not name or not address or address.startswith(("#", "http:", "https:", "mailto:", "/")):
        return
    path, hash_mark, anchor = address.partition("#")
    parts: list[str] = []
    for part in (here / path).parts:
        if part == ".." and not parts:
            del token.attrs[name]
            return
        parts = parts[:-1] if part == ".." else [*parts, part]
    token.attrSet(
        name,
        f"/docs/{'/'.join(parts)}".removesuffix(".md") + (".html" if path.endswith(".md") else "") + hash_mark + anchor,
    )


def _anchor(heading: str) -> str:
    """The name of a heading in addresses, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
