"""The notice as a letter, with all that a notice must contain: as text, as a page, or as a PDF."""

import json
import tempfile
import textwrap
from collections.abc import Iterator
from datetime import date
from html import escape
from importlib import resources
from pathlib import Path

import msgspec
import typst

from pitboss.annexes.notice import period
from pitboss.annexes.notice.days import PAYDAY
from pitboss.annexes.notice.facts import Agreement, Facts, Ground, MilkDealer, MilkNotice, Party, Producer
from pitboss.annexes.notice.register import register
from pitboss.procedure import Refusal, Refused

WIDTH = 88
CALLED_FOR = {
    Ground.FINANCIAL_DISTRESS: "financial distress (7 Pa. Code § 143.31(c))",
    Ground.SOLVENCY_RATIOS: "solvency ratios (7 Pa. Code § 143.31(d))",
    Ground.LOST_SALES: "raw milk for which customer sales are insufficient (7 Pa. Code § 143.31(e))",
    Ground.CATASTROPHE: "a catastrophic event that reduces plant output (7 Pa. Code § 143.31(g))",
}


class LetterPart(msgspec.Struct, frozen=True):
    """A heading, what is said under it, and a list."""

    heading: str
    says: str
    items: tuple[str, ...] = ()


class Letter(msgspec.Struct, frozen=True):
    date: str
    sender: tuple[str, ...]
    recipient: tuple[str, ...]
    subject: str
    parts: tuple[LetterPart, ...]


def letter(facts: Facts) -> Letter:
    """The letter, or a refusal that names whatever a notice must contain and the facts do not give."""
    notice = facts.notice
    if notice is None:
        raise Refused(Refusal.MALFORMED, "The file has no [notice]; there is no letter to write.", "143.31(a)#1")
    # The letter itself is in writing and mentions the petition: it cannot lack these two.
    facts = msgspec.structs.replace(facts, notice=msgspec.structs.replace(notice, written=True, tells_of_petition=True))
    if lacking := period.lacks(facts):
        sentences = "\n".join(f"{says} [{cite}]" for says, cite in lacking)
        raise Refused(Refusal.NOT_LAWFUL, sentences, "")
    sender, recipient = (facts.dealer, facts.producer) if facts.by is Party.DEALER else (facts.producer, facts.dealer)
    return Letter(
        _date(notice.sent),
        _lines(sender),
        _lines(recipient),
        f"Notice of termination of our {_dealings(facts.agreement)}",
        tuple(_whole(part) for part in _parts(facts, notice)),
    )


def _whole(part: LetterPart) -> LetterPart:
    """The same, its section signs never parted from their numbers at the end of a line."""
    return LetterPart(part.heading, part.says.replace("§ ", "§\u00a0"), part.items)


def _parts(facts: Facts, notice: MilkNotice) -> Iterator[LetterPart]:
    what, other = _dealings(facts.agreement), "you" if facts.by is Party.DEALER else "your company"
    yield LetterPart("Termination", f"We give {other} written notice that we end our {what}. {_period(facts, notice)}")
    if notice.reasons:
        yield LetterPart("Reasons", "We end it for these reasons:", notice.reasons)
    if facts.petition and period.subsection_a_applies(facts) and not period.decided_before(facts):
        yield LetterPart(
            "Petition for a shorter period",
            f"We are petitioning the Pennsylvania Milk Marketing Board for a period of notice of {period.SHORT} days in "
            f"place of {period.NOTICE}. If the Board approves it, the {period.SHORT} days begin on the day of its "
            f"approval, of which it will tell you (7 Pa. Code § 143.31(h)), and our {what} may end with the last of them. We rest "
            "the petition on:",
            tuple(CALLED_FOR[ground] for ground in dict.fromkeys(facts.petition.grounds)),
        )
    if period.subsection_a_applies(facts):
        payer = "We will pay you" if facts.by is Party.DEALER else "Please pay us"
        yield LetterPart(
            "Payment",
            f"{payer} in full by the {PAYDAY}th day of the month after the one in which our {what} ends (7 Pa. Code § 143.31(a)).",
        )
    yield from _help(facts, notice)
    yield LetterPart(
        "The text relied on",
        "PROPOSED: this notice follows 7 Pa. Code § 143.31 as the Pennsylvania Milk Marketing Board proposed it in July 2019 "
        f"({register().edition[-1].document}); a proposal is not law before it is adopted.",
    )


