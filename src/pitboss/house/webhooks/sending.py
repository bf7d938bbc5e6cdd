"""Sends what happens to the webhooks of a house: each in its own task, in order, again until it is taken.

Only addresses that whoever runs the machine configured are ever called, without redirects and without a proxy of the environment.
A delivery that fails is tried again after pauses that double up to an hour. What is a week old is skipped, and the webhook is
told from where to where.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from pitboss.house.clock import stamp
from pitboss.house.people.entries import WebhookEnded, WebhookNamed
from pitboss.house.storage import store as sql
from pitboss.house.storage.store import Write
from pitboss.house.webhooks import messages
from pitboss.house.webhooks.messages import WebhookEvent
from pitboss.house.work import tried_again
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    import httpx

    from pitboss.house.house import House

log = logging.getLogger("pitboss")

LOOK_SECONDS = 1.0  # between two looks for something to send
FIRST_WAIT, LONGEST_WAIT = 5.0, 3600.0  # seconds after a delivery that failed
TAKE_SECONDS = 10.0  # that a receiver has for one delivery
KEPT = timedelta(days=7)  # what is older is not sent any more
MOST = 20  # webhooks of a house
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class NotTaken(Exception):
    """A receiver did not take a delivery; the sentence says why."""


class WebhookState(msgspec.Struct):
    """How it goes with a webhook since the house opened."""

    delivered: int = 0
    failures: int = 0  # since the last delivery that was taken
    failing_since: str = ""
    why: str = ""


class Webhooks:
    """The webhooks of one house. ``allowed`` are the addresses that may be called; what lies below one may be, too."""

    def __init__(self, house: "House") -> None:
        self._house, self._store, self._register = house, house.store, house.register
        self.allowed: tuple[str, ...] = ()
        self.look_seconds, self.first_wait, self.take_seconds = LOOK_SECONDS, FIRST_WAIT, TAKE_SECONDS
        self.states: dict[str, WebhookState] = {}
        self._tasks: dict[WebhookNamed, asyncio.Task[None]] = {}

    # --- what administrators do

    async def name(self, webhook: str, url: str, topics: tuple[str, ...], by: Actor) -> WebhookNamed:
        """From now on send what happens to an address; refused unless it is one of those configured."""
        self.require_allowed(url)
        if webhook in self._register.programs.webhooks:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"There is a webhook {webhook!r}; end it first.", "")
        if len(self._register.programs.webhooks) >= MOST:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"A house has up to {MOST} webhooks; end one first.", "")
        chosen = messages.known_topics(topics)
        if not chosen or set(topics) - set(chosen):
            words = f"Expected some of {', '.join(messages.TOPICS)}, not {', '.join(topics) or 'none'}."
            raise Refused(Refusal.MALFORMED, words, "")
        made = WebhookNamed(webhook, url, chosen, self._register.programs.webhooks_named + 1, by)
        await self._register.enter(made, also=[self._place(made, self._house.record.log.size)])
        return made

    async def end(self, webhook: str, by: Actor) -> None:
        await self._register.enter(WebhookEnded(webhook, by), also=[(sql.WEBHOOK_ENDED, (webhook,))])
        self.states.pop(webhook, None)

    def require_allowed(self, url: str) -> None:
        """Refuse an address that is not one of those configured, or below one."""
        if not is_plain(url) or not any(_is_below(url, one) for one in self.allowed):
            known = ", ".join(self.allowed) or "none; whoever runs the house names them with --webhook-address"
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"Webhooks of this house go to: {known}; not to {url!r}.", "")

    def secret(self, hook: WebhookNamed) -> str:
        return messages.secret(self._store.sealer, hook)

    # --- where each stands

    def _place(self, hook: WebhookNamed, place: int) -> Write:
        return self._store.marked(sql.WEBHOOK_PLACE, "webhooks", (hook.webhook, place))

    def _stands(self, hook: WebhookNamed) -> int:
        """The place in the log from which on nothing was sent yet; where nobody knows it, what comes from now on is sent."""
        with self._store.readers.reading() as reader:
            row = reader.execute("SELECT * FROM webhooks WHERE webhook = ?", (hook.webhook,)).fetchone()
        try:
            return (
                int(self._store.sealer.unmarked("webhooks", row)[1]) if row is not None else self._house.record.log.size
            )
        except Refused as refusal:
            log.error("%s", refusal.sentence)
            return self._house.record.log.size

    # --- sending

    async def run(self) -> None:
        """A task for each webhook, for as long as it is there; never ends."""
        try:
            while True:
                there = set(self._register.programs.webhooks.values())
                for hook in [hook for hook in self._tasks if hook not in there]:
                    self._tasks.pop(hook).cancel()
                for hook in there - set(self._tasks):
                    self._tasks[hook] = asyncio.create_task(self._send_all(hook))
                await asyncio.sleep(self.look_seconds)
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            self._tasks.clear()

    async def _send_all(self, hook: WebhookNamed) -> None:
        import httpx  # only where there is a webhook

        async with httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=self.take_seconds) as client:
            while True:
                with tried_again(f"the webhook {hook.webhook} could not go on"):
                    await self._send_some(hook, client)
                await asyncio.sleep(self.look_seconds)

    async def _send_some(self, hook: WebhookNamed, client: "httpx.AsyncClient") -> None:
        """Everything that is under a signed head now."""
        of_house = self._house.record.log
        after = await asyncio.to_thread(self._stands, hook)
        while after < of_house.size:
            old = await asyncio.to_thread(self._too_old)
            if after < old:
                await self._deliver(hook, messages.skipped(hook, after, old, self._house.clock.stamp()), old, client)
                after = old
                continue
            events, looked = await asyncio.to_thread(messages.events_after, self._store, of_house, hook, after)
            if looked <= after:
                return
            for event in events:
                await self._deliver(hook, event, event.place + 1, client)
            await self._store.commit([self._place(hook, looked)])
            after = looked

    def _too_old(self) -> int:
        """The place in the log before which everything is older than what is sent."""
        before = stamp((datetime.fromtimestamp(self._house.clock.seconds(), UTC) - KEPT).timestamp())
        head = self._house.record.log.head_before(before)
        return head[0] if head is not None else 0

    async def _deliver(self, hook: WebhookNamed, event: WebhookEvent, next: int, client: "httpx.AsyncClient") -> None:
        """Send it until it is taken, and write down where the webhook stands."""
        state, wait = self.states.setdefault(hook.webhook, WebhookState()), self.first_wait
        body = msgspec.json.encode(event)
        while True:
            try:
                async with asyncio.timeout(self.take_seconds):
                    await self._try(hook, event.id, body, client)
                break
            except (NotTaken, TimeoutError) as failure:
                state.failures += 1
                state.failing_since = state.failing_since or self._house.clock.stamp()
                state.why = str(failure) or f"The receiver did not answer within {self.take_seconds:g} seconds."
                if state.failures == 1:
                    log.warning("the webhook %s fails: %s", hook.webhook, state.why)
            jitter = 0.75 + self._house.entropy(1)[0] / 512  # so that receivers are not all tried at one moment
            await asyncio.sleep(wait * jitter)
            wait = min(2 * wait, LONGEST_WAIT)
        await self._store.commit([self._place(hook, next)])
        state.delivered, state.failures, state.failing_since, state.why = state.delivered + 1, 0, "", ""

    async def _try(self, hook: WebhookNamed, id: str, body: bytes, client: "httpx.AsyncClient") -> None:
        import httpx

        if self._register.programs.webhooks.get(hook.webhook) != hook:
            raise NotTaken("The webhook was ended.")  # its task ends at the next look
        try:
            self.require_allowed(hook.url)  # the configuration may be another than when it was named
        except Refused as refused:
            raise NotTaken(refused.sentence) from None
        headers = messages.headers(self._store.sealer, hook, id, int(self._house.clock.seconds()), body)
        try:
            async with client.stream("POST", hook.url, content=body, headers=headers) as reply:  # its body is not read
                if not reply.is_success:
                    raise NotTaken(f"The receiver answered {reply.status_code}.")
        except httpx.HTTPError as error:
            raise NotTaken(f"The receiver could not be reached: {type(error).__name__}.") from error
        except (httpx.InvalidURL, ValueError, OSError) as error:
            raise NotTaken(f"The receiver could not be reached: {type(error).__name__}.") from error


def is_plain(url: str) -> bool:
    """Whether it is an address without anything secret or ambiguous in it; without TLS only at this machine."""
    with suppress(ValueError):
        parts = urlsplit(url)
        secret = bool(parts.query or parts.fragment or parts.username or parts.password)
        odd = secret or not url.isprintable() or not url.isascii() or any(one in url for one in "\\% ")
        dots = any(one in (".", "..") for one in parts.path.split("/"))
        safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
        return bool(safe and parts.hostname and not odd and not dots and parts.port != 0)
    return False


def _is_below(url: str, allowed: str) -> bool:
    """Whether an address is the one that is allowed, or lies below it; host and port are the same."""
    one, other = urlsplit(url), urlsplit(allowed)
    same = (one.scheme, one.hostname, one.port) == (other.scheme, other.hostname, other.port)
    root = other.path.rstrip("/")
    return same and (one.path.rstrip("/") == root or one.path.startswith(f"{root}/"))
