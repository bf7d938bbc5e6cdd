"""One house of two processes that share a database, both in the process of the test."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.house.founding import Plan
from pitboss.house.shared import SharedHouse
from pitboss.house.sharing.leases import Leases
from pitboss.house.sharing.peers import PeerServer
from tests.house.live import until


class TwoProcesses(NamedTuple):
    leader: SharedHouse
    other: SharedHouse
    peers: Sequence[PeerServer]

    async def close(self) -> None:
        await self.other.close()
        await self.leader.close()
        for peer in self.peers:
            await peer.close()


async def _nobody(*_: Any) -> None:
    raise AssertionError("no request is forwarded here")


async def two_processes(address: str, folder: Path, plans: Sequence[Plan]) -> TwoProcesses:
    """The first has the house, and each has half of the tables."""
    houses, peers = [], []
    for name in ("first", "second"):
        socket = folder / f"{name}.sock"
        house = SharedHouse(address, folder, Leases(address, name, str(socket)), plans=plans, demonstration=True)
        peers.append(PeerServer(socket, _nobody, house.called))
        await peers[-1].start()
        await house.open()
        houses.append(house)
    leader, other = houses
    await until(lambda: len(leader.hosts) == len(other.hosts) == len(plans) // 2)
    return TwoProcesses(leader, other, peers)
