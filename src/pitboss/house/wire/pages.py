"""The pages. The address of each part has a hash of what is in it, so that a browser may keep the part for ever."""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import partial
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

from litestar import Response, get
from litestar.params import Parameter

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
OF_PAGE = "-page"  # what one page needs of a kind, in one file
STYLE_SHEET = re.compile(r' *<link rel="stylesheet" href="/static/([\w./-]+)">\n')
SCRIPT = re.compile(r' *<script type="module" src="/static/([\w./-]+)"></script>\n')
EARLY = re.compile(r' *<script type="module" src="/static/(table/early\.js)"></script>\n')
EDITION = re.compile(r"/([0-9a-f]{16})/([\w.-]+)")
ONLY_PARTS = "script-src 'self'"
# As fetch() asks: with the cookies of the same origin, for anything.
PRELOAD = '  <link rel="preload" as="fetch" crossorigin="anonymous" href="{}">\n'
HEAD_ENDS = b"</head>"
SESSION = "/api/session"
Name = Annotated[str, Parameter(max_length=64)]


class Part(NamedTuple):
    """One file as it is served, and the address that it has as long as it is the same."""

    name: str
    body: bytes

    @property
    def address(self) -> str:
        return f"/static/{hashlib.sha256(self.body).hexdigest()[:HASH]}/{self.name}"


