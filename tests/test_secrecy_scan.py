"""Nothing that leaves a house names a card that lies hidden: every address by every reader, frames, previews, logs, files."""

import pytest

from pitboss import catalogue
from pitboss.roles import Role
from soak.simulation.disk import available
from tests.secrecy.leaks import PLANTED
from tests.secrecy.scan import scan
from tests.secrecy.searching import BACKUP, FILE, FRAME, LOG, PREVIEW, REPLY, SEATS, Leak

pytestmark = pytest.mark.skipif(not available(), reason="the SQLite of this Python cannot be reached: no virtual disk")
# one that hides players' hands and the dealer's, one with a hole card, one whose hands are set; all in ``make soak ARGS=secrecy``
GAMES = ["go-fore-it", "blackjack", pytest.param("pai-gow-poker", marks=pytest.mark.slow)]
# told to all, to whoever asks, to whoever is asked; each of the others is a channel that the tests above ask as well
QUICK = ("frames", "replies", "previews")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_leaves_the_house(game: str) -> None:
    """A round, in which every reader asks every address, or a good part of them."""
    found = scan(catalogue.game(game), 1, rounds=1, share=1.0 if game == "go-fore-it" else 0.3)
    for channel in (FRAME, REPLY, PREVIEW, LOG, FILE, BACKUP):
        assert found.asked[channel] > 0, channel
    assert {reader.name for reader in found.readers} >= {*Role, "stranger"}
    assert len(found.readers) == len(Role) + 1 + SEATS
    assert found.statuses[200] > 200


@pytest.mark.parametrize(
    "where", [where if where in QUICK else pytest.param(where, marks=pytest.mark.slow) for where in PLANTED]
)
def test_a_leak_in_any_channel_is_found(where: str) -> None:
    """Control: planted, it is found in that channel."""
    plant, channel = PLANTED[where]
    share = 1.0 if where in ("replies", "exports", "metrics") else 0.02
    with pytest.raises(Leak, match=f"^{channel}"):
        scan(catalogue.game("go-fore-it"), 1, rounds=1, share=share, planted=plant())
