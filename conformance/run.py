"""Hold an engine to the conformance cases.

    python conformance/run.py [options] -- COMMAND [ARGUMENT…]        or, installed: pitboss-conformance

COMMAND is started once. It reads one case per line (JSON) from its standard input, without what is expected, and
writes one answer per line, in the same order. ``VOCABULARY.md`` says what a case and an answer are. The exit status
is 0 when nothing failed, 1 when something did, 2 when the engine could not be run to the end.

Plain Python 3.10 or later; nothing has to be installed.
"""

import argparse
import html
import json
import subprocess
import sys
import threading
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
PASSED, FAILED, UNSUPPORTED = "passed", "failed", "unsupported"
LINE = {"round": 1, "seat": 0, "wager": "", "on": "", "hand": 0, "stake": 0, "returned": 0, "commission": 0}
STANDING = {"seat": 0, "wager": "", "on": "", "hand": 0, "stake": 0}
AMOUNTS = ("stake", "returned", "commission")  # what may differ in a line that is otherwise the expected one
MOST_GROUPS = 40  # groups of failures that the report on the screen shows, unless --limit says otherwise

Case = dict[str, Any]
Answer = dict[str, Any]
Row = dict[str, Any]


class EngineStopped(Exception):
    """The engine ended, or fell silent, before it had answered every case."""


