"""The gaming guide: what a player wants to know, from the same record and the same rules that are played."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss import law
from pitboss.game import Game
from pitboss.mathematics.kit.edge import INTERVAL, Edge, edges_for
from pitboss.money import dollars
from pitboss.paper.layout import svg
from pitboss.paper.page import Html, cite, cited, heading, items, page, paragraph, table, text
from pitboss.paper.register import by_section, lines
from pitboss.submission import RulesSubmission
from pitboss.wagers import WagerKind, offered

HELP = "If you or someone you know has a gambling problem, help is available. Call 1-800-GAMBLER."


def html(game: Game, rules: RulesSubmission) -> str:
    return page(
        game,
        rules,
        "Gaming guide",
        heading("The object of the game"),
        paragraph(game.about),
        heading("What it is played with"),
        paragraph(f"{game.equipment.capitalize()}; places for {rules.posted.seats} players."),
        Html(f"<figure>{svg(game.felt(rules))}</figure>"),
        heading("Wagers"),
        table(
            ("Wager", "Pays", "House edge", "Least", "Most"),
            list(_wagers(game, rules)),
            numbers=(2, 3, 4),
            kind="wagers",
        ),
        paragraph(_explained(edges_for(game, rules)), "quiet"),
        *_posted(game, rules),
        heading("How it is played"),
        *_rules(game),
        heading("When something goes wrong"),
        items(cited(f"{kind.title}. {kind.remedy}", kind.cite) for kind in game.irregularities),
        paragraph(HELP, "quiet"),
    )


def _wagers(game: Game, rules: RulesSubmission) -> Iterator[tuple[object, ...]]:
    edges = edges_for(game, rules)
    for kind in offered(game.wagers, rules):
        what = Html(f"<strong>{text(kind.title)}</strong> {cite(kind.cite)}<br>{text(kind.about)}")
        own = dict.fromkeys(percent(e.house_edge).replace(" (", "<br>(") for e in edges if e.wager == kind.name)
        most = rules.most(kind.name)
        yield what, _pays(kind, rules), Html("<br>".join(own)), *_limits(kind, rules.least(kind.name), most)


def _limits(kind: WagerKind, least: int, most: int | None) -> tuple[str, str]:
    if not kind.tendered:
        return "", ""
    return f"${dollars(least)}", "" if most is None else f"${dollars(most)}"


def _pays(kind: WagerKind, rules: RulesSubmission) -> Html:
    """The one odds of the wager, else what its provision says in our words."""
    spots = rules.spots
    odds = {str(o) for (name, _), terms in spots.items() if name == kind.name for o in terms.odds}
    return cited(odds.pop() if len(odds) == 1 else law.gist(kind.pays), kind.pays)


def percent(value: Fraction) -> str:
    """An edge for people: four decimals of a percentage, and the fraction itself where it is short."""
    shown = f"{float(round(value * 100, 4)):.4f} %"
    return f"{shown} ({value})" if len(str(value)) <= 16 else shown


def _explained(edges: list[Edge]) -> str:
    """What the edges mean."""
    words = ["The house edge is what the house keeps of the wager on average, worked out exactly."]
    for edge in edges:
        if edge.note:
            words.append(f"{edge.wager.replace('_', ' ').capitalize()}: {edge.note}.")
        if edge.method == INTERVAL:
            words.append(f"{edge.wager.replace('_', ' ').capitalize()}: within {percent(edge.half_width)} either way.")
    return " ".join(dict.fromkeys(words))


def _posted(game: Game, rules: RulesSubmission) -> list[Html]:
    """What is printed on layout and signs."""
    printed = [cited(sign.text, sign.cite) for sign in game.signs(rules)]
    printed += [cited(i.text.replace("\n", " "), i.cite) for i in game.felt(rules).inscriptions]
    return [heading("Posted at the table"), items(printed)] if printed else []


def _rules(game: Game) -> Iterator[Html]:
    """The chapter in our words, section by section, with whatever players must be informed of."""
    spoken = [*lines(game, "rule"), *lines(game, "paper", "guide")]
    for section, provisions in by_section(spoken).items():
        yield Html(f"<h3>§ {section}</h3>")
        yield items(cited(p.gist, p.id) for p in provisions)
