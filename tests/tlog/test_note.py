"""Signed notes, checkpoints and cosignatures: published ones, and everything that is not one."""

from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.tlog import NoteFailed
from pitboss.tlog.note import (
    MAX_NOTE_BYTES,
    Checkpoint,
    Cosigner,
    Signer,
    Verifier,
    add_signatures,
    open_checkpoint,
    open_note,
    parse_note,
    verified,
)
from pitboss.tlog.tree import EMPTY_ROOT

# From the tests of Go's checksum database.
PETER_PRIVATE = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
PETER_VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
ENOCH_VKEY = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETER_SIGNATURE = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
PETER_LINE = f"— PeterNeumann {PETER_SIGNATURE}\n"
ENOCH_LINE = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
)

# A checkpoint of a public log, with signatures of three kinds: two of the log (one of a kind unknown here), two witnesses.
PUBLIC_CHECKPOINT = """\
arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
"""  # noqa: E501
PUBLIC_LOG = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
PUBLIC_WITNESS = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"

PETER = Verifier(PETER_VKEY)
ENOCH = Verifier(ENOCH_VKEY)
HOUSE = Signer("house.example/log", bytes(range(32)))
HOUSE_KEY = Verifier(HOUSE.vkey)
WITNESS = Cosigner("witness.example/w1", bytes(range(1, 33)))
WITNESS_KEY = Verifier(WITNESS.vkey)
CHECKPOINT = Checkpoint("house.example/log", 3, bytes(range(32)))


def fails(note: str | bytes, *keys: Verifier, match: str | None = None) -> None:
    with pytest.raises(NoteFailed, match=match):
        open_note(note, keys)


def test_go_signs_the_same_note() -> None:
    signer = Signer("PeterNeumann", PETER_PRIVATE)
    assert signer.vkey == PETER_VKEY
    assert signer.sign(TEXT) == f"{TEXT}\n{PETER_LINE}"
    assert open_note(f"{TEXT}\n{PETER_LINE}", [PETER]) == (TEXT, ["PeterNeumann"])
    assert open_note(f"{TEXT}\n{PETER_LINE}".encode(), [PETER]) == (TEXT, ["PeterNeumann"])


def test_a_public_checkpoint_is_opened() -> None:
    checkpoint, cosigned = open_checkpoint(PUBLIC_CHECKPOINT, Verifier(PUBLIC_LOG), [Verifier(PUBLIC_WITNESS)])
    assert checkpoint.origin == "arche2025h1.staging.ct.transparency.dev"
    assert checkpoint.size == 1432088532
    assert b64encode(checkpoint.root) == b"U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro="
    assert cosigned == {"remora.n621.de": 0x6A122120}
    assert PUBLIC_CHECKPOINT.startswith(checkpoint.encode() + "\n")
    for wrong in ("1432088532", "1432088533"), ("2net5wAAAABqEiEg", "2net5wAAAABqEiEh"):  # another size, another time
        with pytest.raises(NoteFailed, match="is not right for the note"):
            open_checkpoint(PUBLIC_CHECKPOINT.replace(*wrong), Verifier(PUBLIC_LOG), [Verifier(PUBLIC_WITNESS)])


def test_signatures_of_unknown_keys_are_passed_over() -> None:
    note = f"{TEXT}\n{PETER_LINE}{ENOCH_LINE}"
    assert open_note(note, [PETER]) == (TEXT, ["PeterNeumann"])
    assert open_note(note, [ENOCH]) == (TEXT, ["EnochRoot"])
    assert open_note(note, [ENOCH, PETER, ENOCH]) == (TEXT, ["PeterNeumann", "EnochRoot"])
    assert verified(note, [PETER, ENOCH]) == (TEXT, {PETER: None, ENOCH: None})
    fails(note, match="not signed by any known key")
    fails(note, HOUSE_KEY, match="not signed by any known key")


def test_another_name_or_another_id_is_another_key() -> None:
    fails(f"{TEXT}\n{PETER_LINE.replace('PeterNeumann', 'CarmenSandiego')}", PETER, match="not signed by any known key")
    fails(f"{TEXT}\n{PETER_LINE.replace('x08go', 'x18go')}", PETER, match="not signed by any known key")


