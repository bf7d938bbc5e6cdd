"""623a.4(e): at Mini-Craps a player who has wagered remains seated until the wager is decided."""

from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.procedure import Refused
from tests.house.desk import Desk, run
from tests.house.live import PRACTICE
from tests.house.sending import leave_table


@pytest.mark.parametrize(("game", "cite"), [("mini-craps", "623a.4(e)"), ("craps", "623a.4(a)")])
def test_623a_4_e_a_seat_with_a_wager_up_is_not_left(game: str, cite: str, tmp_path: Path) -> None:
    """The refusal names the paragraph that keeps them there; without a wager they go."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("t", game, "A table", PRACTICE)]) as desk:
            player, other = await desk.sit("t"), await desk.sit("t")
            await desk.until_asked("t")
            await desk.bet("t", player, "pass_bet", 1000)
            with pytest.raises(Refused, match="on the layout; leave when it is decided") as refused:
                await leave_table(desk.host("t"), player, desk.key())
            assert refused.value.cite == cite
            await leave_table(desk.host("t"), other, desk.key())

    run(work)
