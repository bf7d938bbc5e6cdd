"""The site in the house: at /docs, with the right types and policy, and nothing outside its folder."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.house.wire import manual, site
from tests.house.live import NO_CERTIFICATES, Live

FILES = {
    "index.html": ("text/html", "<!doctype html><title>Site</title>"),
    "games/roulette.html": ("text/html", "<p>Roulette</p>"),
    "_static/site.css": ("text/css", "p {}"),
    "_static/site.js": ("text/javascript", "1"),
    "pictures/felt.svg": ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "_images/table.webp": ("image/webp", "RIFF"),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("docs") / "house.db", ()) as live:
        yield live


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site, with a file beside it that is none of its own."""
    folder = tmp_path / "site"
    for name, (_, body) in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body, encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "house.db").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(site, "FOLDERS", (tmp_path / "nowhere", folder))
    return folder


def get(house: Live, path: str) -> httpx.Response:
    return httpx.get(f"http://{house.address}{path}", verify=NO_CERTIFICATES)


def test_a_site_that_is_not_built_shows_the_pages_as_written(
    house: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The header's link leads to every page of the documentation; their links lead to pages that are there."""
    monkeypatch.setattr(site, "FOLDERS", (tmp_path,))
    assert get(house, "/docs/").headers["location"] == "/docs/index.html"
    first = get(house, "/docs/index.html")
    assert (first.status_code, first.headers["content-type"].partition(";")[0]) == (200, "text/html")
    pages = re.findall(r'href="(/docs/[^"#]+)', first.text)
    assert {"/docs/users/player.html", "/docs/tutorials/player.html", "/docs/wire.html"} <= set(pages)
    led: set[str] = set()
    for page in pages:
        reply = get(house, page)
        assert reply.status_code == 200, page
        assert "/static/kit/tokens.css" in reply.text
        led |= set(re.findall(r'(?:href|src)="(/docs/[^"#]+)', reply.text))
    assert "/docs/pictures/go-fore-it-layout.svg" in led or any("pictures" in one for one in led)
    assert [one for one in led if get(house, one).status_code != 200] == []
    assert get(house, "/docs/no.html").status_code == 404


def test_links_of_written_pages_lead_to_pages_or_nowhere(tmp_path: Path) -> None:
    (tmp_path / "users").mkdir()
    words = "# A & B\n\n[up](../wire.md#the-law) [out](../../README.md) ![picture](../pictures/x.svg) <b>no</b>\n"
    (tmp_path / "users" / "one.md").write_text(words, encoding="utf-8")
    shown = manual.page(tmp_path, "users/one")
    assert shown is not None
    assert '<a href="/docs/wire.html#the-law">up</a> <a>out</a> <img src="/docs/pictures/x.svg"' in shown
    assert "<title>A &amp; B" in shown
    assert manual.page(tmp_path, "../users/one") is None


@pytest.mark.usefixtures("built")
def test_the_first_page_is_where_its_links_count_from(house: Live) -> None:
    """/docs leads to the page itself, since pages name each other from where they are."""
    for path in ("/docs", "/docs/"):
        reply = get(house, path)
        assert (reply.status_code, reply.headers["location"]) == (302, "/docs/index.html")


@pytest.mark.usefixtures("built")
def test_files_have_their_types_and_the_policy_of_the_house(house: Live) -> None:
    """Scripts and styles of the house alone; a drawing brings its style, and nothing else."""
    for name, (kind, body) in FILES.items():
        reply = get(house, f"/docs/{name}")
        assert (reply.status_code, reply.headers["content-type"].partition(";")[0], reply.text) == (200, kind, body)
        assert reply.headers["x-content-type-options"] == "nosniff"
        policies = reply.headers.get_list("content-security-policy")
        assert len(policies) == 1
        assert "default-src 'none'" in policies[0]
        assert ("unsafe-inline" in policies[0]) is name.endswith(".svg")
        assert name.endswith(".svg") or "script-src 'self'; style-src 'self'" in policies[0]


@pytest.mark.usefixtures("built")
def test_nothing_outside_the_site_is_served(house: Live) -> None:
    """Not above its folder, not through a link, not of another kind, no folder, nothing that is not there."""
    for path in (
        "../secret.html", "%2e%2e/secret.html", "..%2fsecret.html", "games/../../secret.html", "link.html", "house.db",
        "games", "games/", "no.html", "%00.html", "//etc/passwd", "/tmp/x.html", f"{'x' * 5000}.html",
    ):  # fmt: skip
        reply = raw(house, f"/docs/{path}")
        assert b"secret" not in reply, path
        assert reply.split(b" ", 2)[1] in (b"400", b"404"), (path, reply[:80])


def raw(house: Live, path: str) -> bytes:
    """A request whose path nobody tidied up on the way."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=30) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {house.address}\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(65536), b""))