def _help(facts: Facts, notice: MilkNotice) -> Iterator[LetterPart]:
    if notice.assistance and facts.by is Party.DEALER:
        yield LetterPart(
            "Who can help you",
            "The Board keeps a list of government agencies and nonprofit organizations that assist producers who "
            "receive a termination notice (7 Pa. Code § 143.31(k)). It is part of this notice:",
            notice.assistance,
        )


def _period(facts: Facts, notice: MilkNotice) -> str:
    """How long the notice runs and from when, in the letter's words."""
    agreement, petition = facts.agreement, facts.petition
    if period.applies(facts) and (again := period.repeated(facts)):
        return (
            f"No period of notice runs, because a cause of rejection was repeated on {_date(again.day)}: {again.cause} (7 Pa. "
            f"Code §§ 143.31(b) and 143.44)."
        )
    if petition and petition.decided and _approved(facts):
        approved = f"as the Pennsylvania Milk Marketing Board approved on {_date(petition.decided)}"
        days, source = period.SHORT, f"{approved}, 7 Pa. Code § 143.31(h)"
    elif not agreement.termination_provision:
        days, source = period.NOTICE, "7 Pa. Code § 143.31(a)"
    elif agreement.notice_days is not None:
        days, source = agreement.notice_days, "by its own terms, 7 Pa. Code § 143.31(j)"
    else:
        return "It ends as its own termination provision says (7 Pa. Code § 143.31(j))."
    if not period.applies(facts):
        source = "by its own terms, 7 Pa. Code § 143.31(i)"
    runs = f"The notice runs for {days} days from the day on which you receive it ({source})."
    if notice.ends:
        return f"{runs} The last day is {_date(notice.ends)}, or the last of those {days} days if that is later."
    return f"{runs} The last of those days is the last day of our dealings."


def _approved(facts: Facts) -> bool:
    """Whether 28 days were approved before the letter; they then begin on receipt, which is later (I-143-14)."""
    approved = facts.petition is not None and facts.petition.approved is True
    return approved and period.subsection_a_applies(facts) and period.decided_before(facts)


def _dealings(agreement: Agreement) -> str:
    return agreement.kind.replace("_", " ")


def _lines(party: MilkDealer | Producer) -> tuple[str, ...]:
    return party.name, *party.address


def _date(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


# --- as it is printed --------------------------------------------------------------------------------------


def text(found: Letter) -> str:
    rows = [*found.sender, "", found.date, "", *found.recipient, "", found.subject.upper(), ""]
    for part in found.parts:
        rows += [part.heading, "", textwrap.fill(part.says, WIDTH), ""]
        if part.items:
            rows += [textwrap.fill(item, WIDTH, initial_indent="  - ", subsequent_indent="    ") for item in part.items]
            rows.append("")
    return "\n".join([*rows, "", "_" * 40, found.sender[0], ""])


def html(found: Letter) -> str:
    style = (resources.files(__package__) / "letter.css").read_text(encoding="utf-8")
    body = [_block(found.sender), _block((found.date,)), _block(found.recipient), f"<h1>{_safe(found.subject)}</h1>"]
    for part in found.parts:
        items = "".join(f"<li>{_safe(item)}</li>" for item in part.items)
        body.append(
            f"<h2>{_safe(part.heading)}</h2>\n<p>{_safe(part.says)}</p>" + (f"<ul>{items}</ul>" if items else "")
        )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_safe(found.subject)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + f'\n<p class="signature">{_safe(found.sender[0])}</p>\n</body>\n</html>\n'
    )


def pdf(found: Letter) -> bytes:
    """The words go to the sheet as data, so that none of them is taken for markup."""
    sheet = (resources.files(__package__) / "letter.typ").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "letter.typ"
        source.write_bytes(sheet)
        words = {"letter": json.dumps(msgspec.to_builtins(found))}
        # a fixed date and no fonts of the machine: the same letter is the same bytes anywhere
        made = typst.compile(str(source), sys_inputs=words, ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return made


def _block(lines: tuple[str, ...]) -> str:
    return "<p>" + "<br>".join(map(_safe, lines)) + "</p>"


def _safe(words: str) -> str:
    return escape(words, quote=False)
