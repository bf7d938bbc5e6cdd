"""Alarms: what is one, told once and once more when it is over, by mail with STARTTLS and to addresses, signed and tried again."""

import asyncio
import contextlib
import datetime
import email.message
import email.policy
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from pitboss.house.alarms import sending, watching
from pitboss.house.alarms.conditions import (
    DISK_LOW,
    KINDS,
    LEAST_COMMITS,
    HouseAlarm,
    HouseFacts,
    WatchedAlarm,
    lines,
    standing,
    step,
)
from pitboss.house.alarms.sending import MOST_WAITING, AlarmMessage, AlarmSettings, receivers, secret
from pitboss.house.clock import Clock
from pitboss.house.people.entries import AccessRecovered, PersonInvited, PlayAlarm
from pitboss.house.people.register import Register
from pitboss.house.storage.postgres import PostgresStore, standby_missing
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import Store
from pitboss.roles import Role
from tests.house.live import BOTH, Live, wait_for
from tests.house.postgres import USER, server
from tests.house.programs import on_loop
from tests.house.receiver import Receiver, is_signed
from tools.bootstrap import find_postgres

R = "roulette-practice"
NOTHING = HouseFacts(disk_free=DISK_LOW, witnesses=1)


@pytest.fixture(autouse=True)
def tried_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "FIRST_WAIT", 0.02)


# --- what is one


@pytest.mark.parametrize(
    ("kind", "at_the_limit", "beyond"),
    [
        ("TableIsSuspended", {}, {"suspended": {"r1": "why."}}),
        ("RecordCannotBeWritten", {}, {"unwritten": "No room."}),
        ("RecordIsWrittenSlowly", {"commits": 200, "slow": 2}, {"commits": 200, "slow": 3}),
        ("RecordIsWrittenSlowly", {"commits": LEAST_COMMITS - 1, "slow": 9}, {"commits": LEAST_COMMITS, "slow": 9}),
        ("StandbyIsLost", {}, {"standby": "None follows."}),
        ("RecordIsNotInOrder", {}, {"wiped": "Wiped."}),
        ("RecordIsNotSigned", {"unsigned": 300.0}, {"unsigned": 301.0}),
        ("RecordIsNotWitnessed", {"unwitnessed": 600.0}, {"unwitnessed": 601.0}),
        ("NoWitnessIsNamed", {"witnesses": None}, {"witnesses": 0}),
        ("SignInIsLocked", {}, {"locked": ("A-1",)}),
        ("DiskIsNearlyFull", {"disk_free": DISK_LOW}, {"disk_free": DISK_LOW - 1}),
    ],
)
def test_each_state_is_an_alarm_beyond_its_limit(kind: str, at_the_limit: Any, beyond: Any) -> None:
    assert not standing(msgspec.structs.replace(NOTHING, **at_the_limit))
    assert [found for found, _ in standing(msgspec.structs.replace(NOTHING, **beyond))] == [kind]


def test_every_alarm_of_the_list_is_one_that_the_house_finds() -> None:
    everything = HouseFacts({"t": "w."}, "u", 200, 9, "s", "w", 999, 999, 0, ("A",), 0)
    events = {"PlayIsNotAsItShouldBe", "CredentialWasReset", "KeysWereReplaced", "ClockWasSet"}
    assert {kind for kind, _ in standing(everything)} | events == {name for name, one in KINDS.items() if one.house}


def test_each_is_told_once_and_once_when_it_is_over() -> None:
    key, words = ("DiskIsNearlyFull", ""), "Low."
    watched: dict[Any, WatchedAlarm] = {}
    told = []
    for now, found in (
        (0, {key: words}),
        (5, {key: words}),
        (10, {}),
        (15, {key: words}),
        (20, {}),
        (74, {}),
        (75, {}),
    ):
        watched, news = step(watched, found, now, f"t{now}")
        told.append((len(news.raised), len(news.over)))
    assert told == [(1, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 1)]  # gone for five seconds is not over
    assert not watched


def test_what_has_to_last_is_told_when_it_has_lasted() -> None:
    found = {("NoWitnessIsNamed", ""): "None."}
    watched, news = step({}, found, 0, "t")
    watched, news = step(watched, found, 3599, "t")
    assert not news
    watched, news = step(watched, found, 3600, "t")
    assert len(news.raised) == 1
    gone, news = step(step({}, found, 0, "t")[0], {}, 100, "t")
    assert not gone
    assert not news  # nobody has to hear that what they never heard of is over


def test_a_thousand_suspended_tables_are_one_message_of_bounded_length() -> None:
    facts = msgspec.structs.replace(NOTHING, suspended={f"t{n}": "why." for n in range(1000)})
    _, news = step({}, standing(facts), 0, "t")
    assert len(lines(news)) == 51
    assert lines(news)[-1] == "and 950 more"


