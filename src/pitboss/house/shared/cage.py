"""The cage of a house that several processes serve: the one that has the house writes, the others ask it to, and follow."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from pitboss.house.book.movements.asker import Asker
from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.cage.cage import Cage
from pitboss.house.cage.entries import ChipsOut, Played, Reminded
from pitboss.house.sharing.peers import Interrupted, Unreached
from pitboss.house.storage.store import StorageFailed, Write
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused


class SharedCage(Cage):
    """The cage as each process has it: the one that has the house writes, the others ask it to, and follow."""

    leads = False
    ask: Callable[[str, list[Any]], Awaitable[Any]]

    async def send(self, purse: str, table: str, amount: Cents, *, stay: str = "") -> ChipsOut:
        if self.leads:
            return await super().send(purse, table, amount, stay=stay)
        return msgspec.convert(await _asked(self, "send", purse, table, amount, stay), ChipsOut)

    async def take_back(self, key: str) -> None:
        if self.leads:
            return await super().take_back(key)
        await _asked(self, "take_back", key)

    async def bring_back(self, key: str, amount: Cents) -> None:
        if self.leads:
            return await super().bring_back(key, amount)
        await _asked(self, "bring_back", key, amount)

    async def pay_correction(self, purse: str, table: str, round: int, amount: Cents, key: str) -> None:
        if self.leads:
            return await super().pay_correction(purse, table, round, amount, key)
        await _asked(self, "pay_correction", purse, table, round, amount, key)

    async def move(self, ask: AnyMovement, asker: Asker) -> str:
        if self.leads:
            return await super().move(ask, asker)
        return str(await _asked(self, "move", msgspec.to_builtins(ask), msgspec.to_builtins(asker)))

    async def stake(self, purse: str, table: str, seat: int, round: int, amount: Cents, grant: Cents = 0) -> None:
        if self.leads:
            return await super().stake(purse, table, seat, round, amount, grant)
        await _asked(self, "stake", purse, table, seat, round, amount, grant)

    async def revoke(self, purse: str, table: str, seat: int, round: int, amount: Cents) -> None:
        if self.leads:
            return await super().revoke(purse, table, seat, round, amount)
        await _asked(self, "revoke", purse, table, seat, round, amount)

    async def played(self, made: Sequence[Played], also: Sequence[Write] = ()) -> None:
        if self.leads:
            return await super().played(made, also)
        await _asked(self, "played", msgspec.to_builtins(made))

    async def remind(self, made: Reminded) -> None:
        if self.leads:
            return await super().remind(made)
        await _asked(self, "remind", msgspec.to_builtins(made))


async def _asked(cage: SharedCage, call: str, *arguments: Any) -> Any:
    """What came of it is in the record; where nothing was heard of it, that is settled by the record later."""
    try:
        found = await cage.ask(call, list(arguments))
    except (Unreached, Interrupted):
        raise StorageFailed("The cage could not be reached.") from None
    cage.follow()
    return found


async def carry_out(cage: SharedCage, call: str, arguments: list[Any]) -> Any:
    """What another process asks of the cage, where this one leads."""
    if not cage.leads:
        raise Refused(Refusal.UNAVAILABLE, "The cage is being moved to another process of the house; try again.", "")
    match call, arguments:
        case "send", [purse, table, amount, stay]:
            return msgspec.to_builtins(await cage.send(purse, table, amount, stay=stay))
        case "take_back", [key]:
            await cage.take_back(key)
        case "bring_back", [key, amount]:
            await cage.bring_back(key, amount)
        case "pay_correction", [purse, table, round, amount, key]:
            await cage.pay_correction(purse, table, round, amount, key)
        case "move", [ask, asker]:
            return await cage.move(msgspec.convert(ask, AnyMovement), msgspec.convert(asker, Asker))
        case "revoke", [purse, table, seat, round, amount]:
            await cage.revoke(purse, table, seat, round, amount)
        case "stake", [purse, table, seat, round, amount, grant]:
            await cage.stake(purse, table, seat, round, amount, grant)
        case "played", [made]:
            await cage.played(msgspec.convert(made, list[Played]))
        case "remind", [made]:
            await cage.remind(msgspec.convert(made, Reminded))
        case _:
            raise Refused(Refusal.NOT_FOUND, f"There is no call {call!r} between processes.", "")
