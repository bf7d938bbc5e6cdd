"""The pages, as ``web/pages.toml`` declares them. A part of a page has a hash in its address: a browser caches it permanently."""

import base64
import hashlib
import tomllib
from collections.abc import Iterable
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

import msgspec
from litestar import Request, Response, get
from litestar.params import Parameter
from litestar.response import Redirect

from pitboss.house.wire import bundles
from pitboss.house.wire.gate import POLICY
from pitboss.procedure import Refusal, Refused

TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
}
NO_CACHE = {"Cache-Control": "no-cache"}
CACHE_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
HASH = 16  # hexadecimal digits in an address
WEB: Traversable = resources.files("pitboss") / "web"
ICON = "icon.svg"
ONLY_PARTS = "script-src 'self'"
DOCUMENT = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="dark light">
  <title>{title} · pitboss</title>
  <link rel="icon" href="{icon}" type="image/svg+xml">
{head}</head>
{body}</html>
"""
BODY = """<body class="{classes}">
  <a class="skip" href="#main">Skip to the content</a>
  <header class="top">
    <a class="brand" href="/">pit<b>boss</b></a>
    <h1>{title}</h1>
    <nav aria-label="Pages">{links}</nav>
    <div id="account" class="account"></div>
  </header>
  <main id="main" tabindex="-1" class="{main}">
    <p class="quiet-text">One moment …</p>
  </main>
</body>
"""
STYLE_SHEET = '  <link rel="stylesheet" href="{}">\n'
LATER_STYLES = '  <link rel="stylesheet" href="{}" id="later-styles" disabled>\n'  # loaded when a script enables it
SCRIPT = '  <script type="module" src="{}"></script>\n'
INLINE = "  <script>{}</script>\n"
# As fetch() asks: with the cookies of the same origin, for anything.
PRELOAD = '  <link rel="preload" as="fetch" crossorigin="anonymous" href="{}">\n'
HEAD_ENDS = b"</head>"


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one page consists of; ``web/pages.toml`` says what each field is for."""

    path: str
    title: str
    entry: str
    styles: tuple[str, ...]
    later: tuple[str, ...] = ()
    requests: tuple[str, ...] = ()
    early: str = ""
    body: str = ""
    main: str = ""
    links: dict[str, str] = {}
    former: str = ""


class HeadParts(NamedTuple):
    """What the head of one page names: the addresses of its style sheets and its script, and the early script itself."""

    styles: str
    later: str
    script: str
    early: str


def document(title: str, head: str, body: str, icon: str = f"/static/{ICON}") -> str:
    """A whole page: the head that all have in common around what is its own."""
    return DOCUMENT.format(title=escape(title, quote=False), icon=icon, head=head, body=body)


def body_of(page: Page) -> str:
    """The body of a page whose script writes all but the heading."""
    links = "".join(f'<a href="{path}">{words}</a>' for path, words in {"/": "Lobby", **page.links}.items())
    classes = f"people-page {page.body}".strip()
    return BODY.format(classes=classes, title=escape(page.title, quote=False), links=links, main=page.main)


