"""The last touch: pages that obey the house's own security policy, and names of tests that lead to their source.

The house serves pages under a policy that runs no script and applies no style that is written inside a page. What the
theme writes there is moved into files, which are named by their contents.
"""

import hashlib
import re
from pathlib import Path

from tools.site.listings import page_of, place_of_test

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
INLINE = re.compile(r'(<[a-z]+\b[^>]*?) style="([^"]*)"')
# What the theme writes as a style inside a page, and the attributes that come to the same.
ATTRIBUTES = {"display: none;": ' width="0" height="0" class="symbols"', "opacity: 50%": ' opacity="0.5"'}
TEST = re.compile(r'<code class="[^"]*"><span class="pre">((?:[a-z_]+/)*test_\w+::\w+)…?</span></code>')


def finish(out: Path) -> set[Path]:
    """Every page of the site, once; the files of the tests that pages name."""
    named: set[Path] = set()
    for page in sorted(out.rglob("*.html")):
        before = page.read_text(encoding="utf-8")
        after = _finished(before, out, "../" * (len(page.relative_to(out).parts) - 1), named)
        if after != before:
            page.write_text(after, encoding="utf-8")
    return named


def _finished(text: str, out: Path, up: str, named: set[Path]) -> str:
    """One page; ``up`` leads from it to the root of the site."""
    text = SCRIPT.sub(lambda found: _moved(found[1], "js", '<script src="{}"></script>', out, up), text)
    text = STYLE.sub(lambda found: _moved(found[1], "css", '<link rel="stylesheet" href="{}">', out, up), text)
    text = INLINE.sub(lambda found: found[1] + ATTRIBUTES.get(found[2], ""), text)
    return TEST.sub(lambda found: _linked(found, up, named), text)


def _moved(body: str, suffix: str, reference: str, out: Path, up: str) -> str:
    name = f"_static/{hashlib.sha256(body.encode()).hexdigest()[:12]}.{suffix}"
    (out / name).write_text(body, encoding="utf-8")
    return reference.format(up + name)


def _linked(found: re.Match[str], up: str, named: set[Path]) -> str:
    """A test that is named in words becomes a link to where it is."""
    place = place_of_test(found[1])
    if place is None:
        return found[0]
    named.add(place[0])
    return f'<a href="{up}{page_of(place[0])}#L-{place[1]}">{found[0]}</a>'
