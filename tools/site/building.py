"""Builds the site: its pages are put together in a folder, Sphinx writes them as HTML, and the rest is added.

Nothing is fetched while it is built, and nothing that a page needs is anywhere else.
"""

import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from pitboss import catalogue, law
from pitboss.paper.posted import begun
from tools.site import games, provisions
from tools.site.finishing import finish
from tools.site.listings import named_files, write_listings
from tools.site.tree import PROJECT, USERS, page_text, pages, pictures

OUT = PROJECT / "build" / "site"
HERE = Path(__file__).parent
CAPTIONS = {
    "player": ("Player and learner", "play, and see why each payment is what it is"),
    "dealer": ("Dealer", "inspect, deal a round, report what went wrong"),
    "floor": ("Floorperson", "open and close tables, decide what the dealer may not"),
    "pit": ("Pit and shift manager", "every table, and what needs you"),
    "manager": ("Table-games manager", "file rules, see every edge, print the papers"),
    "cage": ("Cage", "money at the tables, and how it is proved"),
    "count": ("Count team", "the figures of the day"),
    "security": ("Security", "carry chips and drop boxes, sign what takes a second person"),
    "regulator": ("Regulator", "filings, the record, replay, proof"),
    "administrator": ("Administrator", "people, roles, backups, health"),
    "operations": ("Operations", "serve, back up, restore, watch"),
    "mathematician": ("Mathematician or test laboratory", "edges, simulation, scenarios"),
    "engineer": ("Engineer", "the library, the wire, a game of your own"),
}
# What a page is for. A page that stands in none of these comes under "More".
HOW_TO = (
    "installing", "floor", "filings", "dealing", "pit", "board", "operations", "devices", "programs", "drills", "reports",
    "adding-a-game", "adding-a-command", "contributing", "releasing",
)  # fmt: skip
EXPLANATION = (
    "promises", "proofs", "house", "money", "audit", "board-figures", "architecture", "house-map", "rounds", "performance",
    "browser",
)  # fmt: skip
LOOK_UP = (
    "commands", "library", "client", "environments", "interchange", "record", "pitboss-verify", "wire", "wire-changes",
    "conformance", "conformance-vocabulary", "chapters",
)  # fmt: skip
# Rooms and modules whose documentation is written from their source, where they are there.
API = {
    "pitboss.library": "The library: import pitboss",
    "pitboss.client": "The client",
    "pitboss.environments": "Environments",
    "pitboss.interchange.rounds": "Interchange: rounds",
    "pitboss.interchange.again": "Interchange: a round played again",
    "pitboss.interchange.scenarios": "Interchange: scenarios",
    "pitboss.interchange.phh": "Interchange: hand histories",
    "pitboss.interchange.parquet": "Interchange: Parquet",
    "pitboss.game": "A game's facts",
    "pitboss.procedure": "Questions and answers",
    "pitboss.events": "Events",
    "pitboss.wagers": "Wagers",
    "pitboss.submission": "The Rules Submission",
    "pitboss.money": "Money",
    "pitboss.law": "Citations",
    "pitboss.drivers.round": "A round, driven",
    "pitboss.drivers.script": "Scenarios",
    "pitboss.mathematics.kit.edge": "Edges",
    "pitboss.testkit.tables": "For tests: tables",
    "pitboss.testkit.random_play": "For tests: random play",
}
REFERENCE = "reference/api"
WHOLE_ROOMS = ("pitboss.library",)  # with every module in them


def build(out: Path = OUT, *, coloured: bool = True) -> None:
    """The whole site, in place of what was there before; ``coloured``: the listings of its source."""
    source = out.parent / f"{out.name}-source"
    for folder in (source, out):
        shutil.rmtree(folder, ignore_errors=True)
    drawn = assemble(source)
    _sphinx(source, out)
    shutil.copytree(drawn, out / "pictures", dirs_exist_ok=True)
    write_listings({*named_files(), *finish(out)}, out, coloured=coloured)
    shutil.rmtree(source)


def assemble(source: Path) -> Path:
    """Everything that Sphinx reads, in one folder; the folder of drawings in it."""
    named, drawn = pages(), source / "pictures"
    for folder in (drawn, source / "_static", source / "_templates"):
        folder.mkdir(parents=True)
    shutil.copy(HERE / "conf.py", source)
    shutil.copy(HERE / "site.css", source / "_static")
    shutil.copytree(HERE / "templates", source / "_templates", dirs_exist_ok=True)
    for picture in pictures():
        shutil.copy(picture, drawn)
    texts = {page: page_text(path, named) for path, page in named.items()}
    texts["games/index"] += "\n" + games.index()
    texts["provisions/index"] += "\n" + provisions.index()
    texts["provisions/readings"] = provisions.readings(texts["provisions/readings"])
    for game in catalogue.games().values():
        texts[f"games/{game.name}"] = games.page(game, drawn)
    for chapter in law.chapters():
        texts[f"provisions/{chapter}"] = provisions.page(chapter)
    texts |= api()
    texts["index"] = index(set(texts))
    for page, words in texts.items():
        file = source / f"{page}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words, encoding="utf-8")
    return drawn