def load(folder: Path, games: list[str], ids: list[str], provisions: list[str]) -> list[Case]:
    """The cases, in the order of their files; those of some games, ids or provisions, where any are named."""
    cases = []
    for path in sorted(folder.glob("*.jsonl")):
        cases += [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    known = {case["game"] for case in cases} | {case["chapter"] for case in cases}
    if unknown := set(games) - known:
        print(
            f"There is no game or chapter {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}.",
            file=sys.stderr,
        )
        raise SystemExit(2)
    return [
        case
        for case in cases
        if (not games or case["game"] in games or case["chapter"] in games)
        and (not ids or any(case["id"].startswith(prefix) for prefix in ids))
        and (not provisions or any(case["provision"].startswith(prefix) for prefix in provisions))
    ]


def ask(command: list[str], cases: list[Case]) -> list[Answer]:
    """Every case to the engine, and its answers. Writing has a thread of its own, so that neither side waits forever."""
    try:
        engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    except OSError as error:
        raise EngineStopped(f"{command[0]} could not be started: {error.strerror}.") from None
    to_engine, from_engine = engine.stdin, engine.stdout
    assert to_engine is not None
    assert from_engine is not None

    def write() -> None:
        try:
            for case in cases:
                asked = {key: value for key, value in case.items() if key != "expect"}
                to_engine.write(json.dumps(asked, ensure_ascii=False) + "\n")
            to_engine.close()
        except BrokenPipeError:
            pass  # the engine ended early; the missing answers tell

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    answers = []
    for case, line in zip(cases, from_engine, strict=False):
        try:
            answer = json.loads(line)
        except ValueError:
            answer = {"error": f"The answer is not JSON: {line.strip()[:200]}"}
        if not isinstance(answer, dict):
            answer = {"error": "The answer is not a JSON object."}
        elif answer.get("id", case["id"]) != case["id"]:
            answer = {"error": f"The answer is for {answer['id']}, not for {case['id']}."}
        answers.append(answer)
    writer.join()
    from_engine.close()
    engine.wait()
    if len(answers) < len(cases):
        raise EngineStopped(
            f"The engine answered {len(answers)} of {len(cases)} cases; exit status {engine.returncode}."
        )
    return answers


def judge(case: Case, answer: Answer) -> tuple[str, str]:
    """Whether an answer is the one expected; and if not, the difference in words."""
    if "unsupported" in answer:
        return UNSUPPORTED, str(answer["unsupported"])
    if "error" in answer:
        return FAILED, str(answer["error"])
    expect = case["expect"]
    if "refused" in expect:
        if "refused" not in answer:
            return FAILED, f"should be refused ({expect['refused']}), but was accepted"
        same = answer["refused"] == expect["refused"]
        return (PASSED, "") if same else (FAILED, f"refused as {answer['refused']}, expected {expect['refused']}")
    if "refused" in answer:
        return FAILED, f"refused ({answer['refused']}), but should be accepted"
    difference = _difference("settlement", LINE, expect["settlements"], answer.get("settlements"))
    if not difference and "standing" in expect:
        difference = _difference("standing wager", STANDING, expect["standing"], answer.get("standing"))
    return (FAILED, difference) if difference else (PASSED, "")


def _difference(what: str, keys: dict[str, Any], expected: list[Any], given: Any) -> str:
    """What is otherwise, missing and too much; the order of lines does not matter."""
    if not isinstance(given, list) or not all(isinstance(line, dict) for line in given):
        return f"The answer has no list of {what}s."
    otherwise, missing, surplus = _lines_that_differ(keys, expected, given)
    told = [
        f"{_shown(keys, {key: value for key, value in wanted.items() if key not in AMOUNTS})}: "
        + ", ".join(f"{key} {got[key]}, must be {wanted[key]}" for key in AMOUNTS if wanted.get(key) != got.get(key))
        for wanted, got in otherwise
    ]
    told += [f"missing {what}: {_shown(keys, line)}" for line in missing]
    told += [f"unexpected {what}: {_shown(keys, line)}" for line in surplus]
    return "; ".join(told)


def _lines_that_differ(
    keys: dict[str, Any], expected: list[Any], given: list[Any]
) -> tuple[list[tuple[Row, Row]], list[Row], list[Row]]:
    """Lines with another amount than expected, beside the expected ones; lines that are missing; lines too many."""
    wanted = Counter(tuple(line.get(key, default) for key, default in keys.items()) for line in expected)
    got = Counter(tuple(_plain(line.get(key, default)) for key, default in keys.items()) for line in given)
    missing = [dict(zip(keys, line, strict=True)) for line in (wanted - got).elements()]
    surplus = [dict(zip(keys, line, strict=True)) for line in (got - wanted).elements()]
    otherwise = []
    for line in list(missing):
        twin = next((other for other in surplus if _same_wager(line, other)), None)
        if twin is not None:
            otherwise.append((line, twin))
            missing.remove(line)
            surplus.remove(twin)
    return otherwise, missing, surplus


def _same_wager(line: Row, other: Row) -> bool:
    return all(other[key] == value for key, value in line.items() if key not in AMOUNTS)


def group_of(case: Case, answer: Answer) -> str:
    """What a failure has in common with others of the same cause: its wager, and how much of the stake is at odds."""
    expect = case["expect"]
    lines = answer.get("settlements")
    if "refused" in expect or "refused" in answer or not isinstance(lines, list) or "error" in answer:
        return judge(case, answer)[1]
    if not all(isinstance(line, dict) for line in lines):
        return judge(case, answer)[1]
    otherwise, missing, surplus = _lines_that_differ(LINE, expect["settlements"], lines)
    told = {
        f"{wanted['wager']}: " + ", ".join(_ratio(key, wanted, got) for key in AMOUNTS if wanted[key] != got[key])
        for wanted, got in otherwise
    }
    told |= {f"{line['wager']}: a settlement is missing" for line in missing}
    told |= {f"{line['wager']}: a settlement is not expected" for line in surplus}
    return "; ".join(sorted(told)) or judge(case, answer)[1]


def _ratio(key: str, wanted: Row, got: Row) -> str:
    """An amount beside the expected one as parts of the stake, so that wagers of other sizes are alike."""
    if key == "stake" or not wanted["stake"] or not isinstance(got[key], int):
        return f"{key} is otherwise"
    given, due = Fraction(got[key], wanted["stake"]), Fraction(wanted[key], wanted["stake"])
    return f"{key} {given} of the stake, must be {due}"


def _plain(value: Any) -> Any:
    """A value that can be counted: 5 is not 5.0 and not true, so those do not pass for it."""
    return value if type(value) in (int, str) else repr(value)


def _shown(keys: dict[str, Any], line: Row) -> str:
    return ", ".join(f"{key} {value}" for key, value in line.items() if value != keys[key] or key == "returned")


# --- reports ----------------------------------------------------------------------------------------------------------


def report(cases: list[Case], answers: list[Answer]) -> dict[str, Any]:
    """Everything that a report tells: totals, by chapter, by provision, and each case that did not pass."""
    totals: Counter[str] = Counter()
    chapters: dict[str, Counter[str]] = {}
    provisions: dict[str, Counter[str]] = {}
    others = []
    for case, answer in zip(cases, answers, strict=True):
        verdict, why = judge(case, answer)
        totals[verdict] += 1
        chapters.setdefault(case["chapter"], Counter())[verdict] += 1
        provisions.setdefault(case["provision"], Counter())[verdict] += 1
        if verdict != PASSED:
            others.append(
                {
                    "id": case["id"],
                    "provision": case["provision"],
                    "title": case["title"],
                    "verdict": verdict,
                    "why": why,
                    "group": group_of(case, answer) if verdict == FAILED else "",
                }
            )
    return {
        "suite": (HERE / "VERSION").read_text(encoding="utf-8").strip(),
        "cases": len(cases),
        "totals": _counts(totals),
        "chapters": {name: _counts(chapters[name]) for name in sorted(chapters)},
        "provisions": {name: _counts(provisions[name]) for name in sorted(provisions)},
        "not_passed": others,
    }


def _counts(counted: "Counter[str]") -> dict[str, int]:
    return {verdict: counted[verdict] for verdict in (PASSED, FAILED, UNSUPPORTED)}


def groups(told: dict[str, Any]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The failures by provision and what differs, so that one cause is told once; the largest group first."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for other in told["not_passed"]:
        if other["verdict"] == FAILED:
            found.setdefault((other["provision"], other["group"]), []).append(other)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def as_text(told: dict[str, Any], most: int = MOST_GROUPS) -> str:
    lines = [f"Conformance suite {told['suite']}: {told['cases']} cases", ""]
    lines += [f"{'chapter':<10}{PASSED:>8}{FAILED:>8}{UNSUPPORTED:>13}"]
    for name, counts in [*told["chapters"].items(), ("all", told["totals"])]:
        lines.append(f"{name:<10}{counts[PASSED]:>8}{counts[FAILED]:>8}{counts[UNSUPPORTED]:>13}")
    found = list(groups(told).items())
    for (provision, group), others in found[:most]:
        first = others[0]
        cases = "1 case" if len(others) == 1 else f"{len(others)} cases"
        lines += ["", f"{cases} [{provision}] {group}"]
        lines += [f"    {'first: ' if len(others) > 1 else ''}{first['id']} {first['title']}", f"    {first['why']}"]
    if len(found) > most:
        hidden = sum(len(others) for _, others in found[most:])
        lines += ["", f"… and {len(found) - most} more groups ({hidden} cases); --limit {len(found)} shows them."]
    return "\n".join(lines) + "\n"


def as_junit(cases: list[Case], told: dict[str, Any]) -> str:
    """The report as JUnit XML: a test suite for each chapter, a test case for each case."""
    others = {other["id"]: other for other in told["not_passed"]}
    top = ElementTree.Element("testsuites", name=f"pitboss conformance {told['suite']}")
    for chapter, counts in told["chapters"].items():
        numbers = {"tests": sum(counts.values()), "failures": counts[FAILED], "skipped": counts[UNSUPPORTED]}
        suite = ElementTree.SubElement(top, "testsuite", name=chapter, **{key: str(n) for key, n in numbers.items()})
        for case in (each for each in cases if each["chapter"] == chapter):
            one = ElementTree.SubElement(suite, "testcase", classname=case["provision"], name=case["id"])
            if other := others.get(case["id"]):
                kind = "failure" if other["verdict"] == FAILED else "skipped"
                words = other["group"] or other["why"]
                ElementTree.SubElement(one, kind, message=words).text = f"{other['title']}: {other['why']}"
    ElementTree.indent(top)
    return ElementTree.tostring(top, encoding="unicode", xml_declaration=True) + "\n"


BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}: {words}">'
    "<title>{label}: {words}</title>"
    '<rect width="{width}" height="20" rx="3" fill="#444"/><rect x="{left}" width="{right}" height="20" rx="3" fill="{colour}"/>'
    '<g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11" text-anchor="middle">'
    '<text x="{middle}" y="14">{label}</text><text x="{other}" y="14">{words}</text></g></svg>\n'
)
LETTER, MARGIN = 6.6, 12  # in pixels, as badges are drawn
GREEN, AMBER, RED = "#1a7f37", "#8a6100", "#b42318"


