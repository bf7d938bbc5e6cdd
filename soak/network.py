"""Machines in network namespaces of one kernel: each with an address and a link of its own, all joined by a router that can cut any
pair, one way or both, and make a link slow. For root on Linux."""

import itertools
import os
import subprocess
from collections.abc import Sequence

PREFIX = "pb"
ROUTER = "router"
OUTSIDE = "outside"  # where the campaign itself is, with its players and their balancer


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def why_not() -> str:
    """Why there are no namespaces here; empty where there are."""
    if os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid():
        return "network namespaces are for root on Linux"
    try:
        name = f"{PREFIX}{os.getpid()}try"
        run("ip", "netns", "add", name)
        run("ip", "netns", "del", name)
    except (OSError, subprocess.CalledProcessError) as error:
        return f"network namespaces are not permitted here: {error}"
    return ""


class Machines:
    """The namespaces. ``names`` are those of the machines; each is reached at ``at(name)`` from every other."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = [*names, OUTSIDE]
        self._mark = f"{PREFIX}{os.getpid()}"
        self._cuts: set[tuple[str, str]] = set()
        self._numbers = itertools.count(1000)
        run("ip", "netns", "add", self.space(ROUTER))
        run("ip", "netns", "exec", self.space(ROUTER), "sysctl", "-qw", "net.ipv4.ip_forward=1")
        for number, name in enumerate(self.names, 1):
            self._join(number, name)

    def _join(self, number: int, name: str) -> None:
        space, router, link = self.space(name), self.space(ROUTER), f"l{number}"
        run("ip", "netns", "add", space)
        run("ip", "-n", router, "link", "add", link, "type", "veth", "peer", "name", "eth", "netns", space)
        for where, one, address in ((router, link, f"10.77.{number}.1/24"), (space, "eth", f"{self.at(name)}/24")):
            run("ip", "-n", where, "address", "add", address, "dev", one)
            run("ip", "-n", where, "link", "set", one, "up")
        run("ip", "-n", space, "link", "set", "lo", "up")
        run("ip", "-n", space, "route", "add", "default", "via", f"10.77.{number}.1")

    def space(self, name: str) -> str:
        return f"{self._mark}{name}"

    def at(self, name: str) -> str:
        return f"10.77.{self.names.index(name) + 1}.2"

    def within(self, name: str) -> list[str]:
        """What a command begins with that is to run there."""
        return ["ip", "netns", "exec", self.space(name)]

    def cut(self, one: str, other: str, *, both: bool) -> None:
        """Nothing of ``one`` reaches ``other`` from now on; with ``both``, nor the other way."""
        for pair in [(one, other), (other, one)][: 2 if both else 1]:
            self._rule("add", *pair)
            self._cuts.add(pair)

    def slow(self, name: str, rate: str = "300kbit") -> None:
        """What comes to a machine and goes out from it passes through a narrow link, where it waits in a queue."""
        bucket = ("root", "tbf", "rate", rate, "burst", "3kb", "latency", "300ms")
        run("tc", "-n", self.space(name), "qdisc", "replace", "dev", "eth", *bucket)
        run("tc", "-n", self.space(ROUTER), "qdisc", "replace", "dev", self._link(name), *bucket)

    def heal(self) -> None:
        for pair in self._cuts:
            self._rule("del", *pair)
        self._cuts.clear()
        for name in self.names:
            for where, link in ((name, "eth"), (ROUTER, self._link(name))):
                subprocess.run(
                    ["tc", "-n", self.space(where), "qdisc", "del", "dev", link, "root"], capture_output=True
                )

    def close(self) -> None:
        for name in (ROUTER, *self.names):
            subprocess.run(["ip", "netns", "del", self.space(name)], capture_output=True)

    def _link(self, name: str) -> str:
        return f"l{self.names.index(name) + 1}"

    def _rule(self, what: str, one: str, other: str) -> None:
        run("ip", "-n", self.space(ROUTER), "rule", what, "from", self.at(one), "to", self.at(other), "blackhole")
