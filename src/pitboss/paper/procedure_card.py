"""The procedure card: what people do at the table that no machine can check, section by section."""

from pitboss.game import Game
from pitboss.paper.page import cited, heading, items, page, paragraph
from pitboss.paper.register import by_section, lines
from pitboss.submission import RulesSubmission


def html(game: Game, rules: RulesSubmission) -> str:
    body = [paragraph("To be done by the people named; no machine checks it.", "quiet")]
    for section, provisions in by_section(lines(game, "conduct")).items():
        body.append(heading(f"§ {section}"))
        body.append(items(cited(f"{(p.who or 'dealer').capitalize()}: {p.gist}", p.id) for p in provisions))
    body.append(heading("When something goes wrong"))
    body.append(items(cited(f"{kind.title}. {kind.remedy}", kind.cite) for kind in game.irregularities))
    return page(game, rules, "Procedure card", *body)
