"""One house of two processes that share a database, both in the process of the test."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.house.clock import Clock
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.shared.processes import SharedProcesses, shared_house
from pitboss.house.sharing.leases import Leases
from pitboss.house.sharing.peers import PeerServer
from tests.house.live import until


class TwoProcesses(NamedTuple):
    leader: House
    other: House
    peers: Sequence[PeerServer]

    async def close(self) -> None:
        await self.other.close()
        await self.leader.close()
        for peer in self.peers:
            await peer.close()


def a_process(address: str, files: Path, reached_at: Path | str, opening: Opening, clock: Clock | None = None) -> House:
    """One process of a house that others reach at a socket, or at a port; by the last part of that it is known."""
    leases = Leases(address, str(reached_at).rpartition("/")[2], str(reached_at))
    return shared_house(address, files, SharedProcesses(leases), opening, clock)


def processes_of(house: House) -> SharedProcesses:
    assert isinstance(house.processes, SharedProcesses)
    return house.processes


def leases_of(house: House) -> Leases:
    return processes_of(house).leases


async def _nobody(*_: Any) -> None:
    raise AssertionError("no request is forwarded here")


def peer_server(house: House) -> PeerServer:
    """Where the other processes reach this one, for what they ask within the house."""
    there = processes_of(house)
    return PeerServer(there.leases.address, there.identity, _nobody, there.called)


async def two_processes(address: str, folder: Path, plans: Sequence[Plan]) -> TwoProcesses:
    """The first has the house, and each has half of the tables."""
    houses, peers = [], []
    for name in ("first", "second"):
        house = a_process(address, folder, folder / f"{name}.sock", Opening(plans, demonstration=True))
        peers.append(peer_server(house))
        await peers[-1].start()
        await house.open()
        houses.append(house)
    leader, other = houses
    await until(lambda: len(leader.hosts) == len(other.hosts) == len(plans) // 2)
    return TwoProcesses(leader, other, peers)
