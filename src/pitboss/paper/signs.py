"""Signs: the notices that must be posted at the table, one to a frame, with what the chapter asks of them."""

from pitboss.game import Game
from pitboss.paper.fit import bound
from pitboss.paper.page import Html, cite, cited, heading, items, page, paragraph, text
from pitboss.paper.register import lines
from pitboss.submission import RulesSubmission


def html(game: Game, rules: RulesSubmission) -> str:
    notices = game.signs(rules)
    frames = [
        Html(f'<section class="sign"><p>{text(bound(sign.text))}</p>{cite(sign.cite)}</section>') for sign in notices
    ]
    body = frames or [paragraph("These rules call for no notice at the table.")]
    asked = lines(game, "paper", "sign")
    if asked:
        body += [heading("What the chapter asks of signs"), items(cited(p.gist, p.id) for p in asked)]
    return page(game, rules, "Signs at the table", *body)
