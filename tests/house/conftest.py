"""Houses without mathematics: most tests look at no edge, and each of their houses would start a process for it. And leases that
no machine is too slow to renew."""

from collections.abc import Iterator

import pytest

from pitboss.house.records.records import Records
from pitboss.house.shared import processes
from pitboss.house.sharing import leases
from pitboss.house.workers.workers import Workers
from tests.cli.conftest import pitboss
from tests.house.no_edges import follow_without_edges
from tests.house.postgres import Server, server

__all__ = ["pitboss"]


@pytest.fixture(autouse=True, scope="module")
def _no_mathematics(request: pytest.FixtureRequest) -> Iterator[None]:
    """A module that looks at edges says ``MATHEMATICS = True``. Unless it says ``WATCHED = True``, no house holds its play
    against theory by itself, as it would after a minute, for which it would work out the edges of all its tables."""
    with pytest.MonkeyPatch.context() as patch:
        if not getattr(request.module, "MATHEMATICS", False):
            patch.setattr(Workers, "follow", follow_without_edges)
        if not getattr(request.module, "WATCHED", False):
            patch.setattr(Records, "before_archiving", property(lambda _: None, lambda _, watch: None), raising=False)
        yield


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with server() as running:
        yield running


@pytest.fixture
def address(postgres: Server, request: pytest.FixtureRequest) -> str:
    return postgres.new_database(request.node.name[:60])


@pytest.fixture(autouse=True, scope="session")
def _long_leases() -> Iterator[None]:
    """Several houses of one process renew late on a busy machine. A test in which a lease ends lets it end
    (``postgres.expire``)."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (leases, processes):
            patch.setattr(module, "LEASE_SECONDS", 30.0)
        yield
