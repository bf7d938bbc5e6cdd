"""The pages as they are sent: bundled, compressed, kept by browsers for as long as they are the same."""

import asyncio
import base64
import hashlib
import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import zstandard

from pitboss.house.founding import Plan
from pitboss.house.wire.bundles import CannotBundle, bundle, plain
from pitboss.house.wire.compression import Compressing, Memory, coding_for
from pitboss.house.wire.gate import HEADERS
from pitboss.house.wire.pages import WEB, Pages
from tests.house.live import PRACTICE, Live
from tools.bootstrap import find_node

R = "roulette-practice"
PART = re.compile(r'"(/static/(\w{16})/([\w.-]+))"')
MOST_REQUESTS, MOST_BYTES = 9, 125_000  # of the first screen of a table, socket and icon among them


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("pages") / "house.db", [Plan(R, "roulette", "Roulette", PRACTICE)]) as live:
        yield live


# --- in one file


def node() -> str:
    found = find_node()
    if found is None:
        pytest.skip("There is no Node here.")
    return str(found)


SOURCES = {
    "first.js": """/** What the page begins with. */
import { add, LIMIT as most } from "./sums.js";
import "./effect.js";
import {
  Chip,
  say,
} from "./words.js";
/** @import { Chip } from "./words.js" */
const half = (a) => a / 2; // not a comment: "/*"
say(new Chip(add(2, most)).told(), half(8), `/* ${"kept"} // */`);
""",
    "sums.js": 'import { say } from "./words.js";\nsay("sums");\nexport const LIMIT = 5;\nexport function add(a, b) {\n  return '
               'a + b;\n}\n',
    "effect.js": 'import { say } from "./words.js";\n  // said once\nsay("effect");\nexport {};\n',
    "words.js": """import { plain } from "./plain.js";
export class Chip {
  /** @type {number} */ #cents;
  /**
   * A chip.
   */
  constructor(cents) {
    this.#cents = cents;
  }
  told = async () => plain(this.#cents);
}
export const say = (...words) => console.log(...words.map(String));
export { plain };
""",
    "plain.js": "export async function plain(what) {\n  return String(what);\n}\n",
}  # fmt: skip


def test_a_bundle_does_what_its_modules_do(tmp_path: Path) -> None:
    """In the order in which a browser runs them, each once."""
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name, source in (SOURCES | {"bundled.js": bundle(SOURCES, "first.js")}).items():
        (tmp_path / name).write_text(source)
    said = [subprocess.run([node(), str(tmp_path / name)], capture_output=True, text=True, check=True).stdout
            for name in ("first.js", "bundled.js")]  # fmt: skip
    assert said[0].splitlines()[:2] == ["sums", "effect"]
    assert said[0] == said[1]


LATER = {
    "page.js": """\
import { say } from "./say.js";
say("at once");
export const open = async () => {
  const { act } = await import("./desk.js");
  return act();
};
open().then(open);
""",
    "say.js": 'let said = 0;\nexport const say = (what) => console.log(what, (said += 1));\n',
    "desk.js": 'import { say } from "./say.js";\nimport { words } from "./words.js";\nsay("later");\nexport const act = () => '
               'say(words());\n',
    "words.js": 'export function words() {\n  return "acted";\n}\n',
}  # fmt: skip


def test_what_is_imported_later_shares_the_modules_of_the_first(tmp_path: Path) -> None:
    """It is fetched when it is wanted, runs once, and knows what those before it have done."""
    (tmp_path / "package.json").write_text('{"type": "module"}')

    def keep(module: str, text: str) -> str:
        (tmp_path / f"kept-{module}").write_text(text)
        return f"./kept-{module}"

    for name, source in (LATER | {"bundled.js": bundle(LATER, "page.js", keep)}).items():
        (tmp_path / name).write_text(source)
    said = [subprocess.run([node(), str(tmp_path / name)], capture_output=True, text=True, check=True).stdout
            for name in ("page.js", "bundled.js")]  # fmt: skip
    assert said[0].splitlines() == ["at once 1", "later 2", "acted 3", "acted 4"]
    assert said[0] == said[1]
    assert "acted" not in (tmp_path / "bundled.js").read_text()


