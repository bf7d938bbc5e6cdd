"""633a, one additional wager beside a Blackjack Wager that is stood on."""

from collections.abc import Sequence
from typing import Any

from generator.blackjack_hand import back
from generator.kit import Game, dollars, play, says, settled, wager
from pitboss_audit.games.blackjack_values import dealers, natural
from pitboss_audit.money import paid

STAKE, SIDE, BURN = dollars(10), dollars(5), "2C"


def one(
    game: Game,
    kind: str,
    key: str,
    provision: str,
    title: str,
    mine: Sequence[str],
    dealer: Sequence[str],
    pays: str | int,
    *,
    stake: int = SIDE,
    finish: bool = False,
    **more: Any,
) -> None:
    """A side wager beside a Blackjack Wager that is stood on; ``pays`` are odds, or cents that come back, or nothing."""
    blackjack = natural(mine)
    dealt = natural(dealer[:2])
    finished = list(dealer[:2]) if (blackjack and not finish) or dealt else dealers(dealer)
    said = [says(1, "no_insurance")] if dealer[0][0] == "A" else []
    said += [] if blackjack or dealt else [says(1, "stand")]
    amount = pays if isinstance(pays, int) else paid(stake, pays) if pays else 0
    game.case(
        f"{kind}-{key}",
        provision,
        title,
        play(
            [wager(1, "blackjack", STAKE), wager(1, kind, stake)],
            [BURN, mine[0], dealer[0], mine[1], dealer[1], *finished[2:]],
            said,
            **more.pop("given", {}),
        ),
        [settled(1, "blackjack", STAKE, back(mine, finished, STAKE)), settled(1, kind, stake, amount)],
        rules={kind: True} | more.pop("rules", {}),
        **more,
    )


PLAIN = ("9H", "9D")