class Pages:
    """Every file of the pages as it was when the house opened.

    A page names its parts: its style sheets as one file, its modules as one file for each script (``bundles``), its icon.
    What has to run before any of them is there is in the page itself, allowed by its hash.
    """

    def __init__(self) -> None:
        self._files = dict(sorted(_files(resources.files("pitboss") / "web")))
        self._owners = {PurePosixPath(name).stem: name for name in self.names}
        self._pages: dict[str, bytes] = {}
        self._policies: dict[str, str] = {}  # of the pages with a script in them
        self._parts: dict[str, Part] = {}
        self._icon = self._kept("icon.svg", self._files["icon.svg"])

    @property
    def names(self) -> list[str]:
        """Every page, by its file."""
        return [name for name in self._files if name.endswith(".html")]

    def page(self, name: str, asks_for: Iterable[str] = ()) -> Response[bytes]:
        """A page that names its parts, and what its script ``asks_for`` first, so that a browser asks at once."""
        body = self._page(name)
        hints = "".join(PRELOAD.format(quote(address)) for address in asks_for)
        headers = NO_CACHE | ({"Content-Security-Policy": self._policies[name]} if name in self._policies else {})
        return Response(body.replace(HEAD_ENDS, hints.encode() + HEAD_ENDS), media_type="text/html", headers=headers)

    def file(self, name: str) -> Response[bytes]:
        """A source, as it is."""
        body, kind = self._files.get(name), TYPES.get(name.rpartition(".")[2])
        if body is None or kind is None:
            raise Refused(Refusal.NOT_FOUND, f"There is no page {name!r}.", "")
        return Response(body, media_type=kind, headers=NO_CACHE)

    def part(self, edition: str, name: str) -> Response[bytes]:
        """A part under its cached address; a part of another edition would not fit the page."""
        if owner := self._owners.get(name.rpartition(".")[0].removesuffix(OF_PAGE)):
            self._page(owner)
        part = self._parts.get(f"/static/{edition}/{name}")
        if part is None:
            raise Refused(Refusal.NOT_FOUND, "These pages have been updated; reload to continue.", "")
        return Response(part.body, media_type=TYPES[name.rpartition(".")[2]], headers=CACHE_FOREVER)

    def _page(self, name: str) -> bytes:
        if name not in self._pages:
            text, stem = self._files[name].decode(), PurePosixPath(name).stem
            sources = {one: body.decode() for one, body in self._files.items() if one.endswith(".js")}
            text = EARLY.sub(lambda found: self._inline(name, bundles.bundle(sources, found[1])), text)
            sheets, scripts = STYLE_SHEET.findall(text), SCRIPT.findall(text)
            styles = "".join(bundles.plain(self._files[sheet].decode(), sheet) for sheet in sheets)
            text = STYLE_SHEET.sub("", text)
            head = f'  <link rel="stylesheet" href="{self._kept(f"{stem}{OF_PAGE}.css", styles.encode())}">\n'
            for script in scripts:
                source = bundles.bundle(sources, script, partial(self._kept_later, stem))
                address = self._kept(f"{stem}{OF_PAGE}.js", source.encode())
                head += f'  <script type="module" src="{address}"></script>\n'
            text = SCRIPT.sub("", text).replace("</head>", f"{head}</head>")
            self._pages[name] = text.replace('"/static/icon.svg"', f'"{self._icon}"').encode()
        return self._pages[name]

    def _inline(self, name: str, source: str) -> str:
        """A script that runs when the browser reads it, waits for nothing, and is the only one of its kind that may run."""
        script = f"{{\n{source}}}"
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self._policies[name] = POLICY.replace(ONLY_PARTS, f"{ONLY_PARTS} 'sha256-{digest}'")
        return f"  <script>{script}</script>\n"

    def _kept_later(self, stem: str, module: str, text: str) -> str:
        return self._kept(f"{stem}{OF_PAGE}.js", text.encode())

    def _kept(self, name: str, body: bytes) -> str:
        part = Part(name, body)
        self._parts[part.address] = part
        return part.address


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Every file of a folder and the folders in it, by its path."""
    for one in folder.iterdir():
        if one.is_dir():
            yield from _files(one, f"{prefix}{one.name}/")
        else:
            yield f"{prefix}{one.name}", one.read_bytes()


def routes() -> list[Any]:
    pages = Pages()

    @get("/", include_in_schema=False, sync_to_thread=False)
    def lobby() -> Response[bytes]:
        return pages.page("lobby/lobby.html", ("/api/tables", "/api/practice", SESSION))

    @get("/table/{table:str}", include_in_schema=False, sync_to_thread=False)
    def table_page(table: Name) -> Response[bytes]:
        facts = f"/api/tables/{table}"
        return pages.page("table/table.html", (facts, f"{facts}/felt.svg", SESSION, "/api/purse"))

    @get("/open", include_in_schema=False, sync_to_thread=False)
    def open_page() -> Response[bytes]:
        return pages.page("filings/open.html")

    @get("/drills", include_in_schema=False, sync_to_thread=False)
    def drills_page() -> Response[bytes]:
        return pages.page("drills/drills.html", ("/api/drills", SESSION))

    @get("/audit", include_in_schema=False, sync_to_thread=False)
    def audit_page() -> Response[bytes]:
        return pages.page("board/audit.html")

    @get("/sign-in", include_in_schema=False, sync_to_thread=False)
    def sign_in_page() -> Response[bytes]:
        return pages.page("account/signin.html")

    @get("/account", include_in_schema=False, sync_to_thread=False)
    def account_page() -> Response[bytes]:
        return pages.page("account/account.html")

    @get("/people", include_in_schema=False, sync_to_thread=False)
    def people_page() -> Response[bytes]:
        return pages.page("staff/people.html")

    @get("/things", include_in_schema=False, sync_to_thread=False)
    def things_page() -> Response[bytes]:
        return pages.page("staff/equipment.html")

    @get("/pit", include_in_schema=False, sync_to_thread=False)
    def pit_page() -> Response[bytes]:
        return pages.page("pit/pit.html")

    @get("/administration", include_in_schema=False, sync_to_thread=False)
    def administration_page() -> Response[bytes]:
        return pages.page("staff/administration.html")

    @get("/board", include_in_schema=False, sync_to_thread=False)
    def board_page() -> Response[bytes]:
        return pages.page("board/board.html")

    @get("/filings", include_in_schema=False, sync_to_thread=False)
    def filings_page() -> Response[bytes]:
        return pages.page("filings/filings.html")

    @get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
    def icon() -> Response[bytes]:
        """Browsers request it for addresses that are not pages: a layout, a record."""
        return pages.file("icon.svg")

    @get("/static/{name:path}", include_in_schema=False, sync_to_thread=False)
    def file(name: Annotated[str, Parameter(max_length=128)]) -> Response[bytes]:
        found = EDITION.fullmatch(name)
        return pages.part(*found.groups()) if found else pages.file(name.removeprefix("/"))

    people = [filings_page, sign_in_page, account_page, people_page, things_page, pit_page, administration_page]
    return [lobby, table_page, open_page, drills_page, audit_page, board_page, *people, icon, file]
