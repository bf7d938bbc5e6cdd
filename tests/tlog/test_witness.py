"""A witness cosigns what only grew, and nothing else."""

from collections.abc import Callable

import msgspec
import pytest

from pitboss.tlog import NoteFailed
from pitboss.tlog.note import (
    MAX_NOTE_BYTES,
    Checkpoint,
    Cosigner,
    Signer,
    Verifier,
    add_signatures,
    key_id,
    open_checkpoint,
)
from pitboss.tlog.proofs import consistency_proof
from pitboss.tlog.tiles import reader_of
from pitboss.tlog.tree import EMPTY_ROOT
from pitboss.tlog.witness import (
    MAX_SUBMISSION_BYTES,
    Cosigned,
    SeenLog,
    Submission,
    WitnessRefusal,
    WitnessRefused,
    WitnessState,
    cosign,
)
from tests.tlog import naive

HOUSE = Signer("house.example/log", bytes(range(32)))
HOUSE_KEY = Verifier(HOUSE.vkey)
OTHER = Signer("other.example/log", bytes(range(2, 34)))
WITNESS = Cosigner("witness.example/w1", bytes(range(1, 33)))
WITNESS_KEY = Verifier(WITNESS.vkey)
READ = reader_of(naive.entries(600))


def signed(size: int, root: bytes | None = None, by: Signer = HOUSE) -> str:
    return by.sign(Checkpoint(by.name, size, root or naive.root(0, size)).encode())


def growth(old: int, size: int) -> Submission:
    return Submission(old, tuple(consistency_proof(READ, old, size)), signed(size))


def ask(state: WitnessState, submission: Submission, time: int = 1000) -> Cosigned:
    return cosign(state, submission, logs=[HOUSE_KEY, Verifier(OTHER.vkey)], witness=WITNESS, time=time)


def seen(size: int) -> WitnessState:
    return WitnessState({"house.example/log": SeenLog(size, naive.root(0, size))})


def refused(
    state: WitnessState, submission: Submission, refusal: WitnessRefusal, match: str | None = None
) -> WitnessRefused:
    with pytest.raises(WitnessRefused, match=match) as raised:
        ask(state, submission)
    assert raised.value.refusal is refusal
    assert str(raised.value).endswith(".")  # the sentence and nothing else
    return raised.value


def test_a_log_that_grows_is_cosigned_every_time() -> None:
    state, old = WitnessState(), 0
    for time, size in enumerate((0, 1, 1, 2, 255, 256, 257, 600), 1000):
        submission = growth(old, size)
        cosigned = ask(state, submission, time)
        whole = add_signatures(submission.note, [cosigned.line])
        checkpoint, when = open_checkpoint(whole, HOUSE_KEY, [WITNESS_KEY])
        assert checkpoint == Checkpoint("house.example/log", size, naive.root(0, size))
        assert when == {"witness.example/w1": time}
        assert cosigned.state.seen("house.example/log") == SeenLog(size, naive.root(0, size), submission.note)
        state, old = cosigned.state, size


def test_the_state_is_kept_in_a_file_and_never_changed_in_place() -> None:
    before = WitnessState()
    after = ask(before, growth(0, 5)).state
    assert before == WitnessState()
    kept = msgspec.json.encode(after)
    assert msgspec.json.decode(kept, type=WitnessState) == after
    assert ask(msgspec.json.decode(kept, type=WitnessState), growth(5, 9)).state.seen("house.example/log").size == 9
    for wrong in ({"size": -1, "root": "A" * 43 + "="}, {"size": 1, "root": "AAAA"}):
        with pytest.raises(msgspec.ValidationError, match="A witness has seen a size of 0 or more"):
            msgspec.convert({"logs": {"a": wrong}}, type=WitnessState)


def test_signatures_of_others_are_not_kept() -> None:
    """Whoever carries a checkpoint can add them; the state would grow by as much as they like."""
    padded = add_signatures(signed(5), [OTHER.line("a\n"), f"— house.example/log {'A' * 10_000}\n"])
    assert ask(WitnessState(), Submission(0, (), padded)).state.seen("house.example/log").note == signed(5)


