"""Checklists: what a person looks at and signs, for each inspection of the game."""

from collections.abc import Iterable

from pitboss.game import CheckItem, Checklist, Game, Signature, When
from pitboss.law import Provision
from pitboss.paper.page import Html, cite, cited, heading, page, paragraph, table
from pitboss.paper.register import lines
from pitboss.roles import spoken
from pitboss.submission import RulesSubmission

WHEN = {
    When.OPENING: "before the table opens",
    When.CARDS: "before the table opens, and again for other cards or tiles,",
    When.ARRIVAL: "when the first player comes to cards or tiles that came to the table",
    When.IDLE: "when somebody comes to an idle table",
    When.WORK: "whenever it is done",
    When.CLOSING: "before the table closes",
}
BOX = Html('<span class="box"></span>')


def html(game: Game, rules: RulesSubmission) -> str:
    """The game's own lists, then whatever else its register wants inspected."""
    lists = game.checklists(rules)
    listed = {item.cite for checklist in lists for item in checklist.items}
    others = [p for p in lines(game, "inspection") if p.id not in listed]
    body = [part for checklist in lists for part in _sheet(checklist)]
    if others:
        body += [heading("Where it applies"), _rows((_named(p), p.id) for p in others)]
        body += [_signature("floorperson")]
    if game.duties(rules):
        body.append(heading("To be done again in time"))
        body.append(
            table(
                ("", "Duty", "At the latest"),
                [(BOX, cited(d.title, d.cite), _hours(d.hours)) for d in game.duties(rules)],
                kind="boxes",
            )
        )
    return page(game, rules, "Checklists", *body)


def _hours(hours: int) -> str:
    return f"every {hours} hours" if hours > 1 else "every hour"


def _named(provision: Provision) -> str:
    return f"{provision.checklist.replace('_', ' ').capitalize()}: {provision.gist}"


def _sheet(checklist: Checklist) -> list[Html]:
    who = " and ".join(spoken(signature.roles) for signature in checklist.signatures)
    return [
        heading(checklist.title),
        paragraph(cited(f"To be signed {WHEN[checklist.when]} by {who}.", checklist.cite), "quiet"),
        _rows((_words(item), item.cite) for item in checklist.items),
        *(_signature(f"{_who(signature)}, who {signature.does}") for signature in checklist.signatures),
    ]


def _words(item: CheckItem) -> str:
    """What an item says; of alternatives one is enough."""
    return f"{item.text} (either this or another: {item.either})" if item.either else item.text


def _who(signature: Signature) -> str:
    return " or ".join(role.title for role in signature.roles)


def _rows(rows: Iterable[tuple[str, str]]) -> Html:
    return table(("", "Looked at", "Provision"), [(BOX, words, cite(by)) for words, by in rows], kind="boxes")


def _signature(role: str) -> Html:
    return Html(f'<span class="signature">{role.capitalize()}: signature, credential number, date and time</span>')
