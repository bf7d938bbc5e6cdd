"""Hold an engine to the conformance cases.

    python conformance/run.py [options] -- COMMAND [ARGUMENT…]

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
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PASSED, FAILED, UNSUPPORTED = "passed", "failed", "unsupported"
LINE = {"round": 1, "seat": 0, "wager": "", "on": "", "hand": 0, "stake": 0, "returned": 0, "commission": 0}
STANDING = {"seat": 0, "wager": "", "on": "", "hand": 0, "stake": 0}

Case = dict[str, Any]
Answer = dict[str, Any]


class EngineStopped(Exception):
    """The engine ended, or fell silent, before it had answered every case."""


def load(folder: Path, games: list[str], ids: list[str]) -> list[Case]:
    """The cases, in the order of their files; those of some games or with some ids, where any are named."""
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
    """What is missing and what is too much; the order of lines does not matter."""
    if not isinstance(given, list) or not all(isinstance(line, dict) for line in given):
        return f"The answer has no list of {what}s."
    wanted = Counter(tuple(line.get(key, default) for key, default in keys.items()) for line in expected)
    got = Counter(tuple(_plain(line.get(key, default)) for key, default in keys.items()) for line in given)
    missing, surplus = (wanted - got).elements(), (got - wanted).elements()
    told = [f"missing {what}: {_shown(keys, line)}" for line in missing]
    told += [f"unexpected {what}: {_shown(keys, line)}" for line in surplus]
    return "; ".join(told)


def _plain(value: Any) -> Any:
    """A value that can be counted: 5 is not 5.0 and not true, so those do not pass for it."""
    return value if type(value) in (int, str) else repr(value)


def _shown(keys: dict[str, Any], line: tuple[Any, ...]) -> str:
    return ", ".join(
        f"{key} {value}"
        for (key, default), value in zip(keys.items(), line, strict=True)
        if value != default or key == "returned"
    )


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


def as_text(told: dict[str, Any], most: int = 40) -> str:
    lines = [f"Conformance suite {told['suite']}: {told['cases']} cases", ""]
    lines += [f"{'chapter':<10}{PASSED:>8}{FAILED:>8}{UNSUPPORTED:>13}"]
    for name, counts in [*told["chapters"].items(), ("all", told["totals"])]:
        lines.append(f"{name:<10}{counts[PASSED]:>8}{counts[FAILED]:>8}{counts[UNSUPPORTED]:>13}")
    failed = [other for other in told["not_passed"] if other["verdict"] == FAILED]
    for other in failed[:most]:
        lines += ["", f"{other['id']} [{other['provision']}] {other['title']}", f"    {other['why']}"]
    if len(failed) > most:
        lines += ["", f"… and {len(failed) - most} more; --json FILE has all of them."]
    return "\n".join(lines) + "\n"


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
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the whole report as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page")
    parser.add_argument("command", nargs="+", help="the engine's command, after --")
    given = parser.parse_args(arguments)
    cases = load(given.cases, given.game, given.id)
    if not cases:
        print("No case was selected.", file=sys.stderr)
        return 2
    try:
        answers = ask(given.command, cases)
    except EngineStopped as stopped:
        print(stopped, file=sys.stderr)
        return 2
    told = report(cases, answers)
    print(as_text(told), end="")
    if given.json:
        given.json.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if given.html:
        given.html.write_text(as_html(told), encoding="utf-8")
    return 1 if told["totals"][FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
