"""A line of an answer: one sentence, its citations, its arithmetic, and whether it is as it should be."""

import msgspec


class LetterLine(msgspec.Struct, frozen=True, omit_defaults=True):
    says: str
    cites: tuple[str, ...]
    sums: tuple[str, ...] = ()
    ok: bool | None = None  # None where nothing is required


def yes_or_no(so: bool, subject: str, participle: str, cite: str) -> LetterLine:
    return LetterLine(f"{subject} {participle if so else f'not {participle}'}.", (cite,), (), so)