def test_each_log_is_seen_for_itself() -> None:
    state = ask(seen(5), Submission(0, (), signed(3, by=OTHER))).state
    assert {origin: each.size for origin, each in state.logs.items()} == {
        "house.example/log": 5,
        "other.example/log": 3,
    }
    assert WitnessState().seen("house.example/log") == SeenLog(0, EMPTY_ROOT)


def test_a_log_that_shrinks_is_refused() -> None:
    for old in (0, 4, 5):
        failed = refused(
            seen(5),
            Submission(old, (), signed(4)),
            WitnessRefusal.ROLLED_BACK,
            "house.example/log had 5 leaves when it was last cosigned, and a log never shrinks: not 4",
        )
        assert failed.size == 5
    refused(seen(5), Submission(5, (), signed(0)), WitnessRefusal.ROLLED_BACK, "not 0")


def test_two_trees_of_one_size_are_a_fork() -> None:
    fork = signed(5, naive.root(1, 6))
    for old in (0, 5):
        refused(
            seen(5),
            Submission(old, (), fork),
            WitnessRefusal.FORKED,
            "house.example/log has forked: it signed two trees",
        )
    first = ask(WitnessState(), growth(0, 5)).state
    evidence = first.seen("house.example/log").note
    assert open_checkpoint(evidence, HOUSE_KEY)[0].size == open_checkpoint(fork, HOUSE_KEY)[0].size


def test_a_larger_tree_with_another_beginning_is_refused() -> None:
    """The log dropped its first leaf: no proof between the two holds, neither that of the one nor that of the other."""
    fork = signed(9, naive.root(1, 10))
    forked = reader_of(naive.entries(10)[1:])
    for read in (READ, forked):
        proof = tuple(consistency_proof(read, 5, 9))
        refused(
            seen(5),
            Submission(5, proof, fork),
            WitnessRefusal.NOT_PROVEN,
            "It is not proven that house.example/log only",
        )
    refused(seen(5), Submission(5, (), fork), WitnessRefusal.NOT_PROVEN, "is empty")


def test_a_proof_that_begins_elsewhere_is_refused_with_the_size_to_begin_at() -> None:
    for old in (0, 3, 6, 9):
        failed = refused(seen(5), growth(old, 9), WitnessRefusal.OTHER_SIZE, f"begin at the 5 leaves .*, not at {old}")
        assert failed.size == 5
        assert ask(seen(5), growth(failed.size, 9))
    refused(WitnessState(), growth(3, 9), WitnessRefusal.OTHER_SIZE, "begin at the 0 leaves")
    refused(seen(9), growth(3, 9), WitnessRefusal.OTHER_SIZE, "begin at the 9 leaves")


def test_a_proof_where_none_is_needed_is_refused() -> None:
    for state, old in ((WitnessState(), 0), (seen(5), 5)):
        extra = Submission(old, (naive.entry(0),), signed(5))
        refused(state, extra, WitnessRefusal.NOT_PROVEN, "the consistency proof is empty")


def test_an_unknown_log_is_refused() -> None:
    stranger = Signer("stranger.example/log", bytes(range(3, 35)))
    submission = Submission(0, (), signed(5, by=stranger))
    assert refused(WitnessState(), submission, WitnessRefusal.UNKNOWN_LOG, "No log called 'stranger.example").size == 0


@pytest.mark.parametrize(
    "forge",
    [
        lambda: Signer("house.example/log", bytes(range(4, 36))).sign(Checkpoint(HOUSE.name, 5, bytes(32)).encode()),
        lambda: OTHER.sign(Checkpoint(HOUSE.name, 5, bytes(32)).encode()),  # another known log, under this one's origin
        lambda: signed(5).replace("\n5\n", "\n6\n"),
        lambda: signed(5).replace("house.example/log\n5", "other.example/log\n5"),
    ],
)
def test_a_checkpoint_that_the_log_did_not_sign_is_refused(forge: Callable[[], str]) -> None:
    refused(
        WitnessState(), Submission(0, (), forge()), WitnessRefusal.NOT_SIGNED, "signed by any known key|is not right"
    )