# --- a mail server that wants TLS


class Mailbox:
    """What a mail server took, and from whom."""

    def __init__(self) -> None:
        self.got: list[email.message.EmailMessage] = []
        self.encrypted: list[bool] = []
        self.refuse = 0

    async def handle_DATA(  # noqa: N802 - the library's name
        self, server: SMTP, session: Any, envelope: Any
    ) -> str:
        if self.refuse:
            self.refuse -= 1
            return "451 later"
        self.encrypted.append(session.ssl is not None)
        self.got.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 taken"


class _Controller(Controller):
    def __init__(self, made: Any, **where: Any) -> None:
        super().__init__(made, **where)
        self._made = made

    def factory(self) -> SMTP:
        made: SMTP = self._made()
        return made


def certificate(folder: Path) -> tuple[Path, Path]:
    """One for localhost that signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(made.public_bytes(pem))
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    return folder / "cert.pem", folder / "key.pem"


@pytest.fixture
def mail_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Mailbox, AlarmSettings]]:
    cert, key = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    box = Mailbox()

    def known(server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
        return AuthResult(success=(given.login, given.password) == (b"house", b"secret"))

    def factory() -> SMTP:
        return SMTP(
            box,
            hostname="localhost",
            tls_context=context,
            require_starttls=True,
            authenticator=known,
            auth_required=True,
            auth_require_tls=True,
        )

    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    controller = _Controller(factory, hostname="localhost", port=port, ready_timeout=60)
    controller.start()
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    settings = AlarmSettings((), ("ops@example.org",), f"localhost:{port}", "house@example.org", "house", "secret")
    try:
        yield box, settings
    finally:
        controller.stop(no_assert=True)


def message(id: str = "alarms.1", words: str = "The disk is full.") -> AlarmMessage:
    return AlarmMessage(id, "alarms", "t", "The House", (HouseAlarm("DiskIsNearlyFull", "", "page", words, "t"),))


async def sent(settings: AlarmSettings, *messages: AlarmMessage, until: Any) -> sending.AlarmQueue:
    (one,) = receivers(settings, Sealer(bytes(32)))
    task = asyncio.create_task(one.run())
    for each in messages:
        one.put(each)
    async with asyncio.timeout(60):
        while not until(one):
            await asyncio.sleep(0.01)
    task.cancel()
    return one


def test_mail_goes_over_tls_and_is_tried_again(mail_server: tuple[Mailbox, AlarmSettings]) -> None:
    box, settings = mail_server
    box.refuse = 2
    asyncio.run(sent(settings, message(), until=lambda one: one.delivered == 1))
    (got,) = box.got
    assert box.encrypted == [True]
    assert got["subject"] == "[pitboss] The House: DiskIsNearlyFull"
    assert "[page] The disk is full." in got.get_content()
    assert got["auto-submitted"] == "auto-generated"


def test_mail_goes_nowhere_that_has_the_wrong_certificate(
    mail_server: tuple[Mailbox, AlarmSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, settings = mail_server
    monkeypatch.delenv("SSL_CERT_FILE")
    one = asyncio.run(sent(settings, message(), until=lambda one: one.failures >= 2))
    assert "certificate" in one.why.lower()
    assert not box.got


def test_a_name_cannot_add_a_line_to_the_head_of_a_mail() -> None:
    settings = AlarmSettings((), ("ops@example.org",), "localhost", "house@example.org")
    evil = msgspec.structs.replace(message(words="x\r\nBcc: all@example.org"), house="A\r\nBcc: all@example.org")
    made = sending.mail(settings, evil)
    assert made["bcc"] is None
    assert made["subject"] == "[pitboss] A Bcc: all@example.org: DiskIsNearlyFull"


# --- to an address


def test_an_address_gets_it_signed_in_order_and_again_until_it_is_taken() -> None:
    with Receiver() as receiver:
        receiver.answers = [500, 302, 429]
        settings = AlarmSettings((receiver.url,))
        asyncio.run(sent(settings, message("a"), message("b"), until=lambda one: one.delivered == 2))
        assert receiver.tried == ["a", "a", "a", "a", "b"]
        shown = secret(Sealer(bytes(32)), receiver.url)
        assert all(is_signed(one, shown) for one in receiver.got)
        assert not any(is_signed(one, secret(Sealer(bytes(31) + b"x"), receiver.url)) for one in receiver.got)
        assert receiver.got[0]["raised"][0]["words"] == "The disk is full."


def test_what_waits_is_bounded_and_the_newest_are_kept() -> None:
    async def fill() -> sending.AlarmQueue:
        (one,) = receivers(AlarmSettings(("http://127.0.0.1:9/nobody",)), Sealer(bytes(32)))
        for number in range(MOST_WAITING + 5):
            one.put(message(str(number)))
        return one

    one = asyncio.run(fill())
    assert (len(one.waiting), one.dropped) == (MOST_WAITING, 5)
    assert one.waiting[0].id == "5"


def test_what_is_never_taken_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "TRIES", 3)
    with Receiver() as receiver:
        receiver.answers = [500] * 3
        settings = AlarmSettings((receiver.url,))
        one = asyncio.run(sent(settings, message("a"), message("b"), until=lambda one: one.delivered == 1))
        assert receiver.tried == ["a", "a", "a", "b"]
        assert one.dropped == 1


# --- in a house


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as found:
        yield found


def told(receiver: Receiver, part: str = "raised") -> list[tuple[str, str]]:
    return [(one["kind"], one["subject"]) for each in receiver.got for one in each.get(part, [])]


def as_many(receiver: Receiver, count: int) -> bool:
    return len(told(receiver)) == count


def opened(database: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Live:
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.02)
    plain = watching.AlarmWatch.__init__

    def configured(self: Any, house: Any) -> None:
        plain(self, house)
        self.settings = AlarmSettings((receiver.url,))

    monkeypatch.setattr(watching.AlarmWatch, "__init__", configured)
    return Live(database, BOTH[:1])


def test_a_house_tells_what_happens_in_it(tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is suspended, credentials are reset, a meter disagrees, the clock is set, the log is wiped: each once."""
    with opened(tmp_path / "house.db", receiver, monkeypatch) as live:
        house = live.house
        wait_for(lambda: house.record.alarms.facts.witnesses is not None)
        on_loop(live, _called(house.hosts[R].suspend, "This table is suspended: its record is not in order."))
        wait_for(lambda: ("TableIsSuspended", R) in told(receiver))
        dealer = next(one.credential for one in house.register.people.values() if Role.DEALER in one.roles)
        on_loop(live, house.register.enter(PersonInvited(dealer)))
        on_loop(live, house.register.enter(AccessRecovered(Role.BOARD)))
        on_loop(live, house.register.enter(PlayAlarm("meter", "2026-11-18", R, "red", 7, "The meter disagrees.")))
        wait_for(lambda: len(told(receiver)) == 4)
        assert told(receiver)[1:] == [
            ("CredentialWasReset", dealer),
            ("CredentialWasReset", ""),
            ("PlayIsNotAsItShouldBe", R),
        ]
        before = house.clock.seconds
        monkeypatch.setattr(house.clock, "seconds", lambda: before() + 60)
        wait_for(lambda: ("ClockWasSet", "") in told(receiver))
        on_loop(live, house.record.make_head())
        writer = house.store.commit_now
        writer([("DELETE FROM checkpoints", ())])
        wait_for(lambda: ("RecordIsNotInOrder", "") in told(receiver))
        assert len(told(receiver)) == 6
        metrics = live.get("/metrics", live.cookie(Role.ADMINISTRATOR)).text
        assert "pitboss_credentials_reset_total 2.0" in metrics
        assert "pitboss_clock_jumps_total 1.0" in metrics
        assert "pitboss_record_not_in_order 1.0" in metrics
        page = live.get("/api/administration", live.cookie(Role.ADMINISTRATOR)).json()
        assert ("TableIsSuspended", True) in {(one["kind"], one["sent"]) for one in page["alarms"]}
        assert page["alarm_receivers"][0]["receiver"] == receiver.url


