"""The whole house under one seed: virtual time, a virtual disk, virtual connections, and everything that can go wrong.

``run.simulate(seed)`` opens the real house (gate, routes, sockets, hosts, rules, store) and lets people play at it for some virtual
hours while lines break, readers stall, disks fail, clocks are set, processes are killed and the power fails in the middle of
a write. One seed gives one run, to the byte, so that whatever is found can be looked at again.

A house has one to eight tables, each with three patrons who think for four seconds on average; a floorperson, somebody who looks on
and the Board go from table to table. Chips are counted after every commit, every frame is searched for cards and seeds when it is
sent (``checks``). After every restart the record is read on from where it was read to: every command is in it as often as its
sender was told. It is played again from its beginning whenever it has doubled, and at the end of a run.

Virtual: time (``loop``), the order in which things happen, chance, what a disk keeps (``disk``), the network from the ASGI
interface outward (``network``), the thread of the store and those of ``asyncio.to_thread`` (done at once, in their turn).
Not virtual: SQLite itself, whose files are in a real folder; the index of the record and the mathematics, which are not started;
HTTP and TCP, which ``soak.crash`` and the tests of the house run for real.
"""


def main() -> None:
    from soak.simulation.campaign import main as campaign

    campaign()
