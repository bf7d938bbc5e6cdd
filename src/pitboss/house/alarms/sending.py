"""Alarms on their way to addresses (signed as webhooks are) and to mailboxes: each receiver in its own task, in order, tried again.

An alarm must not depend on the record, which may be what fails: messages wait in memory, so many and so long as stands here. What
a restart forgets the house finds again, because it looks at what is so rather than at what happened.
"""

import asyncio
import logging
import smtplib
import ssl
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import urlsplit

import msgspec

from pitboss.house.alarms.conditions import HouseAlarm, News, lines
from pitboss.house.storage.seal import Sealer
from pitboss.house.webhooks import messages
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

MOST_WAITING = 100  # messages that wait for one receiver; the oldest give way
FIRST_WAIT, LONGEST_WAIT = 5.0, 600.0  # seconds after a try that failed
TRIES = 150  # of one message: about a day
TAKE_SECONDS = 15.0  # that a receiver has for one
MAIL_PORT = 587
LOOPBACK = ("localhost", "127.0.0.1", "::1")
TEST = HouseAlarm("Test", "", "ticket", "This is a test message; nothing is wrong.")


class AlarmSettings(msgspec.Struct, frozen=True):
    """Where alarms go, as the settings of the house say."""

    addresses: tuple[str, ...] = ()
    mail_to: tuple[str, ...] = ()
    mail_server: str = ""  # host:port
    mail_from: str = ""
    mail_user: str = ""
    mail_password: str = ""


class AlarmMessage(msgspec.Struct, frozen=True):
    """The body of a delivery. ``id`` is the same each time it is sent."""

    id: str
    type: str
    timestamp: str
    house: str
    raised: tuple[HouseAlarm, ...] = ()
    over: tuple[HouseAlarm, ...] = ()

    @property
    def news(self) -> News:
        return News(self.raised, self.over)


class AlarmNotTaken(Exception):
    """A receiver did not take a message; the sentence says why."""


class AlarmQueue:
    """One address or one set of mailboxes, with what waits for it."""

    def __init__(self, name: str, send: Callable[[AlarmMessage], Awaitable[None]]) -> None:
        self.name, self._send = name, send
        self.waiting: deque[AlarmMessage] = deque(maxlen=MOST_WAITING)
        self.delivered, self.failures, self.dropped, self.why = 0, 0, 0, ""
        self.first_wait = FIRST_WAIT
        self._there = asyncio.Event()

    def put(self, message: AlarmMessage) -> None:
        if len(self.waiting) == MOST_WAITING:
            self.dropped += 1
            log.error("an alarm for %s gave way to newer ones: %s", self.name, lines(self.waiting[0].news))
        self.waiting.append(message)
        self._there.set()

    async def run(self) -> None:
        """Send what waits, in order; never ends."""
        while True:
            await self._there.wait()
            self._there.clear()
            while self.waiting:
                message = self.waiting[0]
                await self._deliver(message)
                with suppress(ValueError):  # it gave way meanwhile
                    self.waiting.remove(message)

    async def _deliver(self, message: AlarmMessage) -> None:
        wait = self.first_wait
        for _ in range(TRIES):
            if message not in self.waiting:
                return
            if await self.attempt(message):
                self.delivered, self.failures, self.why = self.delivered + 1, 0, ""
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
        self.dropped += 1
        log.error("an alarm for %s was given up after %d tries: %s", self.name, TRIES, self.why)

    async def attempt(self, message: AlarmMessage) -> bool:
        """One try; why it failed is in ``why``."""
        try:
            async with asyncio.timeout(2 * TAKE_SECONDS):
                await self._send(message)
        except (AlarmNotTaken, TimeoutError) as failure:
            self.failures += 1
            self.why = str(failure) or f"It did not answer within {2 * TAKE_SECONDS:g} seconds."
            if self.failures == 1:
                log.warning("alarms do not reach %s: %s", self.name, self.why)
            return False
        return True


def receivers(settings: AlarmSettings, sealer: Sealer) -> list[AlarmQueue]:
    """Everyone whom alarms are sent to."""
    found = [AlarmQueue(url, _poster(url, sealer)) for url in settings.addresses]
    if settings.mail_to:
        found.append(AlarmQueue(", ".join(settings.mail_to), _mailer(settings)))
    return found