def test_a_witness_key_signs_for_no_log() -> None:
    cosigner = Cosigner("house.example/log", bytes(range(32)))
    text = Checkpoint("house.example/log", 5, naive.root(0, 5)).encode()
    note = f"{text}\n{cosigner.line(text, 1)}"
    with pytest.raises(WitnessRefused, match="No log called"):
        cosign(WitnessState(), Submission(0, (), note), logs=[Verifier(cosigner.vkey)], witness=WITNESS, time=1000)


@pytest.mark.parametrize("note", ["", "no note", "a\n\n— b AAAAAAA=\n", signed(5)[:-1], HOUSE.sign("no checkpoint\n")])
def test_what_is_no_checkpoint_is_refused(note: str) -> None:
    refused(WitnessState(), Submission(0, (), note), WitnessRefusal.MALFORMED)


def test_a_proof_of_64_hashes_is_refused() -> None:
    refused(seen(5), Submission(5, (bytes(32),) * 63, signed(9)), WitnessRefusal.NOT_PROVEN, "too long")
    refused(seen(5), Submission(5, (bytes(32),) * 64, signed(9)), WitnessRefusal.MALFORMED, "at most 63 hashes, not 64")


def test_a_submission_as_another_witness_takes_it() -> None:
    """From the tests of litewitness: a log of Sigsum, whose key is known, sends its first checkpoint."""
    origin = "sigsum.org/v1/tree/985ea163f5af026723561354f51f2ebcdcf2af809ce254ccfb64aa9aadd80f90"
    body = (
        f"old 0\n\n{origin}\n1\nKgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— {origin} "
        "7BKT0gOfNZ1J0So9unY3BZtm2YkPIoNYM/dce0Z2avJDs8dxN6ts9bOSwwrVrbjm6P9K3ZxpK6jJngOG6YvGGzV/lwo=\n"
    )
    public = bytes.fromhex("52c05edad1bf5feffa81354faae59a655d9a9a1a793ed2f62c39c26c0be2aecd")
    assert key_id(origin, 1, public).hex() == "ec1293d2"
    log = Verifier(f"{origin}+ec1293d2+AVLAXtrRv1/v+oE1T6rlmmVdmpoaeT7S9iw5wmwL4q7N")
    submission = Submission.decode(body)
    assert submission.encode() == body
    cosigned = cosign(WitnessState(), submission, logs=[log], witness=WITNESS, time=1000)
    assert cosigned.state.seen(origin) == SeenLog(1, b"*" + bytes(31), submission.note)


def test_a_submission_comes_back_from_its_body() -> None:
    for submission in (growth(0, 5), growth(5, 5), growth(5, 9), growth(255, 600)):
        assert Submission.decode(submission.encode()) == submission
        assert Submission.decode(submission.encode().encode()) == submission


@pytest.mark.parametrize(
    "body",
    [
        "",
        "old",
        "old 5",
        f"\n\n{signed(5)}",
        f"old\n\n{signed(5)}",
        f"old 05\n\n{signed(5)}",
        f"old -1\n\n{signed(5)}",
        f"old  5\n\n{signed(5)}",
        f"new 5\n\n{signed(5)}",
        f"old 5\r\n\n{signed(5)}",
        f"old 5\nno base 64\n\n{signed(5)}",
        f"old 9223372036854775808\n\n{signed(5)}",
        b"old 5\n\n\xff",
    ],
)
def test_what_is_no_submission_is_refused(body: str | bytes) -> None:
    with pytest.raises(NoteFailed):
        Submission.decode(body)


def test_an_oversized_submission_is_refused() -> None:
    """There is room for the longest note with the longest proof."""
    longest = Submission(2**63 - 1, (bytes(32),) * 63, "a" * MAX_NOTE_BYTES).encode()
    assert Submission.decode(longest).note == "a" * MAX_NOTE_BYTES
    with pytest.raises(NoteFailed, match=f"has at most {MAX_SUBMISSION_BYTES} bytes, not {MAX_SUBMISSION_BYTES + 1}"):
        Submission.decode(longest.ljust(MAX_SUBMISSION_BYTES + 1, "a"))