def test_one_wrong_signature_of_a_known_key_spoils_the_note() -> None:
    wrong = PETER_LINE.replace("ZJku", "ZJkv")
    for note in (f"{TEXT}\n{wrong}", f"{TEXT}\n{wrong}{ENOCH_LINE}", f"{TEXT}\n{PETER_LINE}{ENOCH_LINE}{wrong}"):
        fails(note, PETER, ENOCH, match="The signature of PeterNeumann is not right for the note")
    assert open_note(f"{TEXT}\n{wrong}{ENOCH_LINE}", [ENOCH]) == (TEXT, ["EnochRoot"])


def test_every_bit_of_text_and_signature_counts() -> None:
    text = TEXT.encode()
    for bit in range(8 * len(text)):
        changed = bytearray(text)
        changed[bit // 8] ^= 1 << bit % 8
        fails(bytes(changed) + b"\n" + PETER_LINE.encode(), PETER)
    data = b64decode(PETER_SIGNATURE)
    for bit in range(8 * len(data)):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        fails(f"{TEXT}\n— PeterNeumann {b64encode(changed).decode()}\n", PETER)
    for other in (data[:-1], data + b"\x00", data[:4] + b"\x00", data[:4]):
        fails(f"{TEXT}\n— PeterNeumann {b64encode(other).decode()}\n", PETER)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n",
        "\n\n",
        TEXT,
        f"{TEXT}\n",
        f"{TEXT}{PETER_LINE}",
        f"\n{PETER_LINE}",
        f"{TEXT}\n{PETER_LINE[:-1]}",
        f"{TEXT}\n{PETER_LINE[:-1]}x",
        f"{TEXT}\n{PETER_LINE}\n",
        f"{TEXT}\n{PETER_LINE}Unexpected line.\n",
        f"{TEXT}\n\n{PETER_LINE}",  # another text: with an empty line at its end
        f"\x01{TEXT}\n{PETER_LINE}",
        f"{TEXT}\n{PETER_LINE}".replace("\n", "\r\n"),
        f"{TEXT}\t\n{PETER_LINE}",
        f"{TEXT}\n- PeterNeumann {PETER_SIGNATURE}\n",
        f"{TEXT}\n—PeterNeumann {PETER_SIGNATURE}\n",
        f"{TEXT}\n—  PeterNeumann {PETER_SIGNATURE}\n",
        f"{TEXT}\n— PeterNeumann  {PETER_SIGNATURE}\n",
        f"{TEXT}\n— PeterNeumann {PETER_SIGNATURE} \n",
        f"{TEXT}\n— PeterNeumann\n",
        f"{TEXT}\n— {PETER_SIGNATURE}\n",
        f"{TEXT}\n— Peter Neumann {PETER_SIGNATURE}\n",
        f"{TEXT}\n— Peter\u2003Neumann {PETER_SIGNATURE}\n{PETER_LINE}",
        f"{TEXT}\n— Peter\u2028Neumann {PETER_SIGNATURE}\n{PETER_LINE}",
        f"{TEXT}\n— Peter+Neumann {PETER_SIGNATURE}\n{PETER_LINE}",
        f"{TEXT}\n— Peter\x7f\x1fNeumann {PETER_SIGNATURE}\n{PETER_LINE}",
        f"{TEXT}\n— PeterNeumann {PETER_SIGNATURE[:-1]}\n",
        f"{TEXT}\n— PeterNeumann {PETER_SIGNATURE[:-2]}N=\n",  # other bits after the last byte
        f"{TEXT}\n— PeterNeumann {PETER_SIGNATURE.replace('/', '_')}\n",
        f"{TEXT}\n— PeterNeumann AAAAAA==\n{PETER_LINE}",  # an id and nothing else
        b"\xff" + f"{TEXT}\n{PETER_LINE}".encode(),
        f"\ud800{TEXT}\n{PETER_LINE}",
    ],
)
def test_what_is_no_note_is_refused(note: str | bytes) -> None:
    fails(note, PETER)


