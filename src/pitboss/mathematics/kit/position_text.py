"""A stated decision as short texts, as an address or a command has them, and back.

``cards=8S 3D / 8H``, ``up=TS``, ``unseen=A:24 T:96``, ``wagers=blackjack:10.00 tie@high:5.00``, ``answers=draw low=AS.KS``,
``ask=stand``.
"""

import re
from collections.abc import Mapping

from pitboss.mathematics.kit.stated import SEAT, StatedDecision
from pitboss.money import cents, dollars
from pitboss.procedure import Answer, Refusal, Refused
from pitboss.wagers import WAGER

FIELDS = ("cards", "up", "unseen", "wagers", "answers", "ask")
_SAID = re.compile(
    r"(?P<says>[\w-]+)(@(?P<on>[^:=#]+))?(:(?P<amount>\d{1,9}(\.\d\d)?))?(=(?P<cards>[^#]+))?(#(?P<hand>\d{1,2}))?"
)
_COUNT = re.compile(r"(?P<card>[\w-]+):(?P<count>\d{1,3})")


def written(stated: StatedDecision) -> dict[str, str]:
    """The texts of a stated decision; what is left open has none."""
    unseen = "" if stated.unseen is None else " ".join(f"{card}:{count}" for card, count in stated.unseen.items())
    texts = {
        "cards": " / ".join(" ".join(hand) for hand in stated.hands),
        "up": " ".join(stated.up),
        "unseen": unseen,
        "wagers": " ".join(_said(one.wager, one) for one in stated.wagers),
        "answers": " ".join(_said(one.says, one) if isinstance(one, Answer) else one for one in stated.answers or ()),
        "ask": stated.offers,
    }
    return {name: text for name, text in texts.items() if text}


def read(texts: Mapping[str, str]) -> StatedDecision:
    """The decision that these texts state; a text that says nothing is refused."""
    answers = [_found(_SAID, one, "answer", "stand") for one in texts.get("answers", "").split()]
    wagers = [_found(_SAID, one, "wager", "blackjack:10.00") for one in texts.get("wagers", "").split()]
    unseen = [_found(_COUNT, one, "count of unseen cards", "T:96") for one in texts.get("unseen", "").split()]
    return StatedDecision(
        tuple(tuple(hand.split()) for hand in texts.get("cards", "").split("/")),
        tuple(texts.get("up", "").split()),
        {str(one["card"]): int(one["count"] or 0) for one in unseen} or None,
        tuple(_answer(one, WAGER, one["says"]) for one in wagers),
        tuple(_answer(one, one["says"]) for one in answers) or None,
        texts.get("ask", ""),
    )


def _said(name: str, answer: Answer) -> str:
    on = f"@{answer.on.replace(' ', '+')}" if answer.on else ""
    amount = f":{dollars(answer.amount)}" if answer.amount else ""
    held = f"={'.'.join(answer.cards)}" if answer.cards else ""
    return f"{name}{on}{amount}{held}{f'#{answer.hand}' if answer.hand else ''}"


def _answer(found: Mapping[str, str | None], says: str | None, wager: str | None = "") -> Answer:
    return Answer(
        SEAT,
        says or "",
        wager or "",
        (found["on"] or "").replace("+", " "),
        cents(found["amount"]) if found["amount"] else 0,
        tuple((found["cards"] or "").split(".")) if found["cards"] else (),
        int(found["hand"] or 0),
    )


def _found(pattern: re.Pattern[str], text: str, what: str, example: str) -> dict[str, str | None]:
    found = pattern.fullmatch(text)
    if found is None:
        raise Refused(Refusal.MALFORMED, f"{text!r} is no {what}; one is written like {example}.", "")
    return dict(found.groupdict())
