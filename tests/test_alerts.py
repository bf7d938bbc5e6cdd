"""Alert rules and dashboard that we hand out: each metric in them is one that a house shows, each alert fires when it should."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pitboss.roles import Role
from tests.house.live import BOTH, Live, wait_for
from tools import alerts
from tools.bootstrap import find_unpacked

DEPLOYMENT = Path(__file__).parent.parent / "examples" / "deployment"
ALERTS, DASHBOARD = DEPLOYMENT / "alerts.yml", DEPLOYMENT / "grafana.json"
METRIC = re.compile(r"\b(?:pitboss|process)_[a-z_]+\b")
PROMTOOL = find_unpacked("promtool")
FILE = "alerts.yml"


def expressions() -> list[str]:
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    rules = re.findall(r"^ +expr: (.+)$", ALERTS.read_text(encoding="utf-8"), re.MULTILINE)
    return [*rules, *(target["expr"] for panel in panels for target in panel["targets"])]


def test_every_metric_of_rules_and_dashboard_is_one_that_a_house_shows(tmp_path: Path) -> None:
    named = {name for one in expressions() for name in METRIC.findall(one)}
    assert len(named) > 15
    with Live(tmp_path / "house.db", BOTH) as live:
        cookie = live.cookie(Role.ADMINISTRATOR)
        wait_for(lambda: "pitboss_checkpoint_timestamp_seconds " in live.get("/metrics", cookie).text)
        shown = set(METRIC.findall(live.get("/metrics", cookie).text))
    assert not named - shown - {"pitboss_refusals_total"}
    assert "pitboss_refusals_total" in shown  # each reason from the beginning


def promtool(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    if PROMTOOL is None:
        pytest.skip("THE ALERT RULES ARE NOT TRIED: promtool is not there; run `make setup`.")
    return subprocess.run([PROMTOOL, *words], cwd=folder, capture_output=True, text=True, check=False)


def test_prometheus_finds_nothing_wrong_with_what_it_reads(tmp_path: Path) -> None:
    """And it would say so."""
    for file in ("prometheus.yml", FILE):
        (tmp_path / file).write_bytes((DEPLOYMENT / file).read_bytes())
    (tmp_path / "metrics.token").write_text("x" * 20)
    done = promtool(tmp_path, "check", "config", "prometheus.yml")
    assert done.returncode == 0, done.stderr
    (tmp_path / FILE).write_text(
        (tmp_path / FILE).read_text().replace("pitboss_witnesses == 0", "pitboss_witnesses == (")
    )
    assert promtool(tmp_path, "check", "rules", FILE).returncode != 0


def test_prometheus_reads_every_expression_of_the_dashboard_and_grafana_would_find_its_panels(tmp_path: Path) -> None:
    """Grafana itself is not asked: panels lie on its grid of 24 without overlap, have ids of their own and the one data source."""
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    panels = board["panels"]
    rules = [
        {"record": f"panel:{panel['id']}:{target['refId']}", "expr": target["expr"]}
        for panel in panels
        for target in panel["targets"]
    ]
    assert len({one["record"] for one in rules}) == len(rules) > len(panels) - 1
    places = [
        (x, y)
        for panel in panels
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(places)) == len(places)
    assert max(x for x, _ in places) == 23
    (variable,) = board["templating"]["list"]
    assert {panel["datasource"]["uid"] for panel in panels} == {f"${{{variable['name']}}}"}
    (tmp_path / FILE).write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    done = promtool(tmp_path, "check", "rules", FILE)
    assert done.returncode == 0, done.stderr
    rules[0]["expr"] += " ("
    (tmp_path / FILE).write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert promtool(tmp_path, "check", "rules", FILE).returncode != 0


SUSPENDED = 'pitboss_tables{state="suspended"}'
FAULTS = 'pitboss_http_requests_total{status="5xx"}'
SLOW = {f'{{name}}{{le="{le}"}}': f"0+{count}x30" for le, count in (("0.25", 50), ("0.5", 100), ("+Inf", 100))}
QUICK = SLOW | {'{name}{le="0.25"}': "0+100x30"}


def buckets(name: str, values: dict[str, str]) -> dict[str, str]:
    return {key.replace("{name}", name): value for key, value in values.items()}


# By alert: when, the series with which it fires, and those with which it does not: just below what it takes.
CASES: dict[str, tuple[int, dict[str, str], dict[str, str]]] = {
    "HouseIsAway": (2, {'up{job="pitboss"}': "0x30"}, {'up{job="pitboss"}': "1x30"}),
    "TableIsSuspended": (1, {SUSPENDED: "1x30"}, {SUSPENDED: "0x30"}),
    "RecordCannotBeWritten": (6, {"pitboss_commits_failed_total": "0+1x30"}, {"pitboss_commits_failed_total": "7x30"}),
    "RecordIsWrittenSlowly": (
        15,
        buckets("pitboss_commit_seconds_bucket", SLOW),
        buckets("pitboss_commit_seconds_bucket", QUICK),
    ),
    "CommandsAreSlow": (
        15,
        buckets("pitboss_command_seconds_bucket", SLOW),
        buckets("pitboss_command_seconds_bucket", QUICK),
    ),
    "RecordIsNotSigned": (
        6,
        {"pitboss_checkpoint_timestamp_seconds": "0x30", 'pitboss_rounds_total{game="roulette"}': "0+5x30"},
        {"pitboss_checkpoint_timestamp_seconds": "0x30", 'pitboss_rounds_total{game="roulette"}': "5x30"},
    ),
    "RecordIsNotWitnessed": (1, {"pitboss_unwitnessed_seconds": "601x30"}, {"pitboss_unwitnessed_seconds": "600x30"}),
    "NoWitnessIsNamed": (61, {"pitboss_witnesses": "0x90"}, {"pitboss_witnesses": "1x90"}),
    "PlayIsNotAsItShouldBe": (1, {"pitboss_alarms_open": "1x30"}, {"pitboss_alarms_open": "0x30"}),
    "ManyWrongPasswords": (
        10,
        {'pitboss_sign_ins_refused_total{kind="password"}': "0+6x30"},
        {'pitboss_sign_ins_refused_total{kind="password"}': "0+4x30"},
    ),
    "SignInIsLocked": (1, {"pitboss_people_locked": "1x30"}, {"pitboss_people_locked": "0x30"}),
    "StandbyIsLost": (1, {"pitboss_standbys_missing": "1x30"}, {"pitboss_standbys_missing": "0x30"}),
    "RecordIsNotInOrder": (1, {"pitboss_record_not_in_order": "1x30"}, {"pitboss_record_not_in_order": "0x30"}),
    "CredentialWasReset": (
        6,
        {"pitboss_credentials_reset_total": "0+1x30"},
        {"pitboss_credentials_reset_total": "2x30"},
    ),
    "KeysWereReplaced": (6, {"pitboss_key_changes_total": "0+1x30"}, {"pitboss_key_changes_total": "2x30"}),
    "ClockWasSet": (6, {"pitboss_clock_jumps_total": "0+1x30"}, {"pitboss_clock_jumps_total": "2x30"}),
    "HouseHasFaults": (6, {FAULTS: "0+1x30"}, {FAULTS: "3x30"}),
    "DiskIsNearlyFull": (
        1,
        {"pitboss_disk_free_bytes": "524287999x30"},
        {"pitboss_disk_free_bytes": "524288000x30"},
    ),
}


def test_the_rules_are_those_of_the_list_that_the_house_reads() -> None:
    assert ALERTS.read_text(encoding="utf-8") == alerts.written(), "python -m tools.alerts"


def trial(alert: str, minute: int, series: dict[str, str], *, fires: bool) -> dict[str, Any]:
    """A test of promtool, which reads JSON as YAML; it compares all labels, so of an alert that fires only the name is asked."""
    return {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "promql_expr_test": [
            {
                "expr": f'count by (alertname) (ALERTS{{alertname="{alert}", alertstate="firing"}})',
                "eval_time": f"{minute}m",
                "exp_samples": [{"labels": f'{{alertname="{alert}"}}', "value": 1}] if fires else [],
            }
        ],
    }


def test_every_alert_fires_when_it_should_and_only_then(tmp_path: Path) -> None:
    named = re.findall(r"- alert: (\w+)", ALERTS.read_text(encoding="utf-8"))
    assert set(named) == set(CASES)
    tests = [
        one
        for alert, (minute, fires, stays) in CASES.items()
        for one in (trial(alert, minute, fires, fires=True), trial(alert, minute, stays, fires=False))
    ]
    (tmp_path / FILE).write_bytes(ALERTS.read_bytes())
    (tmp_path / "tests.yml").write_text(json.dumps({"rule_files": [FILE], "tests": tests}))
    done = promtool(tmp_path, "test", "rules", "tests.yml")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("alert", CASES)
def test_an_alert_that_is_wrong_is_found(alert: str, tmp_path: Path) -> None:
    """The control: with the rule turned round, the same test fails."""
    text = ALERTS.read_text(encoding="utf-8")
    at = text.index("expr: ", text.index(f"- alert: {alert}\n")) + len("expr: ")
    end = text.index("\n", at)
    (tmp_path / FILE).write_text(f"{text[:at]}absent({text[at:end]}){text[end:]}")
    minute, fires, _ = CASES[alert]
    (tmp_path / "tests.yml").write_text(
        json.dumps({"rule_files": [FILE], "tests": [trial(alert, minute, fires, fires=True)]})
    )
    assert promtool(tmp_path, "test", "rules", "tests.yml").returncode != 0
