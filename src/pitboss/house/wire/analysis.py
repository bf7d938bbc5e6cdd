"""The routes of the analysis board: any decision from its cards, and the rules beside it. The address of a position says all of it.

Nothing is judged for somebody who is in a round for money: that would be advice in it.
"""

import os
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.di import Provide
from litestar.params import Parameter, SkipValidation

from pitboss import catalogue, extras
from pitboss.game import Game
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.filings import link
from pitboss.house.filings.position import letters_of
from pitboss.house.house import House
from pitboss.house.protocol.analysis import AnalysisGame, AnalysisGames, JudgedPosition, PositionRules
from pitboss.house.wire import table_info
from pitboss.house.wire.access import EVERYBODY, AnyRequest, session_of
from pitboss.house.wire.drill_room import WaitingList
from pitboss.house.wire.first_hand import first_game
from pitboss.house.wire.limits import client_of
from pitboss.house.wire.open_table import owner_of, practiced
from pitboss.house.wire.pushing import States, pushed
from pitboss.house.workers.drills import Under
from pitboss.house.workers.position import PositionAsked, PositionRulesAsked
from pitboss.mathematics.kit import position_text
from pitboss.mathematics.kit.judging import is_judged
from pitboss.procedure import Refusal, Refused
from pitboss.submission import made_choices

CLOSED = "This house offers the analysis board to those who are signed in: sign in."
SEED_BYTES = 32
LONGEST = 1000


def _text(about: str, most: int = LONGEST) -> Any:
    return Parameter(max_length=most, description=about)


GameWord = Annotated[str, _text("The name of a game; without one, the house's first.", 64)]
Letters = Annotated[str, _text("Rules, as a link carries them; without them, the game's usual ones.", link.LONGEST)]
Cards = Annotated[
    str, _text("The player's cards that they have seen, in order: 8S 8H. Hands of a split are parted by /.")
]
Up = Annotated[str, _text("The dealer's cards that lie open: TS.")]
Unseen = Annotated[str, _text("What the player has not seen, by card or rank: A:24 T:96. Without it, all the rest.")]
Wagers = Annotated[str, _text("What is up: blackjack:10.00. Without it, $10 on each wager that taking part needs.")]
Answers = Annotated[str, _text("What the player has answered so far, in order.")]
Texts = SkipValidation[dict[str, str]]
Ask = Annotated[str, _text("An answer that the question offers; without it, the first question.", 64)]


def routes(house: House) -> list[Any]:
    waiting = WaitingList()

    @get("/api/analysis/games", access=EVERYBODY)
    async def games() -> AnalysisGames:
        """The games whose decisions are judged."""
        judged = (game for game in catalogue.games().values() if is_judged(game))
        return AnalysisGames(tuple(AnalysisGame(game.name, game.title, game.chapter) for game in judged))

    @get("/api/analysis", follows=True, access=EVERYBODY, dependencies={"texts": Provide(stated_texts)})
    async def analysis(
        request: AnyRequest, texts: Texts, game: GameWord = "", rules: Letters = ""
    ) -> Response[JudgedPosition]:
        """What each lawful answer to a stated decision is worth; without cards, to one that is dealt. Not for somebody who is in a
        round for money. ``coming``: it is being worked out; follow it, or ask again."""
        check_asker(house, request)
        of, letters, under = wished(game, rules)
        dealt = not (texts.get("cards") or texts.get("up"))
        asked = PositionAsked(under, letters, texts, os.urandom(SEED_BYTES) if dealt else b"")
        who = client_of(request.scope)

        async def states() -> States[JudgedPosition]:
            with waiting.one_more((owner_of(house, request) or who, who)):
                found = await house.workers.ask(asked, asker=who)
            tiles = table_info.tile_names() if "tiles" in of.equipment else {}
            yield msgspec.structs.replace(found, tiles=tiles)

        return await pushed(request, states(), patience=None)

    @get("/api/analysis/rules", access=EVERYBODY)
    async def beside(request: AnyRequest, game: GameWord = "", rules: Letters = "") -> PositionRules:
        """The choices of a game, each with the letters of the rules that any other value makes."""
        check_asker(house, request)
        _, letters, under = wished(game, rules)
        title = link.decode(rules)[1] if rules else ""
        return await house.workers.ask(PositionRulesAsked(under, letters, title), asker=client_of(request.scope))

    return [games, analysis, beside]


async def stated_texts(
    cards: Cards = "", up: Up = "", unseen: Unseen = "", wagers: Wagers = "", answers: Answers = "", ask: Ask = ""
) -> dict[str, str]:
    """The texts of a position, those that are left open left out."""
    values = (cards, up, unseen, wagers, answers, ask)
    return {name: text for name, text in zip(position_text.FIELDS, values, strict=True) if text}


def wished(name: str, letters: str) -> tuple[Game, str, Under]:
    """The game and the rules of a position; rules of another game are refused."""
    extras.require("mathematics")
    if not letters:
        game = catalogue.game(name or first_game())
        return game, "", Under(game.name, {})
    named, _, choices = link.decode(letters)
    game = catalogue.game(named)
    if name and name != named:
        words = f"These are rules of {game.title}; leave out the game, or the rules."
        raise Refused(Refusal.MALFORMED, words, "")
    chosen = made_choices(choices)
    short = letters_of(game, chosen)
    return game, short, Under(named, chosen if short else {})


def check_asker(house: House, request: AnyRequest) -> None:
    """Refuse whoever may not ask: strangers where nobody practices, and anybody while they are in a round for money."""
    if not practiced(house) and session_of(house.people, request) is None:
        raise Refused(Refusal.NOT_OFFERED, CLOSED, "")
    owner = owner_of(house, request)
    if owner and (table := round_for_money(house, owner)):
        words = f"You are in a round at {table}, and no decision is judged for you before it is over."
        raise Refused(Refusal.NOT_OFFERED, words, "")


def round_for_money(house: House, owner: str) -> str:
    """The table at which a visitor is in a round that is no practice; a table of another process counts as in a round."""
    own = {owner, deposit_of(owner)}
    for sent in house.cage.out.values():
        if sent.purse not in own or (founded := house.founded.get(sent.table)) is None or founded.settings.practice:
            continue
        table = house.everywhere[sent.table].table
        if table is None or table.round is not None:
            return founded.title
    return ""
