"""The site as it is built: it is complete, it stands alone, and every link in it leads somewhere."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from pitboss import catalogue, law
from pitboss.cli.vocabulary import names_of
from pitboss.mathematics.kit.every_edge import edges_kept
from tools.site import diagrams, pictures
from tools.site.building import build
from tools.site.listings import page_of, place_of, place_of_test, places_of_tests, write_listings
from tools.site.markup import anchor, cite
from tools.site.tree import PROJECT, USERS

pytestmark = pytest.mark.filterwarnings("ignore:.*myst_parser.*")  # what it calls of Sphinx goes away with Sphinx 11
PAGES = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
TAG, ATTRIBUTE = re.compile(r"<([a-z]+)((?:\s[^<>]*)?)>"), re.compile(r"([\w-]+)=\"([^\"]*)\"")
MOST_PICTURES = 2_000_000  # bytes
LONGEST_REFERENCE = 200_000


class Read:
    """What a page links to, what it loads, what can be linked to in it, and what is written inside it."""

    def __init__(self, text: str) -> None:
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.inside: list[str] = []
        for tag, attributes in TAG.findall(text):
            if tag == "span" and "id=" not in attributes and "style=" not in attributes:
                continue  # most of a listing
            given = {name: unescape(value) for name, value in ATTRIBUTE.findall(attributes)}
            self._note(tag, given)

    def _note(self, tag: str, given: dict[str, str]) -> None:
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in LOADED and LOADED[tag] in given:
            self.loads.append(given[LOADED[tag]])
        if tag == "style" or (tag == "script" and "src" not in given) or "style" in given:
            self.inside.append(f"{tag} {given}")
        self.inside += [name for name in given if name.startswith("on")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built once, its source without colours; a warning of Sphinx is an error."""
    out = tmp_path_factory.mktemp("built") / "site"
    build(out, coloured=False)
    return out


