"""Journal, ledger and replay: append-only, balanced, and the same again."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.events import Charged, Collected, Paid, Refunded, Returned, Transferred, Wagered, Withdrawn
from pitboss.journal import Entry, Journal, verify
from pitboss.ledger import CAGE, INVENTORY, LAYOUT, Ledger
from pitboss.procedure import Refusal, Refused


def chain(count: int = 6) -> list[Entry]:
    journal = Journal("t")
    return [journal.append("step", {"n": n}, f"2026-01-01T00:00:{n:02d}Z") for n in range(count)]


def test_chain_verifies_and_gives_its_head() -> None:
    """An untouched chain ends in its last hash."""
    entries = chain()
    assert verify(entries) == entries[-1].hash
    assert verify(entries[3:], entries[2].hash, 3) == entries[-1].hash


@pytest.mark.parametrize("field", ["table", "sequence", "time", "kind", "payload", "previous", "hash"])
@pytest.mark.parametrize("at", [0, 3, 5])
def test_any_altered_field_is_found(field: str, at: int) -> None:
    """Changing any field of any entry is found at that entry or the next."""
    entries = chain()
    value = getattr(entries[at], field)
    changed = msgspec.Raw(b'{"n":99}') if field == "payload" else value + 1 if field == "sequence" else value + "x"
    entries[at] = msgspec.structs.replace(entries[at], **{field: changed})
    with pytest.raises(Refused) as caught:
        verify(entries)
    assert caught.value.why is Refusal.CORRUPT


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_deletion_swap_and_insertion_are_found(data: st.DataObject) -> None:
    """An entry taken out, two exchanged, or one repeated: each breaks the chain."""
    entries = chain(8)
    a = data.draw(st.integers(0, 6))
    b = data.draw(st.integers(a + 1, 7))
    removed = entries[:a] + entries[a + 1 :]
    swapped = [*entries]
    swapped[a], swapped[b] = swapped[b], swapped[a]
    repeated = [*entries[: b + 1], *entries[a:]]
    for broken in (removed, swapped, repeated):
        with pytest.raises(Refused):
            verify(broken)


def test_truncation_shows_against_a_head_kept_elsewhere() -> None:
    """A shortened chain is whole in itself, but its head is not the one kept elsewhere."""
    entries = chain()
    assert verify(entries[:-1]) != entries[-1].hash


def test_ledger_moves_chips_for_every_kind_of_event() -> None:
    """Each money event moves chips between two accounts; the sum stays zero."""
    ledger = Ledger()
    ledger.move(CAGE, "rack 1", 10_000)
    events = [
        Wagered(1, "a", "", 1000, cite=""),
        Withdrawn(1, "a", "", 400, cite=""),
        Paid(1, "a", "", 600, 1800, vigorish=30, cite=""),
        Wagered(1, "b", "", 500, cite=""),
        Collected(1, "b", "", 500, 250, cite=""),
        Wagered(1, "c", "", 700, cite=""),
        Returned(1, "c", "", 700, 700, cite=""),
        Wagered(1, "d", "", 600, cite=""),
        Paid(1, "d", "", 600, 1300, stays=True, cite=""),
        Charged(1, 25, cite=""),
        Refunded(1, 5, cite=""),
        Transferred("rack 1", "centre", 100, cite=""),
    ]
    for event in events:
        ledger.fold([event])
        ledger.check()
    assert ledger.balance(LAYOUT) == 600
    assert ledger.balance("rack 1") == 10_000 + 1200 - 30 - 250 - 600 + 700 - 25 + 5 - 100
    assert ledger.balance(INVENTORY) == -1200 + 30 + 250 - 700 + 25 - 5


def test_ledger_of_a_wager_against_a_bank() -> None:
    """Where a bank covers a wager, it pays and collects instead of the house."""
    ledger = Ledger()
    ledger.fold([Wagered(2, "a", "", 100, cite=""), Paid(2, "a", "", 100, 200, against="bank", cite="")])
    ledger.fold([Wagered(3, "a", "", 100, cite=""), Collected(3, "a", "", 100, 0, against="bank", cite="")])
    assert (ledger.balance("bank"), ledger.balance(INVENTORY)) == (0, 0)
    ledger.check()


def test_one_player_with_two_seats_has_one_rack() -> None:
    """Wagers of one player at two boxes come from one rack."""
    ledger = Ledger()
    ledger.fold([Wagered(s, "a", "", 100, player="Ann", cite="") for s in (1, 2)])
    assert ledger.balance("rack Ann") == -200


def test_unbalanced_ledger_is_a_bug() -> None:
    """The check fails if chips appear from nowhere."""
    ledger = Ledger()
    ledger.balances[LAYOUT] += 1
    with pytest.raises(AssertionError, match="out of balance"):
        ledger.check()
