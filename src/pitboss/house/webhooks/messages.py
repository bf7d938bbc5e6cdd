"""What a webhook sends, told from the record, and how it is signed (the scheme of standardwebhooks.com).

The queue of a webhook is the record itself: what is sent is under a signed head, in the order of the log, and where a webhook
stands is one number. So nothing is lost by a restart, nothing is kept twice, and an event has the same id however often it is sent.
"""

import base64
import hmac
import logging
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from pitboss.house.people import entries
from pitboss.house.people.entries import WebhookNamed
from pitboss.house.storage.log import HOUSE, OF_THE_HOUSE, Log, head_of
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import Store
from pitboss.journal import Entry
from pitboss.procedure import Refused

log = logging.getLogger("pitboss")

TOPICS = ("rounds", "alarms", "filings")
# The entries of the house's journal that are sent: topic, and type of the event.
OF_JOURNAL = {
    "play_alarm": ("alarms", "alarm.raised"),
    "alarm_seen": ("alarms", "alarm.seen"),
    "filing_filed": ("filings", "filing.filed"),
    "filing_decided": ("filings", "filing.decided"),
    "filing_withdrawn": ("filings", "filing.withdrawn"),
}
NAMED, SKIPPED = "webhook.named", "webhook.skipped"
PARTS = 200  # batches of the log that are read at a time
SECRET_PREFIX = "whsec_"
HEAD_ID, HEAD_TIME, HEAD_SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"


class WebhookEvent(msgspec.Struct, frozen=True):
    """The body of a delivery. ``id`` is the same each time it is sent; ``place`` is the number of the entry in the log."""

    id: str
    type: str
    timestamp: str
    place: int
    data: dict[str, Any]


def events_after(store: Store, of_house: Log, hook: WebhookNamed, after: int) -> tuple[list[WebhookEvent], int]:
    """What a webhook has to send of the entries from place ``after`` of the log on, and the place up to which was looked."""
    latest = of_house.latest()
    size = head_of(latest).size if latest is not None else 0
    sql = f"SELECT * FROM log_batches WHERE first < ? AND first + count > ? ORDER BY first LIMIT {PARTS}"
    with store.readers.reading() as reader:
        parts = reader.execute(sql, (size, after)).fetchall()
    found: list[WebhookEvent] = []
    for first, journal, sequence, count in parts:
        low, high = sequence + max(0, after - first), sequence + min(count, size - first) - 1
        if journal == HOUSE:
            found += _of_house(store.entries(HOUSE, low, high), hook, first - sequence)
        elif journal not in OF_THE_HOUSE and "rounds" in hook.topics:
            found += _rounds(store, journal, (low, high), hook, first - sequence)
    looked = min(size, parts[-1][0] + parts[-1][3]) if parts else max(after, size)
    return found, looked


def _of_house(lines: Iterator[Entry], hook: WebhookNamed, offset: int) -> Iterator[WebhookEvent]:
    for entry in lines:
        topic, kind = OF_JOURNAL.get(entry.kind, ("", ""))
        made = entries.DECODERS[entry.kind].decode(entry.payload) if topic or entry.kind == "webhook_named" else None
        place = offset + entry.sequence
        if isinstance(made, WebhookNamed) and made == hook:
            data = {"webhook": hook.webhook, "topics": list(hook.topics)}
            yield WebhookEvent(_id(hook, place), NAMED, entry.time, place, data)
        elif topic in hook.topics and made is not None:
            yield WebhookEvent(_id(hook, place), kind, entry.time, place, msgspec.to_builtins(made))


def _rounds(
    store: Store, table: str, between: tuple[int, int], hook: WebhookNamed, offset: int
) -> Iterator[WebhookEvent]:
    sql = "SELECT * FROM rounds WHERE table_id = ? AND last BETWEEN ? AND ? ORDER BY last"
    with store.readers.reading() as reader:
        rows = reader.execute(sql, (table, *between)).fetchall()
    for row in rows:
        try:
            _, number, first, last, opened, closed, result, wagered, paid, void = store.sealer.unmarked("rounds", row)
        except Refused as refusal:  # nobody is told of a round that the house did not write
            log.error("%s", refusal.sentence)
            continue
        data = {"table": table, "round": number, "first": first, "last": last, "opened": opened, "closed": closed}
        data |= {"result": result, "wagered": wagered, "paid": paid, "void": bool(void)}
        yield WebhookEvent(_id(hook, offset + last), "round.ended", closed, offset + last, data)


def skipped(hook: WebhookNamed, first: int, last: int, now: str) -> WebhookEvent:
    """That what lies between two places of the log is too old to be sent."""
    return WebhookEvent(f"{hook.webhook}.skipped.{last}", SKIPPED, now, last, {"first": first, "last": last})


def _id(hook: WebhookNamed, place: int) -> str:
    return f"{hook.webhook}.{hook.serial}.{place}"


# --- signing


def secret(sealer: Sealer, hook: WebhookNamed) -> str:
    """The secret that signs what is sent to a webhook, derived from the house's own key, so that it is not stored."""
    return spoken_secret(_key(sealer, hook))


def _key(sealer: Sealer, hook: WebhookNamed) -> bytes:
    return key_of(sealer.token(f"webhook {hook.webhook} {hook.serial}"))


def headers(sealer: Sealer, hook: WebhookNamed, id: str, seconds: int, body: bytes) -> dict[str, str]:
    return signed(_key(sealer, hook), id, seconds, body)


def key_of(token: str) -> bytes:
    """The key in a code of the house."""
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))


def spoken_secret(key: bytes) -> str:
    return SECRET_PREFIX + base64.b64encode(key).decode()


def signed(key: bytes, id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The id, the time of this try, and the signature over both and the body."""
    signature = hmac.digest(key, f"{id}.{seconds}.".encode() + body, "sha256")
    return {
        "content-type": "application/json",
        HEAD_ID: id,
        HEAD_TIME: str(seconds),
        HEAD_SIGNATURE: f"v1,{base64.b64encode(signature).decode()}",
    }


def known_topics(topics: Collection[str]) -> tuple[str, ...]:
    return tuple(one for one in TOPICS if one in topics)
