"""The route of the hand on the first page: it is played without a table, and says what each answer is worth.

The house keeps nothing of it. Its token has the seed and the answers so far, sealed: nobody reads the cards that are to come.
"""

import asyncio
import base64
import binascii
import os
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.params import Body

from pitboss import catalogue
from pitboss.drills import hand
from pitboss.drills.book import BookedDecision
from pitboss.drills.hand import HandFromSeed
from pitboss.game import Game
from pitboss.house.house import House
from pitboss.house.protocol.first_hand import HandSoFar, HandStep, PlayHand
from pitboss.house.protocol.judging import JudgedQuestion
from pitboss.house.storage.seal import Sealer
from pitboss.house.wire.access import EVERYBODY, AnyRequest
from pitboss.house.wire.booking import book_all, decision, decision_id, worth_of
from pitboss.house.wire.drill_room import WaitingList
from pitboss.house.wire.limits import client_of
from pitboss.house.wire.open_table import CLOSED, owner_of, practiced
from pitboss.house.wire.pushing import States, pushed
from pitboss.house.workers.drills import Under, setting_of
from pitboss.house.workers.hand import HandJudged
from pitboss.mathematics.kit.judging import is_judged
from pitboss.procedure import Refusal, Refused
from pitboss.shown import shown_of

SEED_BYTES = 32
PLACE = "a first hand"
NOT_OURS = "This is no hand that this house has dealt; deal another."


class SealedHand(msgspec.Struct, frozen=True, array_like=True):
    game: str
    seed: bytes
    given: tuple[int, ...] = ()


def routes(house: House) -> list[Any]:
    waiting = WaitingList()

    @post("/api/practice/hand", status_code=200, follows=True, access=EVERYBODY)
    async def play(data: Annotated[PlayHand, Body()], request: AnyRequest) -> Response[HandSoFar]:
        """Deal a hand, or answer in one, for nothing and at no table: what each answer is worth comes with it. ``coming``: that is
        being worked out; follow it, or ask again."""
        if not offers_hands(house):
            raise Refused(Refusal.NOT_OFFERED, CLOSED, "")
        dealt = _opened(house.store.sealer, data.token) if data.token else _dealt(data.game)
        if data.answer:
            dealt = msgspec.structs.replace(dealt, given=(*dealt.given, data.answer))
        game, under = catalogue.game(dealt.game), Under(dealt.game, {})
        found = await asyncio.to_thread(hand.play, setting_of(under), dealt.seed, dealt.given)
        token = base64.urlsafe_b64encode(house.store.sealer.seal(msgspec.msgpack.encode(dealt), PLACE)).decode()
        address = client_of(request.scope)

        async def states() -> States[HandSoFar]:
            yield _shown(game, token, found, (), coming=data.judge)
            if not data.judge:
                return
            with waiting.one_more((token, address)):
                judged = await house.workers.ask(HandJudged(under, dealt.seed, dealt.given), asker=address)
            await book_all(house, owner_of(house, request), _decisions(house, dealt, found, judged))
            yield _shown(game, token, found, judged)

        return await pushed(request, states())

    return [play]


def _decisions(
    house: House, dealt: SealedHand, found: HandFromSeed, judged: tuple[JudgedQuestion | None, ...]
) -> Iterator[BookedDecision]:
    """The decisions of a hand that were made, for the book of whoever made them."""
    for number, (step, known) in enumerate(zip(found.decisions, judged, strict=True)):
        if known is not None and step.given:
            taken = worth_of(known, step.options[step.given - 1])
            id = decision_id(dealt.seed.hex(), number)
            if taken is not None:
                yield decision(id, house.clock.seconds(), "hand", dealt.game, known, taken)


def offers_hands(house: House) -> bool:
    """A house with tables for practice deals hands to everybody."""
    return bool(practiced(house))


@cache
def first_game() -> str:
    """The game that is dealt on the first page: of the favorites the first whose decisions are judged."""
    judged = [game for game in catalogue.games().values() if is_judged(game)]
    return min(judged, key=lambda game: (not shown_of(game).favorite, shown_of(game).favorite)).name


def _dealt(name: str) -> SealedHand:
    game = catalogue.game(name or first_game())
    if not is_judged(game):
        raise Refused(Refusal.NOT_OFFERED, f"Nothing is decided during a round of {game.title}.", game.closed)
    return SealedHand(game.name, os.urandom(SEED_BYTES))


def _opened(sealer: Sealer, token: str) -> SealedHand:
    try:
        sealed = base64.b64decode(token, altchars=b"-_", validate=True)
        return msgspec.msgpack.decode(sealer.open(sealed, PLACE), type=SealedHand)
    except (binascii.Error, ValueError, Refused):
        raise Refused(Refusal.MALFORMED, NOT_OURS, "") from None


def _shown(
    game: Game, token: str, found: HandFromSeed, judged: tuple[JudgedQuestion | None, ...], *, coming: bool = False
) -> HandSoFar:
    worths = judged or (None,) * len(found.decisions)
    return HandSoFar(
        token=token,
        game=game.name,
        title=game.title,
        events=found.events,
        labels=found.labels,
        steps=tuple(
            HandStep(one.situation.election.kind, one.situation.election.hand, one.options, one.given, worth)
            for one, worth in zip(found.decisions, worths, strict=True)
        ),
        over=found.over,
        net=found.net,
        coming=coming,
    )
