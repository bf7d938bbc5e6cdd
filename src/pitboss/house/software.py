"""The software that is running, and whether it is what the Board approved for this house.

At start, on demand and once a day every shipped file is hashed and compared. A file that differs stops the games whose rounds it
can decide, and says which file it is. In a demonstration nobody approves anything, and nothing is compared.
"""

import asyncio
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.clock import seconds
from pitboss.house.host import rules_in_force
from pitboss.house.people.entries import RulesKept, SoftwareApproved, SoftwareChecked
from pitboss.house.people.register import Register
from pitboss.house.storage import store as sql
from pitboss.house.storage.store import Store, Write
from pitboss.house.table.versions import running
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook import manifest
from pitboss.rulebook.manifest import FileDifference, Manifest
from pitboss.rulebook.package import Package

if TYPE_CHECKING:
    from pitboss.house.house import House

CHECK_SECONDS = 24 * 3600.0  # between two comparisons of the software with what was approved
MOST_NAMED = 20  # files that an entry names, at most


def keep_rules(store: Store, register: Register, now: str) -> tuple[list[RulesKept], list[Write]]:
    """The entries that name the rules which are kept, those that are running among them, and the write that keeps these."""
    rules = running().rules
    kept = {version: release for version, release, _ in store.rules.packages()}
    writes = []
    if rules.version not in kept:
        kept[rules.version] = rules.release
        writes = [store.rules.package_write(rules.version, rules.release, now, _packed(rules.version))]
    new = [RulesKept(version, release) for version, release in kept.items() if version not in register.rules_kept]
    return new, writes


@cache
def _packed(version: str) -> bytes:
    """The rules that are running, as an archive: packed once, as long as this process runs they are the same."""
    body = Package.of().archive()
    if Package.read(body).version != version:
        raise Refused(
            Refusal.CORRUPT, "The rules on the disk are not those that are running; start the house again.", ""
        )
    return body


class SoftwareCheck:
    """Compares what is on the disk and in memory with what was approved."""

    def __init__(self, house: "House") -> None:
        self._house, self._register = house, house.register
        self.differences: list[FileDifference] = []

    @property
    def approved(self) -> SoftwareApproved | None:
        return self._register.software_approved

    async def check(self) -> list[FileDifference]:
        """Compare what is installed with what was approved; what differs stops the games concerned."""
        house = self._house
        found = await asyncio.to_thread(self._compare)
        for host in house.hosts.values():
            if sentence := self.stopped(house.founded[host.name].game):
                rules_in_force.stop(host, sentence)
            else:
                rules_in_force.go_on(host)
        made, last = self._checked(), self._register.software_checked
        if (
            house.processes.leads
            and self.approved is not None
            and (last is None or last[1] != made or house.clock.seconds() - seconds(last[0]) >= CHECK_SECONDS)
        ):
            await self._register.enter(made)
        return found

    def _compare(self) -> list[FileDifference]:
        """Where the files on the disk are not those approved; none where nothing was approved. Takes a moment."""
        approval = self.approved
        if approval is None:
            self.differences = []
            return self.differences
        body = self._house.store.rules.manifest(approval.software)
        if body is None:
            raise Refused(Refusal.CORRUPT, "The list of approved files is not in the database.", "")
        before = msgspec.json.decode(body, type=Manifest)
        if (manifest.version(before.software.files), manifest.version(before.rules.files)) != (
            approval.software,
            approval.rules,
        ):
            raise Refused(Refusal.CORRUPT, "The list of approved files was changed after it was approved.", "")
        found = manifest.of()
        differing = manifest.differences(before, found)
        loaded = running()
        if not differing and loaded.software.version != found.software.version:
            differing = manifest.differences(before, loaded)
        self.differences = differing
        return differing

    def stopped(self, game: str) -> str:
        """Why a game is suspended, as a sentence; empty where it is not."""
        files = [one for one in self.differences if game in one.games]
        if not files:
            return ""
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        return (
            f"This table is suspended: the software is not what the Board approved; {files[0]}{more}. "
            "Install what was approved, or have the Board approve what is there."
        )

    def _checked(self) -> SoftwareChecked:
        """What the house's journal says of the last comparison."""
        found = running()
        names = tuple(str(one) for one in self.differences[:MOST_NAMED])
        return SoftwareChecked(found.rules.version, found.software.version, found.rules.release, names)

    def approve(self, rules: str, software: str, by: Actor) -> tuple[SoftwareApproved, list[Write]]:
        """Approve what is running, named by its hashes so that nobody approves anything else."""
        found = running()
        if (rules, software) != (found.rules.version, found.software.version):
            raise Refused(
                Refusal.STALE, "That is not the software that is running now; look at its versions again.", ""
            )
        listed = {*self._register.rules_kept, *self._register.rules_approved, rules}
        made = SoftwareApproved(rules, software, found.rules.release, by, tuple(sorted(listed)))
        return made, [(sql.MANIFEST, (software, msgspec.json.encode(found)))]