def as_badge(told: dict[str, Any]) -> str:
    """One line for a page: which chapters, how many cases, and whether they passed."""
    totals, chapters = told["totals"], list(told["chapters"])
    label = f"58 Pa. Code {chapters[0] if len(chapters) == 1 else 'Subpart K'}"
    supported = told["cases"] - totals[UNSUPPORTED]
    words = (
        f"{totals[PASSED]} of {told['cases']} cases pass"
        if totals[PASSED] < told["cases"]
        else f"{supported} cases pass"
    )
    colour = RED if totals[FAILED] or not totals[PASSED] else AMBER if totals[UNSUPPORTED] else GREEN
    left, right = (round(len(text) * LETTER + MARGIN) for text in (label, words))
    places = {"middle": left // 2, "other": left + right // 2, "left": left, "right": right, "width": left + right}
    return BADGE.format(label=label, words=words, colour=colour, **places)


def as_html(told: dict[str, Any]) -> str:
    """One page that needs nothing besides itself."""

    def rows(counted: dict[str, dict[str, int]]) -> str:
        return "".join(
            f'<tr class="{FAILED if counts[FAILED] else UNSUPPORTED if counts[UNSUPPORTED] else PASSED}"><th scope="row">'
            f"{html.escape(name)}</th>" + "".join(f"<td>{counts[key]}</td>" for key in counts) + "</tr>"
            for name, counts in counted.items()
        )

    head = f"<tr><th></th><th>{PASSED}</th><th>{FAILED}</th><th>{UNSUPPORTED}</th></tr>"
    others = "".join(
        f"<tr class={other['verdict']}><th scope=row>{html.escape(other['id'])}</th><td>{html.escape(other['provision'])}"
        f"</td><td>{html.escape(other['title'])}</td><td>{html.escape(other['why'])}</td></tr>"
        for other in told["not_passed"]
    )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Conformance report</title><style>"
        "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .8rem;text-align:left;border-bottom:1px solid #ccc}"
        "tr.failed th{color:#a00}tr.unsupported th{color:#666}tr.passed th{color:#063}</style>"
        f"<h1>Conformance report</h1><p>Suite {html.escape(told['suite'])}, {told['cases']} cases: "
        + ", ".join(f"{count} {verdict}" for verdict, count in told["totals"].items())
        + f".</p><h2>Chapters</h2><table>{head}{rows(told['chapters'])}</table>"
        f"<h2>Provisions</h2><table>{head}{rows(told['provisions'])}</table>"
        + (f"<h2>Not passed</h2><table>{others}</table>" if others else "")
        + "</html>\n"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Hold an engine to the conformance cases.")
    parser.add_argument("--cases", type=Path, default=HERE / "cases", metavar="FOLDER", help="where the cases are")
    parser.add_argument("--game", action="append", default=[], help="only this game or chapter; may be repeated")
    parser.add_argument("--id", action="append", default=[], help="only cases whose id begins so; may be repeated")
    parser.add_argument(
        "--provision", action="append", default=[], help="only cases of a provision that begins so; may be repeated"
    )
    parser.add_argument(
        "--limit", type=int, default=MOST_GROUPS, help=f"how many groups of failures are shown ({MOST_GROUPS})"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the whole report as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the report as JUnit XML")
    parser.add_argument("--badge", type=Path, metavar="FILE", help="write a badge (SVG) for a page")
    parser.add_argument("command", nargs="+", help="the engine's command, after --")
    given = parser.parse_args(arguments)
    cases = load(given.cases, given.game, given.id, given.provision)
    if not cases:
        print("No case was selected.", file=sys.stderr)
        return 2
    try:
        answers = ask(given.command, cases)
    except EngineStopped as stopped:
        print(stopped, file=sys.stderr)
        return 2
    told = report(cases, answers)
    print(as_text(told, given.limit), end="")
    if given.json:
        given.json.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if given.html:
        given.html.write_text(as_html(told), encoding="utf-8")
    if given.junit:
        given.junit.write_text(as_junit(cases, told), encoding="utf-8")
    if given.badge:
        given.badge.write_text(as_badge(told), encoding="utf-8")
    return 1 if told["totals"][FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