def test_a_signature_without_a_text_is_no_note() -> None:
    """The text that it signs is an empty line, which is not the empty line before the signatures."""
    fails(HOUSE.line("\n"), HOUSE_KEY, match="A note has a text, an empty line and at least one signature")
    fails("\n" + HOUSE.line("\n"), HOUSE_KEY, match="A note has a text, an empty line and at least one signature")


def test_a_signature_of_an_unknown_kind_may_be_short() -> None:
    assert open_note(f"{TEXT}\n— PeterNeumann AAAAAAA=\n{PETER_LINE}", [PETER]) == (TEXT, ["PeterNeumann"])


def test_a_text_may_have_empty_lines_and_begins_at_the_first() -> None:
    """The signatures follow the last empty line; a note within a text is text."""
    text = f"{TEXT}\n{PETER_LINE}\n\nmore\n"
    assert open_note(HOUSE.sign(text), [HOUSE_KEY, PETER]) == (text, ["house.example/log"])
    assert open_note(HOUSE.sign("\n"), [HOUSE_KEY]) == ("\n", ["house.example/log"])


def test_an_oversized_note_is_refused() -> None:
    line = HOUSE.line("a\n")
    room = MAX_NOTE_BYTES - len(f"\n{line}".encode())
    longest = HOUSE.sign("a" * (room - 1) + "\n")
    assert len(longest.encode()) == MAX_NOTE_BYTES
    assert open_note(longest, [HOUSE_KEY])[1] == ["house.example/log"]
    fails(HOUSE.sign("a" * room + "\n"), HOUSE_KEY, match=f"at most {MAX_NOTE_BYTES} bytes, not {MAX_NOTE_BYTES + 1}")


def test_a_hundred_signatures_are_enough() -> None:
    assert open_note(f"{TEXT}\n{PETER_LINE * 100}", [PETER]) == (TEXT, ["PeterNeumann"])
    fails(f"{TEXT}\n{PETER_LINE * 101}", PETER, match="at most 100 signatures, not 101")


@pytest.mark.parametrize("text", ["", "a", "a\r\n", "a\x00\n", "a\tb\n", "\ud800\n"])
def test_such_a_text_is_not_signed(text: str) -> None:
    with pytest.raises(NoteFailed):
        HOUSE.sign(text)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\nb", "a\u00a0b", "a\u2028b", "a\x00b", "\ud800"])
def test_such_a_name_signs_nothing(name: str) -> None:
    for kind in (Signer, Cosigner):
        with pytest.raises(NoteFailed):
            kind(name, bytes(32))


def test_a_private_key_has_its_length() -> None:
    with pytest.raises(ValueError, match="A private key has 32 bytes, not 31"):
        Signer("house.example/log", bytes(31))


def test_no_part_of_a_vkey_is_one() -> None:
    for start in range(len(PETER_VKEY) + 1):
        for end in range(start, len(PETER_VKEY) + 1):
            if (start, end) != (0, len(PETER_VKEY)):
                with pytest.raises(NoteFailed):
                    Verifier(PETER_VKEY[start:end])
    for at, letter in enumerate(PETER_VKEY):
        with pytest.raises(NoteFailed):
            Verifier(PETER_VKEY[:at] + chr(ord(letter) + 1) + PETER_VKEY[at + 1 :])
    for wrong in (
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",  # too long, with its right id
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",  # of an unknown kind, with its right id
        PETER_VKEY + "\n",
        PETER_VKEY + "+",
    ):
        with pytest.raises(NoteFailed):
            Verifier(wrong)


def test_two_keys_of_one_name_and_id_are_not_told_apart() -> None:
    """An id has four bytes, so such a pair can be made; it must be noticed before a signature is believed."""
    other = Verifier(PETER_VKEY)
    other.vkey = "PeterNeumann+c74f20a3+another"
    with pytest.raises(ValueError, match="Two different keys are called PeterNeumann and c74f20a3"):
        open_note(f"{TEXT}\n{PETER_LINE}", [PETER, other])


