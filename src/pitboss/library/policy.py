"""A verifier's policy: in one file, all that somebody who does not trust a house demands of its record."""

from pathlib import Path
from typing import Annotated

import msgspec

from pitboss.house.storage.quorum import quorum_of
from pitboss.house.table.verify import Approved, NotReplayed
from pitboss.house.table.versions import Packages
from pitboss.library.verifying import Incomplete, Policy
from pitboss.procedure import Refusal, Refused

LONGEST_BYTES = 1_000_000
Version = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class PolicyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy says. Nothing of it comes from the house that is verified."""

    key: str  # the public key of the log
    witnesses: tuple[str, ...]  # the public keys of witnesses
    quorum: Annotated[int, msgspec.Meta(ge=1, le=100)]  # how many of them have to have cosigned
    approved: tuple[Version, ...]  # the versions of the rules that may be run
    in_full: bool = True  # nothing may be withheld
    replayed: bool = True  # every round has to be played again; a part of a record cannot be
    checkpoint: str = ""  # a signed head that was kept

    def demands(self, packages: Packages) -> Policy:
        """The same, as it is checked."""
        quorum = quorum_of(self.witnesses, self.quorum)
        return Policy(packages, Approved(self.approved), self.checkpoint, self.key, "", quorum, self.in_full)

    def check(self, verdict: object) -> None:
        """Refuse a verdict that leaves open what the policy demands."""
        if self.replayed and isinstance(verdict, Incomplete | NotReplayed):
            raise Refused(Refusal.CORRUPT, f"The policy demands that every round is played again. {verdict}", "")


def policy_in(file: Path) -> PolicyFile:
    """The policy in a file of JSON, or a refusal that says what it lacks."""
    try:
        with file.open("rb") as opened:
            body = opened.read(LONGEST_BYTES)
        found = msgspec.json.decode(body, type=PolicyFile)
    except OSError as error:
        raise Refused(Refusal.NOT_FOUND, f"{file} cannot be read: {error.strerror}.", "") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        words = (
            "a policy is JSON with key, witnesses, quorum and approved, and may have in_full, replayed and checkpoint"
        )
        raise Refused(Refusal.MALFORMED, f"{file}: {error}; {words}.", "") from None
    return found
