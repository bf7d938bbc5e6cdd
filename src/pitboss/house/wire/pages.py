"""The pages. The address of their parts has a hash of all files, so that a browser may cache each part for ever."""

import hashlib
from importlib import resources
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter

from pitboss.procedure import Refusal, Refused

TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
}
NO_CACHE = {"Cache-Control": "no-cache"}
CACHE_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
PARTS = b'"/static/'
Name = Annotated[str, Parameter(max_length=64)]


class Pages:
    """Every file of the pages as it was when the house opened; ``edition`` is a hash of all of them."""

    def __init__(self) -> None:
        found = sorted((f for f in (resources.files("pitboss") / "web").iterdir() if f.is_file()), key=lambda f: f.name)
        files = {file.name: file.read_bytes() for file in found}
        self.edition = hashlib.sha256(b"".join(name.encode() + body for name, body in files.items())).hexdigest()[:16]
        parts = PARTS + self.edition.encode() + b"/"
        self._files = {
            name: body.replace(PARTS, parts) if name.endswith(".html") else body for name, body in files.items()
        }

    def page(self, name: str, headers: dict[str, str] = NO_CACHE) -> Response[bytes]:
        body, kind = self._files.get(name), TYPES.get(name.rpartition(".")[2])
        if body is None or kind is None:
            raise Refused(Refusal.NOT_FOUND, f"There is no page {name!r}.", "")
        return Response(body, media_type=kind, headers=headers)

    def part(self, edition: str, name: str) -> Response[bytes]:
        """A file under its cached address; a part of another edition would not fit the others."""
        if edition != self.edition:
            raise Refused(Refusal.NOT_FOUND, "These pages have been updated; reload to continue.", "")
        return self.page(name, CACHE_FOREVER)


def routes() -> list[Any]:
    pages = Pages()

    @get("/", include_in_schema=False, sync_to_thread=False)
    def lobby() -> Response[bytes]:
        return pages.page("index.html")

    @get("/table/{table:str}", include_in_schema=False, sync_to_thread=False)
    def table_page(table: Name) -> Response[bytes]:
        return pages.page("table.html")

    @get("/open", include_in_schema=False, sync_to_thread=False)
    def open_page() -> Response[bytes]:
        return pages.page("open.html")

    @get("/audit", include_in_schema=False, sync_to_thread=False)
    def audit_page() -> Response[bytes]:
        return pages.page("audit.html")

    @get("/sign-in", include_in_schema=False, sync_to_thread=False)
    def sign_in_page() -> Response[bytes]:
        return pages.page("sign-in.html")

    @get("/account", include_in_schema=False, sync_to_thread=False)
    def account_page() -> Response[bytes]:
        return pages.page("account.html")

    @get("/people", include_in_schema=False, sync_to_thread=False)
    def people_page() -> Response[bytes]:
        return pages.page("people.html")

    @get("/things", include_in_schema=False, sync_to_thread=False)
    def things_page() -> Response[bytes]:
        return pages.page("things.html")

    @get("/pit", include_in_schema=False, sync_to_thread=False)
    def pit_page() -> Response[bytes]:
        return pages.page("pit.html")

    @get("/administration", include_in_schema=False, sync_to_thread=False)
    def administration_page() -> Response[bytes]:
        return pages.page("administration.html")

    @get("/board", include_in_schema=False, sync_to_thread=False)
    def board_page() -> Response[bytes]:
        return pages.page("board.html")

    @get("/filings", include_in_schema=False, sync_to_thread=False)
    def filings_page() -> Response[bytes]:
        return pages.page("filings.html")

    @get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
    def icon() -> Response[bytes]:
        """Browsers request it for addresses that are not pages: a layout, a record."""
        return pages.page("icon.svg")

    @get("/static/{name:str}", include_in_schema=False, sync_to_thread=False)
    def file(name: Name) -> Response[bytes]:
        return pages.page(name)

    @get("/static/{edition:str}/{name:str}", include_in_schema=False, sync_to_thread=False)
    def part(edition: Name, name: Name) -> Response[bytes]:
        return pages.part(edition, name)

    people = [filings_page, sign_in_page, account_page, people_page, things_page, pit_page, administration_page]
    return [lobby, table_page, open_page, audit_page, board_page, *people, icon, file, part]
