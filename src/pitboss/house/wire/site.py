"""The documentation at /docs: the site, in the package or built beside the sources that the house runs from; where it was
not built, the pages as they are written (``manual``).

It is looked for at each request, so that a site that was built meanwhile is there without a restart.
"""

from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter
from litestar.response import Redirect

import pitboss
from pitboss.house.wire import manual
from pitboss.house.wire.gate import POLICY
from pitboss.house.wire.pages import NO_CACHE, TYPES
from pitboss.procedure import Refusal, Refused

PACKAGE = Path(pitboss.__file__).parent
PROJECT = PACKAGE.parent.parent
FOLDERS = (PACKAGE / "site", PROJECT / "build" / "site")
FIRST = "index.html"
LONGEST = 200  # characters of a path
KINDS = {**TYPES, "png": "image/png", "webp": "image/webp", "gif": "image/gif", "json": "application/json"}
# The pages of the house take no forms; the site's search is one, and it is answered here.
SITE_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'")
# A drawing brings its own style, and nothing else.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def folder() -> Path | None:
    """Where the site is; None where there is none."""
    return next((found for found in FOLDERS if (found / FIRST).is_file()), None)


def routes() -> list[Any]:
    @get("/docs", include_in_schema=False, sync_to_thread=True)
    def first_page() -> Response[Any]:
        """Its first page; pages name each other from where they are, so its address has to be a page's."""
        return Redirect(f"/docs/{FIRST}", status_code=302)

    @get("/docs/{path:path}", include_in_schema=False, sync_to_thread=True)
    def page(path: Annotated[Path, Parameter(description="A page of the site.")]) -> Response[bytes]:
        return part(path.as_posix())

    return [first_page, page]


def part(path: str) -> Response[bytes]:
    """One file of the site; whatever is not in its folder is not there."""
    built, name = folder(), path.strip("/")
    root = built or manual.folder()
    if built is None and root is not None and name.endswith(".html"):
        if (written := manual.page(root, name.removesuffix(".html"))) is not None:
            return Response(written.encode(), media_type="text/html", headers=NO_CACHE)
    kind = KINDS.get(name.rpartition(".")[2])
    # its bytes count: a name that is too long for the disk is an error there
    named = root is not None and len(name.encode()) <= LONGEST and name.isprintable()
    file = (root / name).resolve() if root is not None and named else None
    if root is None or file is None or kind is None or not file.is_relative_to(root.resolve()) or not file.is_file():
        raise Refused(Refusal.NOT_FOUND, "The documentation has no such page; it begins at /docs.", "")
    policy = DRAWING_POLICY if kind == KINDS["svg"] else SITE_POLICY
    return Response(file.read_bytes(), media_type=kind, headers={**NO_CACHE, "Content-Security-Policy": policy})
