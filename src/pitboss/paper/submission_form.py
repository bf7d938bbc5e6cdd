"""The Rules Submission as a form: who files what, every choice with its provision, the edges, and what has changed."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from pitboss import law
from pitboss.game import Game
from pitboss.law import Provision
from pitboss.mathematics.kit.edge import edges_for
from pitboss.paper.alternatives import alternatives, rich
from pitboss.paper.applicable import in_force, shown
from pitboss.paper.document import (
    BREAK,
    Block,
    Document,
    Drawing,
    Signatures,
    cite,
    cited,
    code,
    document,
    heading,
    items,
    paragraph,
    table,
    words,
)
from pitboss.paper.layout import svg
from pitboss.paper.particulars import Particulars
from pitboss.paper.posted import notices
from pitboss.paper.register import lines
from pitboss.paper.review_clock import REVIEW, REVIEW_DAYS, review_ends
from pitboss.paper.wager_rows import wager_rows
from pitboss.shown import shown_of
from pitboss.submission import RulesSubmission, allowed, choices

COMPLIANCE = "Bureau of Casino Compliance"
PLACES = "Where boxes, shoe and equipment stand, the compliance supervisor: approved or refused; signature and date"
AS_A_WHOLE = "the drawing as a whole"
DECIMALS = 4  # of an edge
ATTACHED = (
    ("Layout, at print size", "layout"),
    ("Signs at the table", "signs"),
    ("Gaming guide", "guide"),
    ("PAR sheet", "par"),
    ("Procedure card", "card"),
    ("Checklists", "checklist"),
    ("The choices as a file (TOML)", "submission"),
)


def document_of(
    game: Game,
    rules: RulesSubmission,
    particulars: Particulars | None = None,
    *,
    against: RulesSubmission | None = None,
) -> Document:
    """``against``: the submission that was approved before, whose differences are told."""
    known = particulars or Particulars()
    body: list[Block] = [
        table(("", ""), _who(game, rules, known), kind="blanks"),
        *(_changes(game, rules, against) if against is not None else ()),
        heading("Choices"),
        table(("Choice", "Value", "Allowed", "Provision"), list(_choices(rules))),
        *_doubts(rules),
        heading("Wagers offered, with the edge of each"),
        table(
            ("Wager", "Wins with", "Pays", "Limits", "House edge"),
            wager_rows(game, rules, edges_for(game, rules), notices(game, rules), decimals=DECIMALS),
        ),
        heading("Layout and signs"),
        Drawing(svg(game.felt(rules), text=law.edition_of(game.chapter, rules))),
        *_demands(game, rules),
        *_controls(game, rules),
        heading("Attached"),
        items(f"{title} (pitboss {command})" for title, command in ATTACHED),
        heading("Submitted and decided"),
        Signatures(
            (
                f"For the certificate holder{f': {known.by}' if known.by else ''}; signature and date",
                _decided(known),
                *([PLACES] if _has_places(game) else []),
            )
        ),
        *([paragraph(f"Conditions: {known.conditions}")] if known.conditions else []),
    ]
    return document(game, rules, "Rules Submission", body, known, brief=True)


def _decided(known: Particulars) -> str:
    """The line of the Board: what it decided and who did, or to be filled in."""
    if not known.decided_by:
        return "For the Board, its Executive Director: approved or refused; signature and date"
    what = "refused" if known.refused else "approved"
    return f"For the Board: {what} by {known.decided_by}{f' on {known.decided}' if known.decided else ''}; signature"


def _has_places(game: Game) -> bool:
    """Whether the chapter has the Bureau of Casino Compliance approve where something stands (§ 601a.10(g))."""
    return any(COMPLIANCE in provision.gist for provision in law.chapter(game.chapter).provision)


def _who(game: Game, rules: RulesSubmission, known: Particulars) -> list[tuple[object, object]]:
    """What a pen would fill in, filled in where it is known."""
    ends = review_ends(known.filed)
    clock = words(f"{ends}, {REVIEW_DAYS} days after it was filed " if ends else f"{REVIEW_DAYS} days after it is filed ",
        cite(REVIEW))  # fmt: skip
    return [
        ("Certificate holder", known.holder or rules.holder),
        ("Licence", known.licence),
        ("Address", known.address),
        ("Game", f"{game.title}, 58 Pa. Code Chapter {game.chapter}"),
        ("Text", law.edition_of(game.chapter, rules).words),
        ("Table numbers", ", ".join(known.tables)),
        ("Filing number", known.filing),
        ("Filed", known.filed),
        ("Review ends", clock),
        ("Decided", known.decided),
        ("Effective from", known.effective),
    ]


def _choices(rules: RulesSubmission) -> Iterator[tuple[object, ...]]:
    filed = in_force(rules)
    for name, (kind, note, _) in choices(type(rules)).items():
        what = words(code(name), BREAK, note.about)
        yield what, shown(filed[name]), allowed(kind, note), cite(note.cite)


def _changes(game: Game, rules: RulesSubmission, before: RulesSubmission) -> Iterator[Block]:
    """What is different from an approved submission: choices, then wagers that pay or cost something else."""
    yield heading("Changes against the approved submission")
    yield paragraph(words("Approved: ", code(before.hash(game.name))), "quiet")
    old, new, notes = before.every_choice, rules.every_choice, choices(type(rules))
    rows = [
        (code(name), shown(old[name]), shown(new[name]), cite(notes[name][1].cite))
        for name in new
        if old[name] != new[name]
    ]
    yield table(("Choice", "Approved", "Filed", "Provision"), rows) if rows else paragraph("No choice is changed.")
    then, now = ({str(row[0]): row[1:] for row in _wagers(game, each)} for each in (before, rules))
    moved = [
        (wager, " · ".join(filter(None, map(str, then.get(wager, ("not offered",))))),
        " · ".join(filter(None, map(str, now.get(wager, ("no longer offered",))))))
        for wager in {**then, **now}
        if then.get(wager) != now.get(wager)
    ]  # fmt: skip
    if moved:
        yield table(("Wager", "Approved", "Filed"), moved)


def _wagers(game: Game, rules: RulesSubmission) -> list[tuple[Any, ...]]:
    found = wager_rows(game, rules, edges_for(game, rules), notices(game, rules), decimals=DECIMALS)
    return [(row[0], *row[2:]) for row in found]


def _doubts(rules: RulesSubmission) -> Iterator[Block]:
    """What is filed although it is suspect, as printed or against the print, to be confirmed one by one."""
    doubts = rules.doubts()
    if doubts:
        yield heading("Filed although it is suspect")
        yield items(cited(f"{doubt.choice}: {doubt.about}", doubt.cite) for doubt in doubts)
        yield Signatures(("Confirmed for the certificate holder",))


# --- what the chapter demands of layout and signs ----------------------------------------------------------


def _demands(game: Game, rules: RulesSubmission) -> Iterator[Block]:
    """What the chapter wants on the layout or a sign of this table, and where it is."""
    rows = [(cite(p.id), p.gist, where) for p, where in demands(game, rules)]
    if rows:
        yield table(("Provision", "Demanded", "Where"), rows)


def demands(game: Game, rules: RulesSubmission) -> Iterator[tuple[Provision, str]]:
    """Each demand that applies under these rules: one that only other rules would print does not."""
    printed = _printed(game, rules)
    for provision in lines(game, rules, "paper", "layout", "sign"):
        met_by = shown_of(game).same_demand.get(provision.id, provision.id)
        where = _where(met_by, printed)
        if where or not _where(met_by, _ever_printed(game)):
            yield provision, where or AS_A_WHOLE


Printed = frozenset[tuple[str, str]]  # what it is, and the provision it answers


def _printed(game: Game, rules: RulesSubmission) -> Printed:
    felt = game.felt(rules)
    found = {("inscription", text.cite) for text in felt.inscriptions} | {("area", area.cite) for area in felt.areas}
    return frozenset(found | {("sign", sign.cite) for sign in game.signs(rules)})


@cache
def _ever_printed(game: Game) -> Printed:
    """What any lawful submission prints."""
    return frozenset().union(*(_printed(game, rules) for rules in (game.example(), rich(game), *alternatives(game))))


def _where(provision: str, printed: Printed) -> str:
    """Which parts of the drawing, or a sign, answer a provision."""
    kinds = {kind for kind, by in printed if by == provision or by.startswith(f"{provision}(")}
    return ", ".join(kind for kind in ("inscription", "area", "sign") if kind in kinds)


def _controls(game: Game, rules: RulesSubmission) -> Iterator[Block]:
    """What is filed among the internal controls, where this table has the device that it is about."""
    others = [p for p in lines(game, rules, "paper", "form") if applies(p, game, rules)]
    if others:
        yield heading("Filed among the internal controls")
        yield items(cited(p.gist, p.id) for p in others)


def applies(provision: Provision, game: Game, rules: RulesSubmission) -> bool:
    """Whether the inspections of this table look at what the paragraph around the provision is about."""
    around = provision.id.rpartition("(")[0]
    return any(item.cite.startswith(around) for checklist in game.checklists(rules) for item in checklist.items)
