"""The style sheets: every colour, size of letters and layer is a token, every token is used, and every rule is about something."""

import re
from collections.abc import Iterator

import pytest

from pitboss.house.wire import bundles, manual
from pitboss.house.wire.pages import Pages
from tools.bootstrap import ROOT

WEB = ROOT / "src/pitboss/web"
TOKENS = "kit/tokens.css"
SHEETS = {path.relative_to(WEB).as_posix(): path for path in sorted(WEB.rglob("*.css")) if "dist" not in path.parts}
COMMENT = re.compile(r"/\*.*?\*/", re.S)
DECLARATION = re.compile(r"(?<=[{;\s])(?P<name>-{0,2}[a-z][\w-]*)\s*:\s*(?P<value>[^;{}]+)(?=[;}])")
SPACED = re.compile(r"(?:row-|column-)?gap|(?:padding|margin|scroll-margin)(?:-[\w-]+)?|top|left|right|bottom|inset")
LENGTH = re.compile(r"(?<![\w-])-?\d*\.?\d+(?:rem|px)\b")
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(|(?<![\w-])(?:white|black|red|green|blue|gold)(?![\w-])", re.I
)
FAMILY = re.compile(r"(?<![\w-])(?:system-ui|monospace|sans-serif|serif|Arial|Georgia)(?![\w-])", re.I)
EXCEPTIONS = ("-999px", "-1px")  # a link that is there for the keyboard; two borders that are one


def sheet(name: str) -> str:
    return COMMENT.sub("", SHEETS[name].read_text(encoding="utf-8"))


def declarations(name: str) -> Iterator[tuple[str, str]]:
    for found in DECLARATION.finditer(sheet(name)):
        yield found["name"], found["value"].strip()


def is_own(name: str, value: str) -> bool:
    """Whether a declaration has a value of its own where there is a token for it."""
    if COLOUR.search(value):
        return True
    if name == "font-size":
        return LENGTH.search(value) is not None
    if name == "z-index" or name.endswith("radius"):
        return re.search(r"(?<![\w-])[1-9]\d*(?:px)?(?![\w%-])", value) is not None
    if name in ("font", "font-family"):
        return FAMILY.search(value) is not None or LENGTH.search(value) is not None
    return SPACED.fullmatch(name) is not None and LENGTH.search(value) is not None and value not in EXCEPTIONS


@pytest.mark.parametrize("name", [name for name in SHEETS if name != TOKENS])
def test_colours_sizes_layers_and_spaces_are_tokens(name: str) -> None:
    assert [f"{prop}: {value}" for prop, value in declarations(name) if is_own(prop, value)] == []


def test_what_is_forbidden_is_found() -> None:
    """Else the test above would hold of anything."""
    own = ("color: #fff", "fill: rgb(0 0 0)", "color: white", "font-size: 12px", "font-size: .8rem", "z-index: 9", "gap: 7px",
           "border-radius: 3px", "padding: 0 .4rem", "font: 600 .8rem/1 Georgia", "font-family: Arial")  # fmt: skip
    fine = ("color: var(--text)", "gap: 0 var(--space-1)", "border-radius: 50%", "border-radius: 0", "z-index: var(--layer-menu)",
            "font-size: 0", "margin: 0 auto", "padding: .1em", "fill: currentcolor", "font: inherit", "width: 44px")  # fmt: skip
    assert [one for one in own if not is_own(*one.split(": "))] == []
    assert [one for one in fine if is_own(*one.split(": "))] == []


def test_scripts_have_no_colours_of_their_own() -> None:
    strings = {
        path.relative_to(WEB).as_posix(): re.findall(
            r"[\"'`]#[0-9a-fA-F]{3,8}[\"'`]", COMMENT.sub("", path.read_text(encoding="utf-8"))
        )
        for path in WEB.rglob("*.js")
        if "dist" not in path.parts
    }
    assert {path: found for path, found in strings.items() if found} == {}


def test_every_token_is_declared_and_used() -> None:
    declared = {name for name, _ in declarations(TOKENS) if name.startswith("--")}
    sources = "".join(path.read_text(encoding="utf-8") for path in (*SHEETS.values(), *WEB.rglob("*.js")))
    named = re.findall(r"var\((--[\w-]+)\)", sources)
    own = {name for sheet in SHEETS if sheet != TOKENS for name, _ in declarations(sheet) if name.startswith("--")}
    built = set(re.findall(r"setProperty\(\"(--[\w-]+)", sources))  # by a script
    templates = tuple(re.findall(r"`var\((--[\w-]*-)\$\{", sources))  # `var(--space-${name})`
    assert sorted(set(named) - declared - own - built) == []
    unused = {name for name in declared - set(named) if not name.startswith(templates)}
    assert sorted(unused) == []


def test_every_class_of_a_rule_is_one_that_pages_have() -> None:
    """In a script, a page, what declares the pages, or the drawing of a felt; `is-${state}` stands for all that begin so."""
    package = WEB.parent
    files = [*WEB.rglob("*.js"), *WEB.rglob("*.html"), *package.rglob("*.py"), WEB / "pages.toml"]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in files if "dist" not in path.parts)
    words = set(re.findall(r"[\w-]+", sources))
    begins = tuple(set(re.findall(r"(?<![\w-])([a-z]+-)(?:\$\{|\{)", sources)))
    ends = tuple(set(re.findall(r"\}(-[a-z]+)(?![\w-])", sources)))
    missing = {
        f"{name}: .{found}"
        for name in SHEETS
        for selector in re.findall(r"([^{};]+)\{", sheet(name))
        for found in re.findall(r"[.#]([A-Za-z][\w-]*)", selector)
        if found not in words and not found.startswith(begins) and not found.endswith(ends)
    }
    assert sorted(missing) == []


def test_every_sheet_is_of_a_page() -> None:
    """One that no page names is sent to nobody."""
    own = {sheet for page in Pages(WEB).pages.values() for sheet in (*page.styles, *page.later)}
    assert set(SHEETS) == {*bundles.COMMON_STYLES, *manual.STYLES, *own}
