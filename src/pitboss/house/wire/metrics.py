"""What Prometheus reads at ``/metrics``: commands and how long they take, commits, rounds, tables, sockets, the process.

Rules of this module:

1. No secrets: no names of people or tables, no addresses, no cards, no amounts. Labels are words of the program (a command, a
   game, a state), so that nobody can make more series by what they send.
2. A command costs a few microseconds more (``bench`` of it in the tests); whatever can be looked up is looked up when somebody
asks.
3. Readable by whoever may see the administration page, or with the token that the house was given for it. Never by address:
   behind a proxy everybody has the address of the proxy.
"""

import asyncio
import hmac
from collections import Counter as Tally
from collections.abc import Callable, Iterable
from typing import Any, get_args

import msgspec
from litestar import Request, Response, get
from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pitboss import __version__
from pitboss.authority import require_in_house
from pitboss.house.alarms.watching import disk_free
from pitboss.house.clock import seconds
from pitboss.house.host.replies import Reply
from pitboss.house.house import House
from pitboss.house.protocol.administration import TableState
from pitboss.house.sharing.asgi import App, Message, Receive, Send
from pitboss.house.storage.log import head_of, time_of
from pitboss.house.wire.access import METRICS_TOKEN, signed_in
from pitboss.house.wire.health import state_of
from pitboss.procedure import Refusal, Refused

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
SIGNING_IN = {"/api/session": "password", "/api/session/passkey": "passkey", "/api/people/enter": "demonstration"}


class Now(msgspec.Struct, frozen=True):
    """The house at one moment."""

    tables: dict[str, int] = {}  # by state
    rounds: dict[str, int] = {}  # by game, over all time: the record counts them
    sockets: int = 0
    players: int = 0
    people: int = 0
    checkpoint: float = 0.0  # when the record was last put under a signed head; 0: never
    witnesses: int = 0  # that are named
    unwitnessed: float = 0.0  # seconds since the oldest head that none of them has cosigned; 0: all are
    alarms: int = 0  # that nobody has looked into
    locked: int = 0  # people after wrong passwords
    disk_free: int = 0  # bytes where the database lies
    standby_missing: bool = False  # though the database names one
    not_in_order: bool = False  # the log, as it was last looked at
    clock_jumps: int = 0  # since the house opened, as the next
    key_changes: int = 0
    resets: int = 0  # links to sign in that somebody got who had one before


class _AtThisMoment(Collector):
    """What is looked up when somebody asks, rather than counted when it happens."""

    def __init__(self) -> None:
        self.now = Now()

    def collect(self) -> Iterable[Metric]:
        now = self.now
        tables = GaugeMetricFamily("pitboss_tables", "Tables by state.", labels=["state"])
        for state in get_args(TableState):
            tables.add_metric([state], now.tables.get(state, 0))
        yield tables
        rounds = CounterMetricFamily("pitboss_rounds", "Rounds begun since each table was founded.", labels=["game"])
        for game, count in sorted(now.rounds.items()):
            rounds.add_metric([game], count)
        yield rounds
        yield GaugeMetricFamily("pitboss_sockets", "Connections to tables that have greeted.", value=now.sockets)
        yield GaugeMetricFamily("pitboss_seats_taken", "Players in seats.", value=now.players)
        yield GaugeMetricFamily("pitboss_signed_in", "Sessions of people who are signed in.", value=now.people)
        yield GaugeMetricFamily("pitboss_witnesses", "Witnesses of the record that are named.", value=now.witnesses)
        yield GaugeMetricFamily(
            "pitboss_unwitnessed_seconds",
            "Since the oldest head of the record that no witness has cosigned; 0 where all are.",
            value=now.unwitnessed,
        )
        yield GaugeMetricFamily("pitboss_alarms_open", "Alarms that nobody has looked into.", value=now.alarms)
        yield GaugeMetricFamily("pitboss_people_locked", "Locked after wrong passwords.", value=now.locked)
        yield GaugeMetricFamily("pitboss_disk_free_bytes", "Free where the database lies.", value=now.disk_free)
        yield GaugeMetricFamily(
            "pitboss_standbys_missing", "The database names a standby and has none.", value=now.standby_missing
        )
        yield GaugeMetricFamily(
            "pitboss_record_not_in_order", "The log is not the one that was signed.", value=now.not_in_order
        )
        yield CounterMetricFamily("pitboss_clock_jumps", "Times that the wall clock was set.", value=now.clock_jumps)
        yield CounterMetricFamily(
            "pitboss_credentials_reset", "New links to sign in, for people of old.", value=now.resets
        )
        yield CounterMetricFamily("pitboss_key_changes", "Times that keys were replaced.", value=now.key_changes)
        if now.checkpoint:
            yield GaugeMetricFamily(
                "pitboss_checkpoint_timestamp_seconds",
                "When the record was last put under a signed head; its age is time() minus this.",
                value=now.checkpoint,
            )
        version = GaugeMetricFamily("pitboss_build_info", "The version that is running.", labels=["version"])
        version.add_metric([__version__], 1)
        yield version