# --- to an address


def secret(sealer: Sealer, url: str) -> str:
    """The secret that signs what is sent to an address, derived from the house's own key."""
    return messages.spoken_secret(_key(sealer, url))


def _key(sealer: Sealer, url: str) -> bytes:
    return messages.key_of(sealer.token(f"alarms {url}"))


def _poster(url: str, sealer: Sealer) -> Callable[[AlarmMessage], Awaitable[None]]:
    async def post(message: AlarmMessage) -> None:
        import httpx

        body = msgspec.json.encode(message)
        headers = messages.signed(_key(sealer, url), message.id, int(time.time()), body)
        try:
            async with (
                httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=TAKE_SECONDS) as client,
                client.stream("POST", url, content=body, headers=headers) as reply,  # what it says is not read
            ):
                if not reply.is_success:
                    raise AlarmNotTaken(f"It answered with {reply.status_code}.")
        except httpx.HTTPError as error:
            raise AlarmNotTaken(f"It cannot be reached: {str(error) or type(error).__name__}.") from None

    return post


# --- to mailboxes


def mail_server(text: str) -> tuple[str, int]:
    """Host and port of a mail server, or a refusal."""
    try:
        place = urlsplit(f"//{text}")
        fits = place.hostname and not place.path and not place.username
        port = place.port or MAIL_PORT
    except ValueError:
        fits = False
    if not fits or any(letter.isspace() for letter in text):
        raise Refused(Refusal.MALFORMED, f"Expected a mail server such as mail.example.org:587, not {text!r}.", "")
    assert place.hostname is not None
    return place.hostname, port


def mail(settings: AlarmSettings, message: AlarmMessage) -> EmailMessage:
    """A message for people, in plain text."""
    alarms = [*message.raised, *message.over]
    first = f"{alarms[0].kind}{'' if message.raised else ' is over'}" if alarms else "Test"
    more = f" and {len(alarms) - 1} more" if len(alarms) > 1 else ""
    found = EmailMessage()
    found["From"], found["To"] = settings.mail_from, ", ".join(settings.mail_to)
    found["Subject"] = " ".join(f"[pitboss] {message.house}: {first}{more}".split())  # no line of its own
    found["Date"], found["Message-ID"] = formatdate(), f"<{message.id}@{settings.mail_from.rpartition('@')[2]}>"
    found["Auto-Submitted"] = "auto-generated"
    found.set_content("\n".join([*lines(message.news), "", f"The house {message.house}, {message.timestamp}"]) + "\n")
    return found


def _mailer(settings: AlarmSettings) -> Callable[[AlarmMessage], Awaitable[None]]:
    async def send(message: AlarmMessage) -> None:
        try:
            await asyncio.to_thread(_send_mail, settings, mail(settings, message))
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise AlarmNotTaken(f"The mail server {settings.mail_server} did not take it: {error}.") from None

    return send


def _send_mail(settings: AlarmSettings, message: EmailMessage) -> None:
    """Over TLS that the server's certificate is checked for; without it only on this machine."""
    host, port = mail_server(settings.mail_server)
    with smtplib.SMTP(host, port, timeout=TAKE_SECONDS) as server:
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
            server.ehlo()
        elif host not in LOOPBACK:
            raise smtplib.SMTPNotSupportedError("it offers no STARTTLS")
        if settings.mail_user:
            server.login(settings.mail_user, settings.mail_password)
        refused = server.send_message(message)
        if refused:
            log.warning("the mail server refused %d of the mailboxes that alarms go to", len(refused))


async def send_test(found: list[AlarmQueue], house: str, id: str, stamp: str) -> list[tuple[str, str]]:
    """One test message to each receiver; by name, why it did not arrive, or nothing."""
    message = AlarmMessage(id, "alarms.test", stamp, house, (TEST,))
    arrived = await asyncio.gather(*(one.attempt(message) for one in found))
    return [(one.name, "" if there else one.why) for one, there in zip(found, arrived, strict=True)]
