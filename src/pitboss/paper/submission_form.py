"""The Rules Submission as a form: every choice with its value, what is allowed, and the provision behind it."""

from collections.abc import Iterator
from typing import Any

from pitboss.felt import Felt
from pitboss.game import Game, Sign
from pitboss.law import Provision
from pitboss.paper.layout import svg
from pitboss.paper.page import Html, cite, cited, heading, items, page, paragraph, table, text
from pitboss.paper.register import lines
from pitboss.submission import RulesSubmission, allowed, choices
from pitboss.wagers import offered


def html(game: Game, rules: RulesSubmission) -> str:
    felt, signs = game.felt(rules), game.signs(rules)
    body = [
        table(
            ("", ""),
            [("Certificate holder", ""), ("Game", game.title), ("Effective from", ""), ("Table numbers", "")],
            kind="blanks",
        ),
        heading("Choices"),
        table(("Choice", "Value", "Allowed", "Provision"), list(_choices(rules))),
        *_doubts(rules),
        heading("Wagers offered"),
        items(cited(kind.title, kind.cite) for kind in offered(game.wagers, rules)),
        heading("Layout"),
        Html(f"<figure>{svg(felt)}</figure>"),
        _demands("Demanded", lines(game, "paper", "layout"), felt, signs),
    ]
    others = lines(game, "paper", "form")
    if others:
        body += [heading("Also filed"), items(cited(p.gist, p.id) for p in others)]
    body += [
        heading("Submitted and approved"),
        *(Html(f'<span class="signature">{who}</span>') for who in ("For the certificate holder", "For the Board")),
    ]
    return page(game, rules, "Rules Submission", *body)


def _choices(rules: RulesSubmission) -> Iterator[tuple[object, ...]]:
    filed = rules.chosen
    for name, (kind, note, _) in choices(type(rules)).items():
        what = Html(f"<code>{text(name)}</code><br>{text(note.about)}")
        yield what, shown(filed[name]), allowed(kind, note), cite(note.cite)


def _doubts(rules: RulesSubmission) -> Iterator[Html]:
    """What is filed as printed although the print is suspect, to be confirmed one by one."""
    doubts = rules.doubts()
    if doubts:
        yield heading("Filed as printed, the print being suspect")
        yield items(cited(f"{doubt.choice}: {doubt.about}", doubt.cite) for doubt in doubts)
        yield Html('<span class="signature">Confirmed for the certificate holder</span>')


def shown(value: Any) -> str:
    """A filed value as a person reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {shown(part)}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "none"
    return str(value)


def _demands(head: str, demands: list[Provision], felt: Felt, signs: tuple[Sign, ...]) -> Html:
    """What the chapter wants on the layout, and where it is."""
    if not demands:
        return paragraph("The chapter demands nothing of the layout.")
    rows = [(cite(p.id), p.gist, where(p.id, felt, signs)) for p in demands]
    return table(("Provision", head, "Where"), rows)


def where(provision: str, felt: Felt, signs: tuple[Sign, ...]) -> str:
    """Which part of the drawing, or which sign, answers a provision."""

    def answers(by: str) -> bool:
        return by == provision or by.startswith(f"{provision}(")

    found = []
    if any(answers(text.cite) for text in felt.inscriptions):
        found.append("inscription")
    if any(answers(area.cite) for area in felt.areas):
        found.append("area")
    if any(answers(sign.cite) for sign in signs):
        found.append("sign")
    return ", ".join(found) or "the drawing as a whole"