def index(known: set[str]) -> str:
    """The first page: a door for everyone, and the order of all pages."""
    doors = "\n".join(
        f'<li><strong><a href="users/{user}.html">{title}</a></strong>{begun(what)}. <a '
        f'href="tutorials/{user}.html">Tutorial</a></li>'
        for user, (title, what) in CAPTIONS.items()
    )
    trees = {
        "Who you are": [f"users/{user}" for user in USERS],
        "Tutorials": [f"tutorials/{user}" for user in (*USERS, "shift")],
        "How to": [f"guide/{page}" for page in HOW_TO],
        "Games and law": ["games/index", "provisions/index", "provisions/readings", "scenarios", "guide/glossary"],
        "Reference": [*(f"guide/{page}" for page in LOOK_UP), REFERENCE, "guide/changelog"],
        "Explanation": [f"guide/{page}" for page in EXPLANATION],
    }
    listed = {page for tree in trees.values() for page in tree}
    trees["More"] = sorted(page for page in known if page.startswith("guide/") and page not in listed)
    parts = [
        "# pitboss\n",
        "Pennsylvania's table-game code, executable: chapters of 58 Pa. Code, Subpart K, as rules that deal, settle, explain",
        "and prove themselves. Where do you come in?\n",
        f'````{{raw}} html\n<ul class="doors">\n{doors}\n</ul>\n````\n',
        "All games are told [one by one](games/index.md), with wagers, odds, edges and irregularities; every line of the law",
        "is [accounted for](provisions/index.md); and any round can be [written down as a scenario](scenarios.md) and played.\n",
    ]
    for caption, tree in trees.items():
        found = [page for page in tree if page in known]
        parts += ["```{toctree}", ":hidden:", ":titlesonly:", f":caption: {caption}", "", *found, "```", ""]
    return "\n".join(parts)


def api() -> dict[str, str]:
    """The reference of the modules that others may build on: a page for each, and one that lists them."""
    texts, rows = dict[str, str](), []
    for named, title in API.items():
        for module in (named, *_inside(named)) if _is_there(named) else ():
            head = title if module == named else f"{title.partition(':')[0]}: {module.rpartition('.')[2]}"
            texts[f"{REFERENCE}/{module}"] = f"# {head}\n\n{_documented(module)}"
            rows.append((head, module, _first_sentence(module)))
    listed = [f"| [{head}](api/{module}.md) | {what} (`{module}`) |" for head, module, what in rows]
    texts[REFERENCE] = "\n".join(
        [
            "# API reference\n",
            "Written from the source, a page for each module; the search finds every name. What is promised to stay as it is, is "
            "told on the",
            "page of the library.\n",
            *("| page | what it is |", "|---|---|", *listed, ""),
            *("```{toctree}", ":hidden:", ":titlesonly:", "", *(f"api/{module}" for _, module, _ in rows), "```", ""),
        ]
    )
    return texts


def _first_sentence(module: str) -> str:
    """What a module says of itself first, as a cell of a table."""
    words = (
        " ".join((import_module(module).__doc__ or "").split("\n\n")[0].split()).replace("``", "`").replace("|", "\\|")
    )
    return words.partition(". ")[0].rstrip(".")


def _documented(module: str) -> str:
    return f"```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```\n"


def _inside(room: str) -> Iterator[str]:
    """The modules of a room that is documented whole."""
    if room in WHOLE_ROOMS:
        for found in iter_modules(import_module(room).__path__):
            yield f"{room}.{found.name}"


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _sphinx(source: Path, out: Path) -> None:
    trees = source / ".trees"
    with docutils_namespace():  # or a second site in this process would find the first one's nodes, and complain
        app = Sphinx(
            source, source, out, trees, "html", warningiserror=True, status=None, warning=sys.stderr, keep_going=True,
            freshenv=True,
        )  # fmt: skip
        app.build()
    if app.statuscode:
        raise SystemExit("The site has mistakes; they are told above.")
    for leaving in (".buildinfo", "objects.inv"):  # nothing reads them here
        (out / leaving).unlink(missing_ok=True)