@pytest.fixture(scope="module")
def read(site: Path) -> dict[Path, Read]:
    return {page: Read(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}


def test_every_link_and_anchor_leads_somewhere(site: Path, read: dict[Path, Read]) -> None:
    """Within the site; the few addresses outside are links that a reader may follow, never something that is loaded."""
    broken = []
    for page, found in read.items():
        for link in {*found.links, *found.loads}:
            target, part = urldefrag(link)
            if "://" in target or target.startswith(("mailto:", "data:")):
                continue
            file = (page.parent / unquote(target).partition("?")[0]).resolve() if target else page
            if not file.is_file() or (part and file.suffix == ".html" and part not in read[file].anchors):
                broken.append(f"{page.relative_to(site)} → {link}")
    assert not broken


def test_nothing_is_loaded_from_elsewhere(site: Path, read: dict[Path, Read]) -> None:
    """No page, style or drawing needs an address that is not in the site."""
    outside = [load for found in read.values() for load in found.loads if "://" in load or load.startswith("//")]
    styles = [path.read_text(encoding="utf-8") for path in (*site.rglob("*.css"), *site.rglob("*.svg"))]
    assert not outside
    assert not [
        found for text in styles for found in re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//[^)\s]*", text)
    ]


def test_no_script_and_no_style_is_written_inside_a_page(read: dict[Path, Read]) -> None:
    """The house serves the site under a policy that would not run them."""
    assert not {str(page): found.inside for page, found in read.items() if found.inside}


def test_no_page_names_a_folder_of_the_machine_that_built_it(site: Path) -> None:
    """The same site is built anywhere."""
    own = (str(PROJECT), str(Path.home()) + "/", str(site.parent))
    texts = {path: path.read_text(encoding="utf-8") for path in site.rglob("*") if path.suffix in (".html", ".js")}
    assert not [path.name for path, text in texts.items() if any(named in text for named in own)]


@pytest.mark.parametrize("game", catalogue.games())
def test_the_page_of_a_game_has_all_that_is_known_of_it(site: Path, game: str) -> None:
    """Every wager, choice, irregularity and answer by its name, edges, and the layout."""
    text = (site / "games" / f"{game}.html").read_text(encoding="utf-8")
    names = names_of(catalogue.game(game))
    wanted = [wager.name for wager in names.wagers] + [choice.name for choice in names.choices]
    wanted += [kind.name for kind in names.irregularities]
    wanted += [said.says for asked in names.asked for said in asked.answers]
    assert not [name for name in wanted if f"<code>{name}</code>" not in text]
    assert f"pictures/layout-{game}.svg" in text
    assert (f"pictures/plot-{game}.svg" in text) is bool(
        edges_kept(catalogue.game(game), catalogue.game(game).example())
    )
    assert "House edges in full" in text


@pytest.mark.parametrize("chapter", law.chapters())
def test_the_page_of_a_chapter_has_every_provision(read: dict[Path, Read], site: Path, chapter: str) -> None:
    """Each at a place of its own, and those that are rules with links to code and tests."""
    found = read[site / "provisions" / f"{chapter}.html"]
    provisions = law.chapter(chapter).provision
    assert len({anchor(provision.id) for provision in provisions}) == len(provisions)
    assert {anchor(provision.id) for provision in provisions} <= found.anchors
    linked = [link for link in found.links if link.startswith("../source/")]
    assert len(linked) >= sum(len(provision.code) + len(provision.tests) for provision in provisions)


def test_everyone_has_a_first_page_and_a_tutorial_with_pictures(read: dict[Path, Read], site: Path) -> None:
    """And both are on the first page of the site."""
    doors = read[site / "index.html"].links
    for user in USERS:
        assert {f"users/{user}.html", f"tutorials/{user}.html"} <= set(doors)
        shown = [load for load in read[site / "tutorials" / f"{user}.html"].loads if "_images/" in load]
        assert shown, user


def test_every_page_of_the_docs_is_in_the_site(site: Path) -> None:
    """None is forgotten, and readings can be linked to one by one."""
    text = "\n".join(
        page.read_text(encoding="utf-8") for page in sorted(site.rglob("*.html")) if "source" not in page.parts
    )
    for page in sorted((PROJECT / "docs").glob("*.md")):
        title = page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").replace("`", "")
        assert title.partition("'")[0] in text, page.name
    assert all(
        f'id="{reading.id}"' in text for name in (*law.chapters(), "general") for reading in law.chapter(name).reading
    )


def test_the_search_knows_the_games_and_the_names_of_the_library(site: Path) -> None:
    """The index of the search is there, and has words of pages that are generated, and the pages of every module."""
    known = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "gopher" in known.lower()
    assert '"reference/api/pitboss.events"' in known
    assert "element_of_risk" in known


def test_the_reference_has_a_page_for_each_module(read: dict[Path, Read], site: Path) -> None:
    """None so long that a browser halts over it, all of them on the page that lists them."""
    listed = set(read[site / "reference" / "api.html"].links)
    made = sorted((site / "reference" / "api").glob("*.html"))
    assert {"pitboss.library.figures.html", "pitboss.events.html"} <= {page.name for page in made}
    assert not [page.name for page in made if f"api/{page.name}" not in listed]
    assert not [page.name for page in made if page.stat().st_size > LONGEST_REFERENCE]
    assert "pitboss.mathematics.kit.edge.Edge" in read[site / "reference/api/pitboss.mathematics.kit.edge.html"].anchors


def test_diagrams_are_pictures(site: Path, read: dict[Path, Read]) -> None:
    """The page of the architecture shows them, and no page shows the source of one."""
    for page in site.rglob("*.html"):
        if "source" not in page.parts:
            assert "sequenceDiagram" not in page.read_text(encoding="utf-8"), page.name
    shown = {Path(load).name for load in read[site / "guide" / "architecture.html"].loads}
    assert set(diagrams.drawings()) <= shown


# --- what the site is built from -----------------------------------------------------------------------------


def test_pictures_are_few_and_used() -> None:
    """Those of the site are below two megabytes (the moving one of the README has its own limit), and every one is shown."""
    shown = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    kept = sorted((PROJECT / "docs" / "pictures").iterdir())
    assert sum(picture.stat().st_size for picture in kept if picture.suffix != ".gif") < MOST_PICTURES
    assert not [picture.name for picture in kept if f"pictures/{picture.name}" not in shown]


def test_drawings_are_what_is_drawn_now() -> None:
    """Layouts and plots in docs/pictures; ``python -m tools.site.pictures`` writes them anew."""
    for name, drawn in pictures.drawings().items():
        assert (PROJECT / "docs" / "pictures" / name).read_text(encoding="utf-8") == drawn, name


@pytest.mark.slow
def test_the_same_sources_give_the_same_site(site: Path, tmp_path: Path) -> None:
    """Byte for byte, file by file."""
    build(tmp_path / "site", coloured=False)
    first, second = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (site, tmp_path / "site")
    )
    assert first.keys() == second.keys()
    assert not [str(path) for path in first if first[path] != second[path]]


def test_listings_are_coloured_and_have_the_same_lines_without(tmp_path: Path) -> None:
    """A page of the source has an anchor for each line, whether or not it has colours."""
    file = Path(__file__)
    pages = []
    for coloured in (True, False):
        write_listings([file], tmp_path / str(coloured), coloured=coloured)
        pages.append((tmp_path / str(coloured) / page_of(file)).read_text(encoding="utf-8"))
    lines = {f"L-{n}" for n in range(1, len(file.read_text(encoding="utf-8").splitlines()) + 1)}
    assert [Read(page).anchors for page in pages] == [lines, lines]
    assert ['<span class="k">def</span>' in page for page in pages] == [True, False]


def test_places_in_the_source_are_found() -> None:
    """A function, a constant, a member of a class; a test by its name, and by its file and name."""
    file, line = place_of("pitboss.law:Citation.above")
    assert file.read_text(encoding="utf-8").splitlines()[line - 1].strip().startswith("def above")
    file, line = place_of("pitboss.law:STATUSES")
    assert file.read_text(encoding="utf-8").splitlines()[line - 1].startswith("STATUSES =")
    assert places_of_tests()["test_places_in_the_source_are_found"][0][0] == Path(__file__)
    assert place_of_test("house/test_roles::commands_by_role") is not None
    assert place_of_test("house/test_roles::no_such_test") is None


def test_citations_lead_to_the_nearest_line() -> None:
    """A paragraph without a line of its own to the one above it; a section outside the project nowhere."""
    assert "676a.html#p-676a-11-b" in cite("676a.11(b)")
    assert "#p-676a-11-b" in cite("676a.11(b)(99)")
    assert "readings.html#I-GEN-06" in cite("I-GEN-06")
    assert "href" not in cite("601a.2")
