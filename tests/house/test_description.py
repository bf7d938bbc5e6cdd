"""What the house says of its own interfaces is so: documents that are valid, complete, and kept by the server."""

import importlib
import json
import random
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from pitboss import law
from pitboss.house.wire import description, fields, server
from pitboss.house.wire.limits import UNLIMITED
from pitboss.house.wire.socket_description import EXAMPLES as SOCKET_EXAMPLES
from pitboss.house.wire.socket_description import SENT, SPOKEN, asyncapi
from pitboss.roles import Role
from tests.house.live import Live, credentials, plan
from tests.house.test_roles import ENDPOINTS, OPEN_TO_ALL, PUBLIC
from tools.bootstrap import PAGE_CHECKS

ROULETTE, BLACKJACK, SIC_BO = "roulette", "blackjack", "sic-bo"
ASYNCAPI = PAGE_CHECKS / "node_modules" / "@asyncapi" / "specs" / "schemas" / "3.0.0-without-$id.json"
# those who ask in turn: what one may not, another may
ASKING = (Role.BOARD, Role.ADMINISTRATOR, Role.SHIFT_MANAGER, Role.MANAGER, None)
THERE = {"table": SIC_BO, "cite": "617a.5(b)", "number": 1, "seat": 1, "file": "guide.html"}
KEPT = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
load_all_checks()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("described")
    with Live(
        folder / "house.db", [plan(ROULETTE), plan(BLACKJACK), plan(SIC_BO)], limits=UNLIMITED, pace=10**6
    ) as found:
        player = found.sit(ROULETTE)
        player.bet("red", 500)
        player.ready()
        player.wait(lambda view: view["phase"] == "settled")
        yield found
        player.close()


@pytest.fixture(scope="module")
def document(live: Live) -> dict[str, Any]:
    found: dict[str, Any] = live.get("/schema/openapi.json").json()
    assert found == live.get("/schema").json()
    return found


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {f"{verb.upper()} {path}": one for path, verbs in document["paths"].items() for verb, one in verbs.items()}


# --- OpenAPI


def test_every_property_says_what_it_means(document: dict[str, Any]) -> None:
    """Of both descriptions; ``make wire`` collected the comments of the sources, and no name is in the list for nothing."""
    assert fields.COMMENTS.read_bytes() == fields.comments()
    silent = list[str]()
    used, names = set[str](), msgspec.toml.decode((fields.HERE / "fields.toml").read_bytes())
    for described in (document, msgspec.to_builtins(asyncapi())):
        schemas = described["components"]["schemas"]
        for name, schema in schemas.items():
            for field, own in schema.get("properties", {}).items():
                if not own.get("description"):
                    silent.append(f"{name}.{field}")
                used |= {field, f"{name}.{field}"}
    assert silent == [], "say what they mean, beside them or in fields.toml"
    assert set(names) - used == set()