def test_a_cosignature_is_made_as_the_specification_says() -> None:
    """Worked out here by hand: the message, the id, and the time before the signature."""
    text, time = CHECKPOINT.encode(), 1_679_315_147
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
    public = private.public_key().public_bytes_raw()
    key_id = sha256(b"witness.example/w1\n\x04" + public).digest()[:4]
    signature = private.sign(b"cosignature/v1\ntime 1679315147\n" + text.encode())
    whole = key_id + bytes.fromhex("00000000641850cb") + signature
    assert WITNESS.line(text, time) == f"— witness.example/w1 {b64encode(whole).decode()}\n"
    encoded = b64encode(b"\x04" + public).decode()
    assert WITNESS.vkey == f"witness.example/w1+{key_id.hex()}+{encoded}"


def test_a_checkpoint_says_who_cosigned_it_and_when() -> None:
    note = HOUSE.sign(CHECKPOINT.encode())
    assert open_checkpoint(note, HOUSE_KEY, [WITNESS_KEY]) == (CHECKPOINT, {})
    cosigned = add_signatures(note, [WITNESS.line(CHECKPOINT.encode(), 7)])
    assert open_checkpoint(cosigned, HOUSE_KEY, [WITNESS_KEY]) == (CHECKPOINT, {"witness.example/w1": 7})
    assert open_checkpoint(cosigned, HOUSE_KEY) == (CHECKPOINT, {})
    alone = f"{CHECKPOINT.encode()}\n{WITNESS.line(CHECKPOINT.encode(), 7)}"
    with pytest.raises(NoteFailed, match=r"The checkpoint is not signed by house\.example/log"):
        open_checkpoint(alone, HOUSE_KEY, [WITNESS_KEY])


def test_a_cosignature_is_of_its_time_and_its_checkpoint() -> None:
    text = CHECKPOINT.encode()
    _, signatures = parse_note(f"{text}\n{WITNESS.line(text, 7)}")
    signature = signatures[0].signature
    assert WITNESS_KEY.verify(text, signature) == 7
    for wrong in (
        (8).to_bytes(8, "big") + signature[8:],
        (2**63 + 7).to_bytes(8, "big") + signature[8:],
        signature[:-1],
        signature[:8],
        signature[:3],
        signature[8:],
        b"",
    ):
        with pytest.raises(NoteFailed, match="is not right"):
            WITNESS_KEY.verify(text, wrong)
    with pytest.raises(NoteFailed, match="is not right"):
        WITNESS_KEY.verify(Checkpoint("house.example/log", 4, CHECKPOINT.root).encode(), signature)
    for time in (-1, 2**63):
        with pytest.raises(ValueError, match=f"A time is 0 to 9223372036854775807 seconds, not {time}"):
            WITNESS.line(text, time)
    assert WITNESS_KEY.verify(text, parse_note(f"{text}\n{WITNESS.line(text, 2**63 - 1)}")[1][0].signature) == 2**63 - 1
    with pytest.raises(NoteFailed, match="A checkpoint has a line each"):
        WITNESS.line("no checkpoint\n", 7)


def test_a_time_too_late_is_refused_even_if_signed() -> None:
    text, time = CHECKPOINT.encode(), 2**63
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
    signature = private.sign(f"cosignature/v1\ntime {time}\n{text}".encode())
    with pytest.raises(NoteFailed, match="is not right"):
        WITNESS_KEY.verify(text, time.to_bytes(8, "big") + signature)


def test_log_and_witness_do_not_stand_in_for_each_other() -> None:
    note = HOUSE.sign(CHECKPOINT.encode())
    same_key = Cosigner("house.example/log", bytes(range(32)))
    assert same_key.key_id != HOUSE.key_id
    with pytest.raises(NoteFailed, match="is of a witness, not of a log"):
        open_checkpoint(note, Verifier(same_key.vkey))
    with pytest.raises(NoteFailed, match="is of a log, not of a witness"):
        open_checkpoint(note, HOUSE_KEY, [PETER])
    with pytest.raises(NoteFailed, match="not signed by any known key"):
        open_note(note, [Verifier(same_key.vkey)])


def test_a_checkpoint_is_of_the_log_that_signed_it() -> None:
    other = Checkpoint("other.example/log", 3, bytes(range(32)))
    with pytest.raises(NoteFailed, match=r"The checkpoint is of other\.example/log, not of house\.example/log"):
        open_checkpoint(HOUSE.sign(other.encode()), HOUSE_KEY)


