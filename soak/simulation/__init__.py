"""The whole house under one seed: virtual time, a virtual disk, virtual connections, and everything that can go wrong.

``run.simulate(seed)`` opens the real house (gate, routes, sockets, hosts, rules, store) and lets people play at it for some virtual
hours while lines break, readers stall, disks fail, clocks are set, processes are killed and the power fails in the middle of
a write. After every step the promises are checked (``checks``). One seed gives one run, to the byte, so that whatever is found
can be looked at again.

Virtual: time (``loop``), the order in which things happen, chance, what a disk keeps (``disk``), the network from the ASGI
interface outward (``network``), the thread of the store and those of ``asyncio.to_thread`` (done at once, in their turn).
Not virtual: SQLite itself, whose files are in a real folder; the index of the record and the mathematics, which are not started;
HTTP and TCP, which ``soak.crash`` and the tests of the house run for real.
"""


def main() -> None:
    from soak.simulation.campaign import main as campaign

    campaign()