def test_every_operation_has_an_example_that_its_schema_allows(document: dict[str, Any]) -> None:
    shared = {"components": document["components"]}
    for name, one in operations(document).items():
        contents = [
            content
            for body in (one.get("requestBody", {}), *one["responses"].values())
            for content in body.get("content", {}).values()
            if "schema" in content
        ]
        for content in contents:
            jsonschema.Draft202012Validator(content["schema"] | shared).validate(content["example"])
        told = [answer for status, answer in one["responses"].items() if status.startswith("2")]
        assert contents or all("content" not in answer or {} in answer["content"].values() for answer in told), name


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    """A name of its own, a sentence, a typed reply, and refusals in the one shape that refusals have."""
    found = operations(document)
    names = [one["operationId"] for one in found.values()]
    assert len(set(names)) == len(names) > 90
    for name, one in found.items():
        assert one["summary"].endswith((".", "``", "`")), name
        for status, reply in one["responses"].items():
            if status.startswith("2"):
                media = reply.get("content", {})
                assert (status == "204") is not bool(media), name
                assert all(kind.get("schema") for form, kind in media.items() if form == "application/json"), name
            else:
                told = reply.get("content") or document["components"]["responses"][reply["$ref"].rpartition("/")[2]]
                assert "RefusedMessage" in json.dumps(told) or status == "503", name
    body = found["POST /api/tables/{table}/do"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert body == {"anyOf": [{"$ref": "#/components/schemas/Done"}, {"$ref": "#/components/schemas/Preview"}]}


def test_who_may_ask_is_said_as_it_is(document: dict[str, Any]) -> None:
    """Open to all is what the matrix of roles opens to all; everything else names what one has to show."""
    open_to_all = {f"{verb} {path}" for verb, path in OPEN_TO_ALL} | {
        f"{verb} {path}" for (verb, path), who in ENDPOINTS.items() if who == PUBLIC
    }
    said = {name for name, one in operations(document).items() if not one["security"]}
    for name in ("POST /api/tables/{table}/do", "GET /api/tables/{table}/strategy"):  # by seat; for practice, to all
        open_to_all ^= {name}
    assert said == open_to_all
    known = set(document["components"]["securitySchemes"])
    assert all(set(way) <= known for one in operations(document).values() for way in one["security"])


def test_the_examples_are_read(document: dict[str, Any]) -> None:
    for kind, example in description.EXAMPLES.items():
        assert msgspec.json.decode(msgspec.json.encode(example), type=kind) == example


ENDS_A_SESSION = (
    "DELETE /api/session",
    "POST /api/people/enter",
    "POST /api/registration",
    "POST /api/registration/passkey/options",
)  # whoever enters as somebody else is signed out as before


def asked(
    live: Live, document: dict[str, Any], examples: int, mode: GenerationMode, which: slice = slice(None)
) -> dict[int, int]:
    """Ask everything that the description allows, or what it forbids; how often each status came back."""
    met: dict[int, int] = {}
    checks = [CHECKS.get_one(name) for name in KEPT]
    schema = schemathesis.openapi.from_dict(document)
    turn = iter(range(10**9))

    def ask(case: Any) -> None:
        number = next(turn)
        role = None if case.operation.label in ENDS_A_SESSION else ASKING[number % len(ASKING)]
        for name, value in THERE.items():
            if number % 3 and mode is GenerationMode.POSITIVE and name in (case.path_parameters or {}):
                case.path_parameters[name] = value
        case.cookies = {}
        reply = case.call(base_url=f"http://{live.address}", headers=credentials(live.cookie(role)) if role else {})
        met[reply.status_code] = met.get(reply.status_code, 0) + 1
        case.validate_response(reply, checks=checks)
        if mode is GenerationMode.NEGATIVE and case.body is not schemathesis.core.NOT_SET:
            what = case.meta.components.get("body") if case.meta is not None else None
            if what is not None and what.mode is GenerationMode.NEGATIVE:
                assert reply.status_code >= 400, reply.text

    for found in list(schema.get_all_operations())[which]:
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not (operation.body or operation.path_parameters or operation.query):
            continue  # nothing can be asked wrongly
        # a number of ours: Hypothesis would make its own of our source, anew for each operation, which takes longer
        chosen = seed(601)(given(case=operation.as_strategy(generation_mode=mode))(ask))
        settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(chosen)()
    return met


@pytest.mark.filterwarnings("ignore")
def test_the_server_keeps_to_what_it_says(live: Live, document: dict[str, Any]) -> None:
    """Whatever is asked, the reply has a status, a form and a body that are described; what is malformed is refused.

    Every other operation is asked rightly, the others wrongly; all of them both ways, and sixty times, at length.
    """
    met = asked(live, document, 1, GenerationMode.POSITIVE, slice(0, None, 2))
    assert {200, 403, 404} <= set(met)
    assert asked(live, document, 1, GenerationMode.NEGATIVE, slice(1, None, 2))[400] > 10


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_server_keeps_to_what_it_says_at_length(live: Live, document: dict[str, Any]) -> None:
    asked(live, document, 60, GenerationMode.POSITIVE)
    asked(live, document, 60, GenerationMode.NEGATIVE)


@pytest.mark.parametrize(
    ("path", "role", "body", "field"),
    [
        ("/api/administration/backups", Role.ADMINISTRATOR, {"with_key": "1"}, "with_key"),
        (f"/api/tables/{ROULETTE}/do", None, {"do": "answer", "key": "k", "round": "1", "question": 0}, "round"),
        ("/api/board/rounds", Role.BOARD, {"limit": "5"}, "limit"),
        ("/api/board/verification", Role.BOARD, {"replay": "true"}, "replay"),
    ],
)
def test_a_string_is_no_number_and_not_true(
    live: Live, path: str, role: Role | None, body: dict[str, Any], field: str
) -> None:
    """A body is read as strictly as it is described; the refusal names the field."""
    reply = live.post(path, body, live.cookie(role) if role else "")
    assert (reply.status_code, reply.json()["refused"]["code"]) == (400, "malformed")
    assert f": {field}: Expected" in reply.json()["refused"]["sentence"]


def test_a_server_that_says_otherwise_is_found(live: Live, document: dict[str, Any]) -> None:
    """Control: of a description in which tables have a number for a title, the difference is found."""
    wrong = json.loads(json.dumps(document))
    wrong["components"]["schemas"]["TableSummary"]["properties"]["title"] = {"type": "integer"}
    wrong["paths"] = {"/api/tables": {"get": wrong["paths"]["/api/tables"]["get"]}}
    with pytest.raises(FailureGroup):
        asked(live, wrong, 1, GenerationMode.POSITIVE)


def test_a_house_opens_without_packages_that_only_stand_beside_it() -> None:
    """Litestar would import pydantic and attrs, which are installed for other tools, in every process that opens a house."""
    wanted = " ".join(type(plugin).__module__ for plugin in server._Application([]).plugins)
    assert "msgspec" in wanted
    assert "pydantic" not in wanted
    assert "attrs" not in wanted


# --- a client by a public generator

CONFIG = """\
post_hooks: []
content_type_overrides:
  application/jsonl: application/octet-stream
  application/zip: application/octet-stream
  application/pdf: application/octet-stream
  image/svg+xml: text/html
  text/csv: text/html
  text/plain: text/html
"""


def test_a_generated_client_plays(live: Live, document: dict[str, Any], tmp_path: Path) -> None:
    """It takes a seat, is refused with a reason, wagers, has the wheel spun and leaves; all in its own types."""
    (tmp_path / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "config.yaml").write_text(CONFIG, encoding="utf-8")
    generator = Path(sysconfig.get_path("scripts")) / "openapi-python-client"
    made = subprocess.run(
        [
            generator,
            *("generate", "--path", "openapi.json", "--meta", "none"),
            *("--output-path", "generated", "--config", "config.yaml", "--fail-on-warning"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(tmp_path))
    try:
        _play(live)
    finally:
        sys.path.remove(str(tmp_path))
        for name in [name for name in sys.modules if name.partition(".")[0] == "generated"]:
            del sys.modules[name]


def _play(live: Live) -> None:
    tables, models = "generated.api.tables.tables_", importlib.import_module("generated.models")
    anybody = importlib.import_module("generated").Client(base_url=f"http://{live.address}")

    def ask(what: str, **more: Any) -> Any:
        return importlib.import_module(tables + what).sync(**more)

    found = ask("one_table", table=ROULETTE, client=anybody)
    assert isinstance(found, models.TableInfo)
    assert found.minimum == 100
    key = "a key that is long enough".replace(" ", "-")
    taken = ask("take_seat", table=ROULETTE, client=anybody, body=models.TakeSeat(key=key))
    assert isinstance(taken, models.SeatTaken)
    player = importlib.import_module("generated").AuthenticatedClient(f"http://{live.address}", token=taken.token)
    moment = live.house.hosts[ROULETTE].require_table()

    def do(**what: Any) -> Any:
        asked_now = moment.round.asked if moment.round is not None else 0
        seen = {"round": moment.state.felt.number + (moment.round is None), "question": asked_now}
        sent = {"do": "answer"} | what | {"key": f"g{random.random()}", **seen}
        body = {"answer": models.AnswerQuestion, "ready": models.PlayerReady}[sent["do"]].from_dict(sent)
        return ask("do", table=ROULETTE, client=player, body=body)

    refused = do(says="wager", wager="red", amount=1)
    assert isinstance(refused, models.RefusedMessage)
    assert law.known(refused.refused.cite)
    assert isinstance(do(says="wager", wager="red", amount=500), models.Done)
    number = moment.state.felt.number
    assert isinstance(do(do="ready"), models.Done)
    assert any(one.round_ == number for one in ask("rounds", table=ROULETTE, client=anybody))
    left = ask("leave", table=ROULETTE, seat=taken.seat, client=player, body=models.Keyed(key="bye"))
    assert isinstance(left, models.SeatLeft)


# --- AsyncAPI


def test_the_sockets_are_described(live: Live) -> None:
    """A valid AsyncAPI document, served as it is made; its examples are what it says they are."""
    found = live.get("/schema/asyncapi.json").json()
    assert found == json.loads(msgspec.json.encode(asyncapi()))
    for name, examples in SOCKET_EXAMPLES.items():
        for example in examples:
            assert msgspec.to_builtins(msgspec.convert(example, (SPOKEN | SENT)[name])) == example
    if not ASYNCAPI.exists():
        pytest.skip("the schema of AsyncAPI is not installed (make setup)")
    schema = json.loads(ASYNCAPI.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message[:200] for error in validator.iter_errors(found)] == []
    del found["channels"]["table"]["address"], found["asyncapi"]
    assert list(validator.iter_errors(found)), "control: without its version it is no such document"


def test_what_travels_is_what_is_described(live: Live) -> None:
    """Every message that a player hears and sends in rounds of two games validates against the description."""
    found = live.get("/schema/asyncapi.json").json()
    heard: dict[str, int] = {}
    whole = {"$defs": found["components"]["schemas"]}

    def validator(name: str) -> Any:
        root = json.loads(json.dumps({"$ref": f"#/$defs/{name}", **whole}).replace("#/components/schemas/", "#/$defs/"))
        return jsonschema.Draft202012Validator(root)

    by_first = {kind.__struct_fields__[0]: validator(kind.__name__) for kind in SENT.values()}
    for table in (ROULETTE, BLACKJACK):
        player = live.sit(table)
        for _ in range(2):
            player.bet(*(("red", 500) if table == ROULETTE else ("blackjack", 500)))
            player.bet("nothing", 500)
            player.ready()
            while player.view["phase"] not in ("settled", "betting"):
                player.wait(lambda view: view["you"]["questions"] or view["phase"] in ("settled", "betting"))
                for question in player.view["you"]["questions"][:1]:
                    player.say(question["default"]["says"], hand=question["hand"])
            player.ready()
        for line in player.heard:
            message = json.loads(line)
            first = next(field for field in by_first if field in message)
            by_first[first].validate(message)
            heard[first] = heard.get(first, 0) + 1
        player.close()
    assert {"view", "events", "ack", "refused"} <= set(heard)