def test_what_two_later_bundles_need_is_in_the_first() -> None:
    """Else it would run twice, and what one of them remembers in it the other would not know."""
    sources = LATER | {
        "page.js": 'const both = [import("./desk.js"), import("./other.js")];\n',
        "other.js": 'import { say } from "./say.js";\nsay("other");\n',
    }
    kept: dict[str, str] = {}
    first = bundle(sources, "page.js", lambda module, text: kept.setdefault(module, text) and module)
    assert [text.count("let said = 0;") for text in (first, kept["desk.js"], kept["other.js"])] == [1, 0, 0]
    assert [text.count('return "acted"') for text in (first, kept["desk.js"], kept["other.js"])] == [0, 1, 0]


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        ({"a.js": 'import { b } from "./b.js";\nexport const a = b;', "b.js": 'import { a } from "./a.js";'},
        "a.js imports b.js " "imports a.js"),
        ({"a.js": 'import { b } from "./b.js";', "b.js": "export const c = 1;"}, "a.js imports b from b.js"),
        ({"a.js": 'import { b } from "./b.js";'}, "a.js imports b.js, which does not exist"),
        ({"a.js": "export default 1;"}, "'export default 1;' cannot be bundled"),
        ({"a.js": "export let a = 1;"}, "'export let a = 1;' cannot be bundled"),
        ({"a.js": 'import * as all from "./b.js";'}, "cannot be bundled"),
        ({"a.js": "const a = 1;\nexport { a as b };"}, "a under another name"),
        ({"a.js": "const a = `one\n  // two`;"}, "a.js, line 1"),
        ({"a.js": 'const b = () => import("./b.js");', "b.js": ""}, "a.js imports b.js later"),
    ],
)  # fmt: skip
def test_what_would_mean_something_else_is_not_bundled(sources: dict[str, str], sentence: str) -> None:
    with pytest.raises(CannotBundle, match=re.escape(sentence)):
        bundle(sources, "a.js")


def test_only_comments_and_indentation_are_left_out() -> None:
    assert (
        plain("/** one\n two */ a();\n  b(); // c\n// d\n/* e */ /* f */ g(\n\n  h)\n") == "a();\nb(); // c\ng(\nh)\n"
    )


def test_every_page_is_two_files_that_a_browser_can_read() -> None:
    pages = Pages(WEB)
    scripts = []
    for name, page in pages.pages.items():
        text = bytes(pages.page(name, table=R).content).decode()
        parts = {
            file: (edition, bytes(pages.file(f"{edition}/{file}").content)) for _, edition, file in PART.findall(text)
        }
        assert set(parts) == {f"{name}.css", f"{name}.js", "icon.svg"} | (
            {f"{name}-later.css"} if page.later else set()
        )
        assert all(hashlib.sha256(body).hexdigest().startswith(edition) for edition, body in parts.values())
        scripts.append(parts[f"{name}.js"][1].decode())
    check = 'for (const one of JSON.parse(require("fs").readFileSync(0, "utf8"))) new Function(`"use strict"; ${one}`)'
    subprocess.run([node(), "-e", check], input=json.dumps(scripts), text=True, check=True)


# --- on the wire


def parts_of(live: Live, path: str) -> list[tuple[str, str, str]]:
    return PART.findall(live.get(path).text)


def test_parts_of_a_page_are_fetched_once(live: Live) -> None:
    """They have what is in them in their address, may be kept for ever, and are gone when they are others."""
    parts = parts_of(live, f"/table/{R}")
    assert len(parts) == 4  # with the styles that a script loads later
    for part, edition, _ in parts:
        reply = live.get(part)
        assert "immutable" in reply.headers["cache-control"]
        gone = live.get(part.replace(edition, "0" * 16))
        assert (gone.status_code, gone.json()["refused"]["code"]) == (404, "not_found")


def test_the_script_in_a_page_is_allowed_by_its_hash_and_no_other(live: Live) -> None:
    """The socket is opened as soon as the page is read; what anybody else would write into the page does not run."""
    reply = live.get(f"/table/{R}")
    (script,) = re.findall(r"<script>(.*?)</script>", reply.text, re.S)
    assert "new WebSocket" in script
    assert reply.text.index("<script>") < reply.text.index('<link rel="stylesheet"')  # else it waits for that
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = reply.headers.get_list("content-security-policy")
    assert f"script-src 'self' 'sha256-{digest}'; style-src 'self'; " in policy
    assert "<script>" not in live.get("/").text
    assert "sha256" not in live.get("/").headers["content-security-policy"]


def test_a_part_is_served_before_its_page_was() -> None:
    """Another process of the same house, or the same after a restart, is asked for it first."""
    asked = PART.findall(bytes(Pages(WEB).page("lobby").content).decode())
    assert len(asked) == 3
    for _, edition, name in asked:
        assert Pages(WEB).file(f"{edition}/{name}").content


@pytest.mark.parametrize(
    "path", [f"/table/{R}", f"/api/tables/{R}", f"/api/tables/{R}/felt.svg", "/static/table/table.js"]
)
def test_what_is_read_is_compressed_as_allowed(live: Live, path: str) -> None:
    as_it_is = live.http.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in as_it_is.headers
    for accepted, coding in {
        "zstd, gzip, br": "zstd",
        "gzip, deflate, br": "gzip",
        "GZIP;q=0.5, zstd;q=0": "gzip",
        "*": "zstd",
    }.items():
        with live.http.stream("GET", path, headers={"Accept-Encoding": accepted}) as reply:
            raw = b"".join(reply.iter_raw())
        assert reply.headers["content-encoding"] == coding
        assert int(reply.headers["content-length"]) == len(raw) < len(as_it_is.content) / 2
        assert _decoded(raw, coding) == as_it_is.content
        assert reply.headers["vary"] == as_it_is.headers["vary"] == "Accept-Encoding"
        assert reply.headers["etag"] == as_it_is.headers["etag"]
        assert {name.decode() for name, _ in HEADERS} <= set(reply.headers)


