"""Every game as an environment for programs that learn: one seat (Gymnasium), a whole table (PettingZoo).

Rules of this room:

1. A seat sees what ``events.visible`` shows it, and nothing else of the round.
2. An action is lawful when the round's own question lists it; what is not lawful changes nothing and says why.
3. A reward is chips won or lost, in whole cents of the ledger; nothing is shaped.
4. Chance comes from one seeded generator, or from whoever resets the environment with a ``chance`` of their own.

Gymnasium and PettingZoo come with the extra ``pitboss[rl]``. What needs neither (``sitting``, ``actions``, ``sight``) can be
used without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss.extras import importing

if TYPE_CHECKING:
    from pitboss.environments.actions import Stake
    from pitboss.environments.betting import BettingVectorEnv
    from pitboss.environments.blackjack import BlackjackVectorEnv
    from pitboss.environments.seat import SeatEnv, register
    from pitboss.environments.table import TableEnv

_HOMES = {
    "SeatEnv": "seat",
    "TableEnv": "table",
    "BettingVectorEnv": "betting",
    "BlackjackVectorEnv": "blackjack",
    "Stake": "actions",
    "register": "seat",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, and say in one sentence what is missing where the extra is not installed."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with importing():
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


__all__ = ["BettingVectorEnv", "BlackjackVectorEnv", "SeatEnv", "Stake", "TableEnv", "register"]
