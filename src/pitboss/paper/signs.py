"""Signs: the notices that must be posted at the table, one to a frame, and the table's number and limits."""

from pitboss.game import Game
from pitboss.paper.document import Document, NoticeBlock, cite, document, money, words
from pitboss.paper.fit import bound
from pitboss.paper.particulars import Particulars
from pitboss.paper.posted import Notices, begun, is_limit, notices
from pitboss.submission import RulesSubmission, submit
from pitboss.wagers import offered


def document_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Document:
    known = particulars or Particulars()
    posted = rules.minimum or rules.maximum
    numbers = [number for number in known.tables or ("",) if number or posted]
    frames = [_limits(game, as_posted(rules, known, number), known, number) for number in numbers]
    frames += [frame for notice in notices(game, rules) if not _is_limits(notice) for frame in _frames(game, notice)]
    return document(game, rules, "Signs at the table", frames, known, brief=True)


def _limits(game: Game, rules: RulesSubmission, known: Particulars, number: str) -> NoticeBlock:
    """The table's number, with what may be wagered at it."""
    parts = [f"Minimum {money(rules.minimum)}" if rules.minimum else ""]
    parts += [f"Maximum {money(rules.maximum)}" if rules.maximum else ""]
    title = known.title or game.title
    head = f"{title} · Table {number}" if number else title
    own = tuple(
        (kind.title, between(rules.least(kind.name), rules.most(kind.name)))
        for kind in offered(game.wagers, rules)
        if kind.name in rules.limits
    )
    lines = tuple(words(part) for part in parts if part)
    return NoticeBlock(head, lines, own, known.holder or rules.holder, str(cite(rules.posted.limits)), large=True)


def as_posted(rules: RulesSubmission, known: Particulars, number: str) -> RulesSubmission:
    """The rules with the limits that stand at this table, which may be narrower than those that were filed."""
    return submit(type(rules), {**rules.chosen, **known.posted.get(number, {})})


def between(least: int, most: int | None) -> str:
    """From the least to the most that may be wagered."""
    if most is None:
        return f"from {money(least)}"
    return money(least) if least == most else f"{money(least)} to {money(most)}"


def _is_limits(notice: Notices) -> bool:
    """Whether a notice says no more than the sign with the limits."""
    return not notice.tables and all(map(is_limit, notice.sentences))


def _frames(game: Game, notice: Notices) -> list[NoticeBlock]:
    """Each paytable in a frame of its own, and the sentences together."""
    behind = str(cite(notice.cite))
    found = []
    for part in notice.tables:
        lines = (words(begun(part.by)),) if part.by else ()
        found.append(NoticeBlock(part.head or f"{game.title} pays", lines, part.rows, begun(part.foot), behind))
    if notice.sentences:
        found.append(NoticeBlock(game.title, tuple(words(bound(line)) for line in notice.sentences), cite=behind))
    return found
