"""The page of a game, from its facts record, its register and its edges: nothing on it is written by hand."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from pitboss import catalogue
from pitboss.cli.listening import QuestionHeard
from pitboss.cli.names import STATED
from pitboss.cli.vocabulary import Names, WagerName, names_of
from pitboss.game import Game
from pitboss.mathematics.kit.edge import INTERVAL, Edge, root
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.paper import layout, plots
from pitboss.paper.guide import percent
from pitboss.paper.page import inline
from pitboss.paper.posted import begun, notices
from pitboss.paper.register import by_section, lines
from pitboss.paper.wager_rows import wager_rows
from pitboss.shown import Line, shown_of
from tools.site.markup import block, cite, code, codes, listed, table, text
from tools.site.tree import PROJECT

WHO = {"seat": "a seat", "dealer": "the dealer", "floor": "the floor", "system": "the system"}
MOST_LISTED = 60  # outcomes of a device that are told one by one


def index() -> str:
    """The list of the games, to follow what is said about them."""
    rows = [
        (
            f'<a href="{game.name}.html">{text(game.title)}</a>',
            f'<a href="../provisions/{game.chapter}.html">{game.chapter}</a>',
            text(game.about),
            code(game.name),
        )
        for game in catalogue.games().values()
    ]
    toctree = "\n".join(["```{toctree}", ":hidden:", ":titlesonly:", "", *catalogue.games(), "```", ""])
    return "\n".join([block(table(("game", "chapter", "what it is", "name in commands"), rows)), toctree])


def page(game: Game, pictures: Path) -> str:
    """The page; its drawings are written into the folder of pictures."""
    rules, names, edges = game.example(), names_of(game), edges_kept(game, game.example())
    (pictures / f"layout-{game.name}.svg").write_text(layout.svg(game.felt(rules)), encoding="utf-8")
    parts = [
        f"# {game.title}\n",
        f"{begun(game.about)}\n",
        f"Chapter {game.chapter} of 58 Pa. Code. Played with {game.equipment}; places for {rules.posted.seats} players.",
        f"The figures on this page hold for the example submission (`pitboss submission new {game.name}`); those of other",
        "rules follow from the commands at its end.\n",
        block(f'<p><img class="layout" src="../pictures/layout-{game.name}.svg" alt="The layout of {text(game.title)}"></p>'),
        *_round(game),
        "## Wagers\n",
        block(table(("wager", "wins with", "pays", "limits", "house edge"), _wagers(game, edges), "wagers")),
        *_paytables(game),
        *_edges(game, edges, pictures),
        *_rules(game),
        "## Choices of the Rules Submission\n",
        "What the chapter leaves to the certificate holder, each with the provision behind it. `pitboss submission check`",
        "refuses what is not allowed.\n",
        block(table(("choice", "what it is", "it may be", "if not filed", "provision"), _choices(names))),
        *_irregularities(game),
        *_names(names),
        *_scenario(game),
        *_commands(game),
    ]  # fmt: skip
    return "\n".join(parts)


def _cited(line: Line) -> str:
    return f"{text(line[0])} {cite(line[1])}"


def _round(game: Game) -> Iterator[str]:
    said = shown_of(game).how_to_play(game.example())
    if said.steps:
        yield "## How a round goes\n"
        yield block(listed(map(_cited, (*said.worth, *said.steps)), numbered=True))
    if said.decisions:
        yield "### What a player may decide\n"
        yield block(listed(map(_cited, said.decisions)))


def _wagers(game: Game, edges: list[Edge]) -> Iterator[tuple[str, ...]]:
    rules = game.example()
    for title, *rest in wager_rows(game, rules, edges, notices(game, rules), decimals=3):
        yield inline(title), *map(text, rest)


def _paytables(game: Game) -> Iterator[str]:
    tables = [(part, notice.cite) for notice in notices(game, game.example()) for part in notice.tables]
    if tables:
        yield "### What they pay\n"
    for part, named in tables:
        heading = f"{part.head or game.title}{f', {part.by}' if part.by else ''}"
        foot = f"<p>{text(begun(part.foot))}.</p>" if part.foot else ""
        rows = [(text(what), text(pays)) for what, pays in part.rows]
        yield block(f"<p><strong>{text(heading)}</strong> {cite(named)}</p>", table(("", "pays"), rows, "pays"), foot)


def _edges(game: Game, edges: list[Edge], pictures: Path) -> Iterator[str]:
    yield "### House edges in full\n"
    if not edges:
        yield f"They take a while to work out: `pitboss edge {game.name}` does it.\n"
        return
    yield "What the house keeps of a wager on average, and the standard deviation of one wager, both per unit wagered.\n"
    rows = [
        (code(edge.wager), text(edge.on), text(edge.strategy), _figure(edge), root(edge.variance)[:8], text(edge.note))
        for edge in edges
    ]
    if any(edge.method == INTERVAL for edge in edges):
        yield "Those with ± are known within that, 95 times of 100; all others are exact, or exact to double precision.\n"
    yield block(table(("wager", "on", "played", "house edge", "deviation", "note"), rows, "edges"))
    drawn = pictures / f"plot-{game.name}.svg"
    drawn.write_text(plots.of_wager(edges[0]), encoding="utf-8")
    title = text(game.wager(edges[0].wager).title)
    yield block(f'<p><img class="plot" src="../pictures/{drawn.name}" alt="Chances and hold of the {title}"></p>')
    yield f"The chance of each result of the {title}, and how far the hold may stray from the edge.\n"


def _figure(edge: Edge) -> str:
    width = f" ± {float(100 * edge.half_width):.4f} %" if edge.method == INTERVAL else ""
    return text(percent(edge.house_edge).replace("-", "−") + width)


def _rules(game: Game) -> Iterator[str]:
    rules = game.example()
    yield "## The rules, section by section\n"
    yield f"In our words; [every provision of the chapter](../provisions/{game.chapter}.md) is told with its code and tests.\n"
    for section, provisions in by_section([*lines(game, rules, "rule"), *lines(game, rules, "paper", "guide")]).items():
        told_here = listed(f"{text(p.gist)} {cite(p.id)}" for p in provisions)
        yield block(f"<details><summary>§ {section} ({len(provisions)})</summary>", told_here, "</details>")


def _choices(names: Names) -> Iterator[tuple[str, ...]]:
    for choice in names.choices:
        takes = text(choice.takes) + (f"; it may name {codes(choice.lines)}" if choice.lines else "")
        usual = (
            ""
            if choice.default in (None, {}, [])
            else code(str(choice.default).lower() if isinstance(choice.default, bool) else choice.default)
        )
        yield code(choice.name), text(choice.about), takes, usual, cite(choice.cite)


def _irregularities(game: Game) -> Iterator[str]:
    yield "## Irregularities and their remedies\n"
    rules = game.example()
    rows = []
    for kind in game.irregularities:
        facts = codes([*(["seat"] if kind.needs_seat else []), *kind.facts, *kind.particulars])
        remedy = f"{text(game.remedy(kind, rules))} {cite(kind.cite)}"
        by = text(", ".join(str(role).replace("_", " ") for role in kind.by))
        rows.append((text(kind.title), remedy, by, f"{code(kind.name)}{f' with {facts}' if facts else ''}"))
    yield block(table(("what happens", "what follows", "reported by", "name"), rows))


# --- names --------------------------------------------------------------------------------------------------


def _names(names: Names) -> Iterator[str]:
    yield "## Names for scenarios\n"
    yield (
        f"What `pitboss names {names.game}` lists; [how a scenario is written](../scenarios.md). Choices and "
        f"irregularities\nare above.\n"
    )
    yield block(table(("wager", "made", "on"), map(_wager_name, names.wagers)))
    if names.forms:
        yield block(f"<p>A wager may have a <code>form</code>: {codes(names.forms)}.</p>")
    yield block(f"<p>While betting is open a seat may also say {codes(names.acts)}.</p>")
    rows = [row for asked in names.asked for row in _answers(asked)]
    if rows:
        yield block(table(("asked", "of", "answers", "provision"), rows))
    shown = [f"<strong>{text(device.name)}</strong>: {_some(device.shows)}" for device in names.chance]
    yield block("<p>Chance shows:</p>", listed(shown))
    if names.system:
        yield block(f"<p>The table game system may select: {codes(names.system)}.</p>")


def _wager_name(wager: WagerName) -> tuple[str, ...]:
    made = "by an answer" if wager.by_answer else "before betting closes"
    if wager.offered_with:
        made += f", where {code(wager.offered_with)} was filed"
    return f"{code(wager.name)} {cite(wager.cite)}", made, _some(wager.spots)


def _answers(asked: QuestionHeard) -> Iterator[tuple[str, ...]]:
    said = [
        code(each.says)
        + (f" ({text(STATED[each.takes])})" if each.takes else "")
        + (f" on {_some(each.on)}" if each.on else "")
        for each in asked.answers
    ]
    yield text(asked.question), WHO.get(asked.by, asked.by), "<br>".join(said), cite(asked.cite)


def _some(names: Iterable[str]) -> str:
    """All names where they are few; else the first, and the rest to be opened."""
    found = list(names)
    if len(found) <= MOST_LISTED:
        return codes(found)
    return f"<details><summary>{codes(found[:6])} and {len(found) - 6} more</summary>{codes(found[6:])}</details>"


# --- an example, and commands --------------------------------------------------------------------------------


def _scenario(game: Game) -> Iterator[str]:
    """The shortest golden play that is not refused, if there is one."""
    plays = sorted(
        (PROJECT / "tests" / "golden" / game.name).glob("*.toml"), key=lambda path: (path.stat().st_size, path.name)
    )
    for path in plays:
        if '"refused"' not in path.with_suffix(".jsonl").read_text(encoding="utf-8"):
            written = path.read_text(encoding="utf-8").rstrip()
            about = tomllib.loads(written).get("about", "")
            yield f"### An example\n\n{about}\n\n```toml\n{written}\n```\n"
            return


def _commands(game: Game) -> Iterator[str]:
    yield f"""## Ask for more

```console
$ pitboss play {game.name}                                    # in a terminal
$ pitboss submission new {game.name} --out filed.toml         # then edit it
$ pitboss edge {game.name} --submission filed.toml            # edges of every wager under it
$ pitboss guide {game.name} --submission filed.toml --out guide.pdf
$ pitboss par {game.name} --out par.pdf                       # the PAR sheet
$ pitboss layout {game.name} --out layout.pdf                 # at print size
$ pitboss names {game.name}                                   # every name for scenarios
```
"""
