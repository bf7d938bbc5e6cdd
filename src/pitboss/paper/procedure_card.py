"""The procedure card: what people do at the table that no machine can check, section by section."""

from pitboss.authority import rights
from pitboss.game import Game
from pitboss.paper.page import cite, cited, heading, items, page, paragraph, table
from pitboss.paper.register import by_section, lines
from pitboss.roles import spoken
from pitboss.submission import RulesSubmission


def html(game: Game, rules: RulesSubmission) -> str:
    body = [paragraph("To be done by the people named; no machine checks it.", "quiet")]
    for section, provisions in by_section(lines(game, "conduct")).items():
        body.append(heading(f"§ {section}"))
        body.append(items(cited(f"{(p.who or 'dealer').capitalize()}: {p.gist}", p.id) for p in provisions))
    body.append(heading("When something goes wrong"))
    body.append(items(cited(f"{kind.title}. {kind.remedy}", kind.cite) for kind in game.irregularities))
    body.append(heading("Who may"))
    rows = [(_act(right.act), spoken(right.roles), cite(right.cite)) for right in rights(game, rules)]
    body.append(table(("Act", "By", "Provision"), rows))
    return page(game, rules, "Procedure card", *body)


def _act(words: str) -> str:
    """``report shuffler_jam`` for people."""
    return words.replace("_", " ").capitalize()
