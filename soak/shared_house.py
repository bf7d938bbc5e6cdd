"""What soak.shared starts again and again: a house that several processes serve. It imports no more than it needs for that."""

import os
import select
import sys
import time
from pathlib import Path

from pitboss.house.floor import Opening
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.sharing import leases
from pitboss.house.sharing.leases import Leases
from pitboss.house.workers.workers import Workers
from soak.crash import plans
from tests.house.no_edges import follow_without_edges


def main(
    address: str, folder: str, port: str, tables: str, count: str, life: str, unfenced: str = "", reached_at: str = "",
    policy: str = "wait",
) -> None:  # fmt: skip
    if "FAKETIME" in os.environ:  # libfaketime refuses the call by which Python sleeps
        time.sleep = lambda seconds: select.select([], [], [], float(seconds)) and None
    Workers.follow = follow_without_edges  # type: ignore[method-assign, assignment]
    leases.BEAT_SECONDS *= float(life) / leases.LEASE_SECONDS
    leases.LEASE_SECONDS = float(life)
    if unfenced:
        Leases.fences = lambda self, journals: []  # type: ignore[method-assign]
    operation = Operation(
        mathematics=False,
        files=Path(folder) / "files",
        processes=int(count),
        address=reached_at,
        standby=policy,
    )
    network = Network(host="0.0.0.0" if reached_at else "127.0.0.1", port=int(port))
    serve(address, Opening(plans(int(tables))), network, operation, lambda _: None)


if __name__ == "__main__":
    main(*sys.argv[1:])