class Pages:
    """Every file of the pages as it was when the house opened.

    A page names its parts: its style sheets as one file, its modules as one file, its icon. What has to run before any of
    them is there is in the page itself, allowed by its hash. The parts are those of ``dist/``, which a wheel has
    (tools/web/build.js), if they were built from these sources; otherwise they are made here (``bundles``).
    """

    def __init__(self, folder: Traversable) -> None:
        self._files = bundles.files_in(folder)
        self.pages = msgspec.convert(tomllib.loads(self._files["pages.toml"].decode()), dict[str, Page])
        self._documents: dict[str, bytes] = {}
        self._policies: dict[str, str] = {}  # of the pages with a script in them
        self._parts: dict[str, bytes] = {}  # by address
        self._icon = self._kept(ICON, self._files[ICON])
        built = {file.removeprefix("dist/"): body for file, body in self._files.items() if file.startswith("dist/")}
        self.built = ""  # the edition of dist/: its scripts import each other, so that all have the same
        if built.pop("sources", b"").decode() == bundles.digest(self._files):
            self.built = hashlib.sha256(b"".join(built.values())).hexdigest()[:HASH]
            self._parts |= {f"/static/{self.built}/{file}": body for file, body in built.items()}

    def page(self, name: str, **of: str) -> Response[bytes]:
        """A page that names its parts and what its script requests first; ``of``: the values in its path."""
        body = self._document(name)
        hints = "".join(PRELOAD.format(quote(address.format(**of))) for address in self.pages[name].requests)
        headers = NO_CACHE | ({"Content-Security-Policy": self._policies[name]} if name in self._policies else {})
        return Response(body.replace(HEAD_ENDS, hints.encode() + HEAD_ENDS), media_type="text/html", headers=headers)

    def file(self, path: str) -> Response[bytes]:
        """A source as it is, or a part under its cached address; a part of another edition would not fit the page."""
        edition, _, name = path.partition("/")
        if len(edition) == HASH and not edition.strip("0123456789abcdef"):
            owner = name.rpartition(".")[0].partition("-")[0]
            if owner in self.pages:
                self._document(owner)
            part = self._parts.get(f"/static/{path}")
            if part is None:
                raise Refused(Refusal.NOT_FOUND, "These pages have been updated; reload to continue.", "")
            return Response(part, media_type=_type(name), headers=CACHE_FOREVER)
        body = self._files.get(path)
        if body is None or not _type(path):
            raise Refused(Refusal.NOT_FOUND, f"There is no page {path!r}.", "")
        return Response(body, media_type=_type(path), headers=NO_CACHE)

    def _document(self, name: str) -> bytes:
        if name not in self._documents:
            page, parts = self.pages[name], self._built(name) if self.built else self._bundled(name)
            # The early script comes first: it would wait for a style sheet before it.
            head = INLINE.format(parts.early) if parts.early else ""
            head += STYLE_SHEET.format(parts.styles)
            head += LATER_STYLES.format(parts.later) if parts.later else ""
            head += SCRIPT.format(parts.script)
            own = self._files.get(f"{page.entry}.html")
            body = body_of(page) if own is None else own.decode()
            self._documents[name] = document(page.title, head, body, self._icon).encode()
            if parts.early:
                digest = base64.b64encode(hashlib.sha256(parts.early.encode()).digest()).decode()
                self._policies[name] = POLICY.replace(ONLY_PARTS, f"{ONLY_PARTS} 'sha256-{digest}'")
        return self._documents[name]

    def _built(self, name: str) -> HeadParts:
        stem = f"/static/{self.built}/{name}"
        page = self.pages[name]
        early = self._parts[f"{stem}-early.js"].decode() if page.early else ""
        return HeadParts(f"{stem}.css", f"{stem}-later.css" if page.later else "", f"{stem}.js", early)

    def _bundled(self, name: str) -> HeadParts:
        page = self.pages[name]
        sources = {file: body.decode() for file, body in self._files.items() if file.endswith(".js")}

        def joined(sheets: Iterable[str]) -> bytes:
            return "".join(bundles.plain(self._files[sheet].decode(), sheet) for sheet in sheets).encode()

        def keep(module: str, text: str) -> str:
            return self._kept(f"{name}-{module.rpartition('/')[2]}", text.encode())

        return HeadParts(
            self._kept(f"{name}.css", joined((*bundles.COMMON_STYLES, *page.styles))),
            self._kept(f"{name}-later.css", joined(page.later)) if page.later else "",
            self._kept(f"{name}.js", bundles.bundle(sources, f"{page.entry}.js", keep).encode()),
            f"{{\n{bundles.bundle(sources, page.early)}}}" if page.early else "",
        )

    def _kept(self, name: str, body: bytes) -> str:
        address = f"/static/{hashlib.sha256(body).hexdigest()[:HASH]}/{name}"
        self._parts[address] = body
        return address


def _type(path: str) -> str:
    return TYPES.get(path.rpartition(".")[2], "")


def routes() -> list[Any]:
    pages = Pages(WEB)

    def of_page(name: str, page: Page) -> Any:
        def shown(request: Request[Any, Any, Any]) -> Response[bytes]:
            return pages.page(name, **request.path_params)

        return get(page.path.replace("}", ":str}"), include_in_schema=False, sync_to_thread=False)(shown)

    def moved(former: str, path: str) -> Any:
        def sent_on() -> Redirect:
            return Redirect(path, status_code=301)

        return get(former, include_in_schema=False, sync_to_thread=False)(sent_on)

    @get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
    def icon() -> Response[bytes]:
        """Browsers request it for addresses that are not pages: a layout, a record."""
        return pages.file(ICON)

    @get("/static/{path:path}", include_in_schema=False, sync_to_thread=False)
    def file(path: Annotated[str, Parameter(max_length=128)]) -> Response[bytes]:
        return pages.file(path.removeprefix("/"))

    former = [moved(page.former, page.path) for page in pages.pages.values() if page.former]
    return [*(of_page(name, page) for name, page in pages.pages.items()), *former, icon, file]