@contextlib.contextmanager
def closing_store(database: Path) -> Iterator[Store]:
    store = Store(database)
    try:
        yield store
    finally:
        store.close()


async def _called(act: Any, *words: Any) -> None:
    act(*words)


def test_an_alarm_goes_out_though_nothing_can_be_written_and_says_when_it_is_over(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.house.alarms import conditions

    monkeypatch.setattr(conditions, "QUIET_SECONDS", 0.0)
    with opened(tmp_path / "house.db", receiver, monkeypatch) as live:
        wait_for(lambda: live.house.record.alarms.facts.witnesses is not None)
        plain = type(live.house.store).alive

        async def away(self: Any) -> bool:
            return False

        monkeypatch.setattr(type(live.house.store), "alive", away)
        wait_for(lambda: ("RecordCannotBeWritten", "") in told(receiver))
        monkeypatch.setattr(type(live.house.store), "alive", plain)
        wait_for(lambda: ("RecordCannotBeWritten", "") in told(receiver, "over"))


def test_what_was_done_while_the_house_was_closed_is_told_when_it_opens_and_never_again(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "house.db"
    with opened(database, receiver, monkeypatch) as live:
        wait_for(lambda: live.house.record.alarms.facts.witnesses is not None)
        on_loop(live, live.house.register.enter(PlayAlarm("meter", "2026-11-18", R, "red", 1, "One.")))
        wait_for(lambda: len(told(receiver)) == 1)
    with closing_store(database) as store:
        register = Register(store, Clock())
        register.recover()
        asyncio.run(register.enter(AccessRecovered(Role.BOARD)))
    for number in range(2):  # the second opening tells nothing of it
        with opened(database, receiver, monkeypatch) as live:
            on_loop(live, live.house.register.enter(PlayAlarm("meter", "2026-11-18", R, "red", 2 + number, "Two.")))
            wait_for(partial(as_many, receiver, 3 + number))
    assert [kind for kind, _ in told(receiver)].count("CredentialWasReset") == 1


def test_a_test_message_is_asked_for_at_the_page(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "house.db", receiver, monkeypatch) as live:
        wait_for(lambda: live.house.record.alarms.receivers)
        assert live.post("/api/administration/alarms/test", {}, live.cookie(Role.AUDITOR)).status_code == 403
        reply = live.post("/api/administration/alarms/test", {}, live.cookie(Role.ADMINISTRATOR))
        assert reply.json() == [{"receiver": receiver.url}]
        assert receiver.got[-1]["type"] == "alarms.test"
        receiver.answers = [503]
        reply = live.post("/api/administration/alarms/test", {}, live.cookie(Role.ADMINISTRATOR))
        assert reply.json()[0]["why"] == "It answered with 503."


def test_a_test_message_is_sent_by_a_command_whether_the_house_is_open_or_not(
    tmp_path: Path, receiver: Receiver
) -> None:
    Store(tmp_path / "house.db").close()
    (tmp_path / "settings.toml").write_text(f'database = "house.db"\nalarm_addresses = ["{receiver.url}"]\n')
    command = [sys.executable, "-m", "pitboss.cli", "alarm"]
    where = ["--settings", str(tmp_path / "settings.toml")]
    receiver.answers = [500]
    done = [subprocess.run([*command, "test", *where], capture_output=True, text=True, check=False) for _ in range(2)]
    assert [one.returncode for one in done] == [1, 0]
    assert [one.stdout for one in done] == [f"{receiver.url}: It answered with 500.\n", f"{receiver.url}: arrived.\n"]
    shown = subprocess.run([*command, "secrets", *where], capture_output=True, text=True, check=True).stdout.split()[-1]
    assert is_signed(receiver.got[0], shown)


# --- a standby


@pytest.mark.skipif(find_postgres() is None, reason="NO POSTGRESQL: a lost standby is not tried")
def test_a_standby_that_the_database_names_and_does_not_have_is_an_alarm(tmp_path: Path) -> None:
    """``pg_receivewal`` follows in step as a standby does; killed, it is lost, and commits wait without a word."""
    with server(max_wal_senders="4") as database:
        store = PostgresStore(database.new_database("house"), tmp_path)
        try:
            assert standby_missing(store.readers, store.address) == ""
            with psycopg.connect(database.address, autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'second'")
                connection.execute("SELECT pg_reload_conf()")
            wait_for(lambda: "second" in standby_missing(store.readers, store.address))
            (tmp_path / "wal").mkdir()
            receiving = str(database._bin / "pg_receivewal")
            where = f"host={database.folder} user={USER} application_name=second"
            with subprocess.Popen([receiving, "--synchronous", "-D", str(tmp_path / "wal"), "-d", where]) as standby:
                wait_for(lambda: standby_missing(store.readers, store.address) == "")
                standby.kill()
            wait_for(lambda: "second" in standby_missing(store.readers, store.address))
        finally:
            with psycopg.connect(database.address, autocommit=True) as connection:
                connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
                connection.execute("SELECT pg_reload_conf()")
            store.close()


def test_a_database_that_says_nothing_for_seconds_is_an_alarm(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that waits for a standby: what is asked of it is neither done nor refused."""
    with opened(tmp_path / "house.db", receiver, monkeypatch) as live:
        wait_for(lambda: live.house.record.alarms.facts.witnesses is not None)
        live.house.record.alarms.write_seconds = 0.05
        goes_on = asyncio.Event()
        plain = live.house.store.alive

        async def waits() -> bool:
            await goes_on.wait()
            return await plain()

        monkeypatch.setattr(live.house.store, "alive", waits)
        wait_for(lambda: ("RecordCannotBeWritten", "") in told(receiver))
        on_loop(live, _called(goes_on.set))
        wait_for(lambda: not live.house.record.alarms.facts.unwritten)