class Metrics:
    """The counters of one house; it is the ``Observer`` of its tables."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.registry = registry = CollectorRegistry()
        self._moment = _AtThisMoment()
        registry.register(self._moment)
        for of_the_process in (ProcessCollector, PlatformCollector, GCCollector):
            of_the_process(registry=registry)
        self._commands = Counter("pitboss_commands", "Commands answered.", ["command", "outcome"], registry=registry)
        self._refusals = Counter("pitboss_refusals", "Commands refused, by reason.", ["why"], registry=registry)
        self._latency = Histogram(
            "pitboss_command_seconds",
            "From the arrival of a command until its acknowledgement could be sent.",
            buckets=QUICK,
            registry=registry,
        )
        self._commits = Histogram(
            "pitboss_commit_seconds", "How long a table waited for the disk.", buckets=QUICK, registry=registry
        )
        self._unwritten = Counter("pitboss_commits_failed", "What could not be written.", registry=registry)
        self._requests = Counter(
            "pitboss_http_requests", "Requests answered, by class of status.", ["status"], registry=registry
        )
        self._sign_ins = Counter(
            "pitboss_sign_ins_refused", "Refused tries to sign in, by kind.", ["kind"], registry=registry
        )
        # looked up once: a label costs more to find than to count
        self._of_command: dict[tuple[str, bool], Callable[[], None]] = {}
        self._of_refusal = {why: self._refusals.labels(str(why)).inc for why in Refusal}
        self._of_status = {first: self._requests.labels(f"{first}xx").inc for first in range(1, 6)}
        self._of_kind = {path: self._sign_ins.labels(kind).inc for path, kind in SIGNING_IN.items()}

    # --- counted when it happens

    def answered(self, name: str, seconds: float, outcome: Reply | Refused) -> None:
        refused = isinstance(outcome, Refused)
        count = self._of_command.get((name, refused))
        if count is None:
            labels = self._commands.labels(name, "refused" if refused else "acknowledged")
            count = self._of_command[name, refused] = labels.inc
        count()
        if isinstance(outcome, Refused):
            self._of_refusal[outcome.why]()
        else:
            self._latency.observe(seconds)

    def committed(self, seconds: float, *, written: bool) -> None:
        self._commits.observe(seconds)
        self._house.record.alarms.commits.count(seconds, written=written)
        if not written:
            self._unwritten.inc()

    def counting(self, app: App) -> App:
        """The application, with its answers counted. Sockets pass as they are."""

        async def counted(scope: Message, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return

            async def sending(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self._replied(scope, message["status"])
                await send(message)

            await app(scope, receive, sending)

        return counted

    def _replied(self, scope: Message, status: int) -> None:
        self._of_status[status // 100]()
        if status >= 400 and scope["method"] == "POST" and scope["path"] in self._of_kind:
            self._of_kind[scope["path"]]()

    # --- exposition

    async def exposition(self) -> bytes:
        """Everything, in the text form of Prometheus."""
        house = self._house
        head = await asyncio.to_thread(house.record.log.latest)
        founded = house.founded
        rounds: Tally[str] = Tally()
        for name, host in house.hosts.items():
            rounds[founded[name].game] += host.table.state.felt.number if host.table is not None else 0
        sessions, since = house.people.sessions, house.record.unwitnessed_since
        self._moment.now = Now(
            tables=Tally(state_of(host) for host in house.hosts.values()),
            rounds=rounds,
            sockets=sum(len(host.presence.viewers) for host in house.hosts.values()),
            players=sum(len(table.state.seats.players) for table in house.tables()),
            people=sum(
                bool(sessions.seconds_left(one))
                for person in house.register.people
                for one in sessions.of_person(person)
            ),
            checkpoint=seconds(time_of(head_of(head))) if head is not None else 0.0,
            witnesses=len(house.register.witnesses),
            unwitnessed=max(0.0, house.clock.seconds() - seconds(since)) if since else 0.0,
            alarms=len(house.register.alarms) - len(house.register.seen),
            locked=sum(person.active and house.people.locked(person) for person in house.register.people.values()),
            disk_free=disk_free(house),
            standby_missing=bool(house.record.alarms.facts.standby),
            not_in_order=bool(house.record.alarms.facts.wiped),
            clock_jumps=house.record.alarms.clock_jumps,
            key_changes=house.record.alarms.key_changes,
            resets=house.record.alarms.resets,
        )
        return await asyncio.to_thread(generate_latest, self.registry)


def routes(house: House, metrics: Metrics, token: str = "") -> list[Any]:
    """``/metrics``. Without a ``token`` only people who are signed in may read it."""

    @get("/metrics", media_type=CONTENT_TYPE_LATEST, access=METRICS_TOKEN)
    async def read_metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Counters for Prometheus: for administrators and auditors, or with the token for it as Authorization: Bearer."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        known = (
            bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), token.encode())
        )
        if not known:
            _, person = signed_in(house.people, request)
            require_in_house("see administration", person.roles)
        return Response(
            await metrics.exposition(), media_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
        )

    return [read_metrics]
