"""The nginx of Debian in front of a house, with the configuration that we hand out: TLS, pages, sockets, who asks."""

import datetime
import ipaddress
import json
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect

from pitboss.house.people.steady import SteadyClock
from pitboss.house.process.listener import listen
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.wire.access import COOKIE
from pitboss.house.wire.gate import HEADERS
from pitboss.roles import Role
from tests.house.live import BOTH, PATIENCE, Live, credentials, new_key
from tools.bootstrap import find_unpacked

TABLE = "roulette-practice"
NAME = "house.example"
SITE = Path(__file__).parents[2] / "examples" / "deployment" / "nginx.conf"
NGINX = find_unpacked("nginx")
PROXY = ("127.0.0.1",)

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed; `make setup` unpacks it on Debian")


class Proxy:
    """An nginx of our own in front of a house."""

    def __init__(self, folder: Path, live: Live) -> None:
        with listen("127.0.0.1", 0) as plain, listen("127.0.0.1", 0) as secure:
            self.plain, self.secure = plain.getsockname()[1], secure.getsockname()[1]
        self.certificate = folder / "certificate.pem"
        _certify(self.certificate, folder / "key.pem")
        (folder / "site.conf").write_text(_adapted(SITE.read_text(), folder, live.port, self.plain, self.secure))
        user = "user root;" if os.geteuid() == 0 else ""
        temporary = "".join(
            f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {folder}/pid; worker_processes 1; events {{ worker_connections 256; }} "
            f"http {{ access_log {folder}/access.log; {temporary} include {folder}/site.conf; }}"
        )
        assert NGINX is not None
        self._process = subprocess.Popen([NGINX, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
        self.context = ssl.create_default_context(cafile=self.certificate)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, (folder / "error.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)

    @property
    def host(self) -> str:
        return f"{NAME}:{self.secure}"

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """A client at an address of its own; every address that begins with 127 is this machine."""
        transport = httpx.HTTPTransport(verify=self.context, local_address=address)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.secure}",
            transport=transport,
            timeout=PATIENCE,
            headers={"Host": self.host},
        )

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return client.get("/health/live").status_code == 200
        except httpx.TransportError:
            return False

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


def _adapted(site: str, folder: Path, house: int, plain: int, secure: int) -> str:
    """The file as we hand it out, on other ports and with other certificates."""
    for old, new in (
        ("listen [::]:80;", ""),
        ("listen [::]:443 ssl http2;", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{house};"),
        ("/etc/letsencrypt/live/house.example/fullchain.pem", str(folder / "certificate.pem")),
        ("/etc/letsencrypt/live/house.example/privkey.pem", str(folder / "key.pem")),
    ):
        assert site.count(old) == 1, old
        site = site.replace(old, new)
    return site


def _certify(certificate: Path, key_file: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(NAME), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Live, Proxy]]:
    folder = tmp_path_factory.mktemp("nginx")
    with Live(folder / "house.db", BOTH, trusted_proxies=PROXY) as live:
        proxy = Proxy(folder, live)
        yield live, proxy
        proxy.close()


def test_a_page_over_tls_with_every_header(served: tuple[Live, Proxy]) -> None:
    """The headers of the house once each, the promise of TLS from whoever ends it, no version of the proxy."""
    _, proxy = served
    with proxy.client() as client:
        for path in ("/", "/api/tables", "/nowhere"):
            reply = client.get(path)
            for name, value in HEADERS:
                assert reply.headers.get_list(name.decode()) == [value.decode()], (path, name)
            assert reply.headers["strict-transport-security"] == "max-age=31536000"
            assert reply.headers["server"] == "nginx"
        assert "<title>" in client.get("/").text
        assert client.get("/health/ready").json()["ready"] is True


def test_plain_http_is_sent_to_tls(served: tuple[Live, Proxy]) -> None:
    """With the path; nothing is served without TLS."""
    _, proxy = served
    reply = httpx.get(f"http://127.0.0.1:{proxy.plain}/table/x?y=1", headers={"Host": NAME})
    assert (reply.status_code, reply.headers["location"]) == (301, f"https://{NAME}/table/x?y=1")


def test_metrics_are_not_for_the_outside(served: tuple[Live, Proxy]) -> None:
    """Not even for an administrator; the house itself answers them."""
    live, proxy = served
    cookie = live.cookie(Role.ADMINISTRATOR)
    with proxy.client() as client:
        assert client.get("/metrics", headers=credentials(cookie)).status_code == 404
    assert live.get("/metrics", cookie).status_code == 200


def test_a_wager_over_the_socket_behind_the_proxy(served: tuple[Live, Proxy]) -> None:
    """A seat over HTTPS, a wager over WSS, acknowledged; a socket from another site is turned away there too."""
    _, proxy = served
    with proxy.client() as client:
        seat = client.post(f"/api/tables/{TABLE}/seats", json={"key": new_key()}).json()

    def line(origin: str) -> Any:
        reached = socket.create_connection(("127.0.0.1", proxy.secure))
        place: Any = {"uri": f"wss://{proxy.host}/ws/tables/{TABLE}", "origin": origin}
        return connect(**place, ssl=proxy.context, sock=reached, open_timeout=PATIENCE)

    with line(f"https://{proxy.host}") as wire:
        wire.send(json.dumps({"hello": {"token": seat["token"], "version": WIRE_VERSION}}))
        view = json.loads(wire.recv(PATIENCE))["view"]
        wager = {"says": "wager", "wager": "red", "on": "", "amount": 500}
        moment = {"round": view["round"] + (not view["question"]), "question": view["question"]}
        wire.send(json.dumps({"do": "answer", "key": "a-wager", **wager, **moment}))
        while "ack" not in (message := json.loads(wire.recv(PATIENCE))):
            assert "refused" not in message, message
        assert message["ack"] == "a-wager"
    with pytest.raises(Exception, match="403"), line("https://elsewhere.example"):
        pass


def test_a_sign_in_stays_over_tls(served: tuple[Live, Proxy]) -> None:
    """The cookie that browsers keep over TLS alone is set, and signs in."""
    live, proxy = served
    person = next(one for one in live.house.register.people.values() if Role.AUDITOR in one.roles)
    with proxy.client() as client:
        reply = client.post("/api/people/enter", json={"token": live.house.people.demonstration_token(person)})
        assert reply.status_code == 200
        assert reply.headers["set-cookie"].startswith(f"{COOKIE}=")
        assert "Secure" in reply.headers["set-cookie"]


@pytest.fixture
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first wait is a second, which on a busy machine is over before the next try."""
    now, seen = SteadyClock.now, list[float]()

    def first(clock: SteadyClock) -> float:
        seen.append(seen[0] if seen else now(clock))
        return seen[0]

    monkeypatch.setattr(SteadyClock, "now", first)


def _fail(client: httpx.Client, **headers: str) -> str:
    """Fail to sign in under a new name; why it was refused."""
    wrong = {"name": f"nobody {new_key()}", "password": "not this one"}
    reply = client.post("/api/session", json=wrong, headers={"Origin": f"https://{client.headers['Host']}", **headers})
    return str(reply.json()["refused"]["code"])


def _slowed(client: Callable[[str], httpx.Client]) -> tuple[str, str, str]:
    """Five failures from one address: what the sixth is told, what that address is told when it claims to be another, and
    what another is told."""
    with client("127.0.0.5") as first, client("127.0.0.6") as second:
        assert [_fail(first) for _ in range(5)] == ["not_signed_in"] * 5
        return _fail(first), _fail(first, **{"X-Forwarded-For": "192.0.2.7"}), _fail(second)


@pytest.mark.usefixtures("_no_time_passes")
def test_who_fails_to_sign_in_is_told_apart_behind_the_proxy(served: tuple[Live, Proxy]) -> None:
    """The address of the client counts, not that of the proxy; and nobody gets another one by claiming it."""
    _, proxy = served
    assert _slowed(proxy.client) == ("locked", "locked", "not_signed_in")


@pytest.mark.usefixtures("_no_time_passes")
def test_a_proxy_that_is_not_trusted_is_not_believed(tmp_path: Path) -> None:
    """Control: without the setting everybody behind the proxy is one address."""
    with Live(tmp_path / "house.db", BOTH) as live:
        proxy = Proxy(tmp_path, live)
        try:
            assert _slowed(proxy.client) == ("locked", "locked", "locked")
        finally:
            proxy.close()


@pytest.mark.usefixtures("_no_time_passes")
def test_without_a_proxy_nobody_says_for_whom_they_ask(served: tuple[Live, Proxy]) -> None:
    """Asked directly, from an address that is no trusted proxy, the header is not read; from the proxy's own it is."""
    live, _ = served

    def client(address: str) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address)
        headers = {"Host": live.address}
        return httpx.Client(base_url=f"http://{live.address}", transport=transport, timeout=PATIENCE, headers=headers)

    with client("127.0.0.8") as direct:
        assert [_fail(direct, Origin=f"http://{live.address}") for _ in range(5)] == ["not_signed_in"] * 5
        claim = {"X-Forwarded-For": "192.0.2.8"}
        assert _fail(direct, Origin=f"http://{live.address}", **claim) == "locked"
    with client("127.0.0.1") as trusted:
        assert _fail(trusted, Origin=f"http://{live.address}", **claim) == "not_signed_in"