@pytest.mark.parametrize(
    "lines",
    [
        ["no signature\n"],
        [""],
        ["\n"],
        [PETER_LINE[:-1]],
        [f"{PETER_LINE}\n"],
        [f"{PETER_LINE}\nanother text\n\n{PETER_LINE}"],
        [f"\nanother text\n\n{PETER_LINE}"],
        [f"{PETER_LINE}{ENOCH_LINE}"],
        [f"— Peter{n} {PETER_SIGNATURE}\n" for n in range(100)],
    ],
)
def test_lines_that_are_no_signatures_are_not_added(lines: list[str]) -> None:
    """A witness that answers with more than a signature could put another text above the signatures."""
    with pytest.raises(NoteFailed):
        add_signatures(HOUSE.sign(TEXT), lines)


def test_a_line_that_does_not_end_is_not_added() -> None:
    with pytest.raises(NoteFailed, match=r"A signature line ends with a newline; '.*x' does not\."):
        add_signatures(HOUSE.sign(TEXT), ["— Peter AAAAAAA=x"])


def test_a_signature_is_added_once() -> None:
    note = HOUSE.sign(TEXT)
    both = add_signatures(note, [PETER_LINE, HOUSE.line(TEXT), PETER_LINE])
    assert both == note + PETER_LINE
    assert open_note(both, [PETER, HOUSE_KEY]) == (TEXT, ["house.example/log", "PeterNeumann"])


def test_a_checkpoint_comes_back_from_its_text() -> None:
    for checkpoint in (
        CHECKPOINT,
        Checkpoint("häuschen example", 2**63 - 1, bytes(32), ("one", "two")),
        Checkpoint("a", 0, EMPTY_ROOT),
    ):
        assert Checkpoint.decode(checkpoint.encode()) == checkpoint
    assert CHECKPOINT.encode() == "house.example/log\n3\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n",
        "a\n1\n",
        "a\n1\n" + "A" * 43 + "=",
        "\n1\n" + "A" * 43 + "=\n",
        "a\n01\n" + "A" * 43 + "=\n",
        "a\n+1\n" + "A" * 43 + "=\n",
        "a\n-1\n" + "A" * 43 + "=\n",
        "a\n 1\n" + "A" * 43 + "=\n",
        "a\n1 \n" + "A" * 43 + "=\n",
        "a\n1_0\n" + "A" * 43 + "=\n",
        "a\n١\n" + "A" * 43 + "=\n",
        "a\n\n" + "A" * 43 + "=\n",
        "a\n9223372036854775808\n" + "A" * 43 + "=\n",
        "a\n" + "9" * 5000 + "\n" + "A" * 43 + "=\n",
        "a\n0\n" + "A" * 43 + "=\n",  # an empty tree has the root of nothing else
        "a\n1\n" + "A" * 42 + "==\n",
        "a\n1\n" + "A" * 42 + "B=\n",
        "a\n1\n" + "A" * 43 + "\n",
        "a\n1\n\n",
        "a\n1\n" + "A" * 43 + "=\n\n",
        "a\n1\n" + "A" * 43 + "=\nx\n\n",
        "a\n1\n" + "A" * 43 + "=\nx\ty\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteFailed):
        Checkpoint.decode(text)


@pytest.mark.parametrize(
    ("origin", "size", "root", "extensions"),
    [
        ("", 1, bytes(32), ()),
        ("a\n5\nb", 1, bytes(32), ()),
        ("a", -1, bytes(32), ()),
        ("a", 2**63, bytes(32), ()),
        ("a", 1, bytes(31), ()),
        ("a", 0, bytes(32), ()),
        ("a", 1, bytes(32), ("",)),
        ("a", 1, bytes(32), ("x\n\n— y",)),
    ],
)
def test_such_a_checkpoint_is_not_made(origin: str, size: int, root: bytes, extensions: tuple[str, ...]) -> None:
    with pytest.raises(NoteFailed):
        Checkpoint(origin, size, root, extensions)