def _decoded(raw: bytes, coding: str) -> bytes:
    if coding == "zstd":
        return zstandard.ZstdDecompressor().decompressobj().decompress(raw)
    return httpx.Response(200, headers={"content-encoding": coding}, content=raw).content


def test_what_a_browser_has_is_not_sent_again(live: Live) -> None:
    path = f"/api/tables/{R}/felt.svg"
    tag = live.get(path).headers["etag"]
    for known in (tag, f'"other", {tag}', tag.removeprefix("W/")):
        reply = live.http.get(path, headers={"If-None-Match": known})
        assert (reply.status_code, reply.content, reply.headers["etag"]) == (304, b"", tag)
        assert "content-security-policy" in reply.headers
    assert live.http.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
    assert live.http.get(path, headers={"If-None-Match": tag}).status_code == 304


JSON = (b"content-type", b"application/json")
LARGE = json.dumps(list(range(1_000))).encode()


def test_what_one_person_was_told_is_kept_for_nobody_else(live: Live) -> None:
    """Neither by a cache in front of the house nor by a browser that somebody else uses next; a page is nobody's own."""
    path = f"/api/tables/{R}"
    tag = live.get(path).headers["etag"]
    for reply in (live.get("/api/purse"), live.get(path), live.http.get(path, headers={"If-None-Match": tag})):
        assert reply.headers["cache-control"] == "private, no-cache"
    assert live.get("/").headers["cache-control"] == "no-cache"


async def _answered(
    method: str, status: int, headers: list[tuple[bytes, bytes]], pieces: list[bytes]
) -> dict[str, str]:
    """The headers with which an answer leaves the house."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for n, piece in enumerate(pieces, 1):
            await send({"type": "http.response.body", "body": piece, "more_body": n < len(pieces)})

    async def send(message: Any) -> None:
        sent.append(message)

    asked = {"type": "http", "method": method, "headers": [(b"accept-encoding", b"gzip")]}
    await Compressing(app)(asked, None, send)  # type: ignore[arg-type]
    assert [one["type"] for one in sent[1:]] == ["http.response.body"] * len(pieces)
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_only_whole_texts_that_are_read_are_compressed() -> None:
    """The reply to a command may hold a token, of which its length must tell nothing; a cookie is not to be kept."""

    def answered(
        *, method: str = "GET", status: int = 200, header: tuple[bytes, bytes] = JSON, **given: Any
    ) -> set[str]:
        headers = [header] if header[0] == b"content-type" else [JSON, header]
        return set(asyncio.run(_answered(method, status, headers, given.get("pieces", [LARGE]))))

    changed = {"content-encoding", "etag", "vary"}
    assert answered() >= changed
    assert not answered(method="POST") & changed
    assert not answered(status=201) & changed
    assert not answered(status=404) & changed
    assert not answered(header=(b"set-cookie", b"a=b")) & changed
    assert not answered(header=(b"content-type", b"application/octet-stream")) & changed
    assert not answered(pieces=[LARGE, LARGE]) & changed
    assert not answered(pieces=[b"small"]) & changed
    assert answered(header=(b"cache-control", b"no-store")) & changed == {"content-encoding", "vary"}


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("", ""), ("identity", ""), ("br", ""), ("gzip;q=0", ""), ("gzip;q=nonsense", ""), ("*;q=0, gzip", "gzip"),
    ("x-gzip, zstd", "zstd")],
)  # fmt: skip
def test_the_coding_that_a_browser_accepts(accepted: str, coding: str) -> None:
    assert coding_for(accepted) == coding


async def _compressed_all(memory: Memory, bodies: list[bytes]) -> list[int]:
    return [len(await memory.compressed(body, hashlib.md5(body).hexdigest(), "gzip", 3)) for body in bodies]


def test_compressed_answers_are_remembered_within_bounds() -> None:
    source = random.Random(1)
    memory = Memory(most=10_000)
    sizes = asyncio.run(_compressed_all(memory, [source.randbytes(3_000) for _ in range(10)]))
    assert sum(sizes) > 10_000 >= memory.size
    assert memory.size == sum(sizes[-3:])


def test_the_first_screen_of_a_table_is_small(live: Live) -> None:
    """Everything that a browser asks for before one can play, as it is on the line; the socket is one more request."""
    text = live.get(f"/table/{R}").text
    asked = [
        f"/table/{R}",
        *(part for part, _, name in PART.findall(text) if name != "table-later.css"),
        *re.findall(r'as="fetch" .*?href="(.*?)"', text),
    ]
    assert len(asked) == len(set(asked)) == MOST_REQUESTS - 1
    size = 0
    for path in asked:
        with live.http.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as reply:
            assert reply.status_code == 200
            size += sum(len(piece) for piece in reply.iter_raw())
    assert size <= MOST_BYTES
