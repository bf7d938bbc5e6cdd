"""The difference between a view and the one before it on the same connection: unchanged fields are not sent again.

Offers are by far the largest part of a view, and while a round is played none of them is open. So the page remembers
them from one betting window to the next and uses them only while betting is open; only changed offers are sent.

What several viewers see alike is encoded once for all of them, and so is what changed in it (``Part``).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, zip_longest
from operator import attrgetter, is_not
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.house.protocol.message import Message
from pitboss.house.protocol.views import View, You
from pitboss.procedure import Offer

BETTING = "betting"
SPEAKS = "speak for seat"  # the right of those to whom the offers of every taken seat are shown
OfferKey = tuple[str, str, str]  # answer, wager, spot
_offer_key: Callable[[Offer], OfferKey] = attrgetter("says", "wager", "on")
YOURS = tuple(name for name in You.__struct_fields__ if name not in ("offers", "offers_at"))
_yours: Callable[[You], tuple[Any, ...]] = attrgetter(*YOURS)


class OffersChange(Message):
    """The offers of one seat that are new or changed, and those that are gone."""

    put: tuple[Offer, ...] = ()
    gone: tuple[OfferKey, ...] = ()


class Offers(tuple[Offer, ...]):
    """The offers of one seat, which know what is different from those before them.

    A layout has hundreds, of which a wager changes one or two: the others are the same objects as before, mostly at the same
    place. So what changed is found once, by which objects they are, and kept for whoever was told of those before.
    """

    before: "Offers | None" = None
    change: OffersChange | None = None

    @classmethod
    def of(cls, found: Sequence[Offer], before: "Offers | None" = None) -> "Offers":
        made = cls(found)
        if before is not None:
            made.before, made.change = before, _change_between(before, made)
            before.before = None  # or none of those before would ever be forgotten
        return made


def _change_between(before: Sequence[Offer], after: Sequence[Offer]) -> OffersChange | None:
    other, common = [*map(is_not, before, after)], min(len(before), len(after))
    was = {_offer_key(offer): offer for offer in (*compress(before, other), *before[common:])}
    now = {_offer_key(offer): offer for offer in (*compress(after, other), *after[common:])}
    put = tuple(now[key] for key in sorted(now) if was.get(key) != now[key])
    gone = tuple(sorted(was.keys() - now.keys()))
    return OffersChange(put, gone) if put or gone else None


def _changeable(name: str, view: type[msgspec.Struct], doc: str, **other: Any) -> type[msgspec.Struct]:
    """The same fields, each of which may be missing."""
    fields = [
        (field.name, other.get(field.name, field.type) | UnsetType, UNSET)
        for field in msgspec.structs.fields(view)
        if field.name != "offers_at"
    ]
    return msgspec.defstruct(name, fields, bases=(Message,), module=__name__, namespace={"__doc__": doc})


YouChange: Any = _changeable(
    "YouChange", You, "The changed fields of ``You``; offers by seat.", offers=dict[str, OffersChange]
)
ViewChange: Any = _changeable("ViewChange", View, "The changed fields of a view.", you=YouChange)


class Part:
    """Fields of a view as they are at one moment, encoded; nothing in it changes any more."""

    __slots__ = ("_bodies", "_changed", "fields")

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields
        self._bodies = {name: msgspec.json.encode(value) for name, value in fields.items()}
        self._changed: tuple[Part | None, dict[str, Any]] = (None, {})

    def since(self, before: "Part | None") -> Mapping[str, Any]:
        """The fields that were otherwise, or not there, in an earlier part with the same fields."""
        if before is None:
            return {name: msgspec.Raw(body) for name, body in self._bodies.items()}
        if self._changed[0] is not before:  # most viewers were told of the same moment before
            old = before._bodies
            changed = {name: msgspec.Raw(body) for name, body in self._bodies.items() if old[name] != body}
            self._changed = (before, changed)
        return self._changed[1]


class Parts(NamedTuple):
    """A view in parts, and the viewer. First what every viewer sees alike, then what those see alike who look with the same
    eyes, what is for staff only, what changes with the clock. Each part has the same fields at any moment."""

    parts: tuple[Part, ...]
    you: You

    def view(self) -> View:
        """The whole of it, with the offers in the order of their keys, in which both sides have them however they came."""
        you, fields = self.you, {name: value for part in self.parts for name, value in part.fields.items()}
        at = {seat: _in_order(offers) for seat, offers in you.offers_at.items()}
        return View(**fields, you=msgspec.structs.replace(you, offers=_in_order(you.offers), offers_at=at))


def _in_order(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    return tuple(sorted(offers, key=_offer_key))


class Difference:
    """Remembers what was last sent on one connection, and computes what to send next."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._parts: tuple[Part, ...] = ()
        self._yours: tuple[Any, ...] = (UNSET,) * len(YOURS)
        self._offers: dict[int, tuple[Offer, ...]] = {}

    def whole(self, parts: Parts) -> View:
        """The whole view, for the first message; it is remembered."""
        self._forget()
        self.since(parts)
        return parts.view()

    def since(self, now: Parts) -> Any:
        """The change from the last view to this one."""
        parts, you = now
        changed: dict[str, Any] = {}
        for part, before in zip_longest(parts, self._parts):
            if part is not before:
                changed |= part.since(before)
        self._parts, own, yours = parts, _yours(you), dict[str, Any]()
        if own != self._yours:
            both = zip(YOURS, own, self._yours, strict=True)
            yours, self._yours = {name: value for name, value, before in both if value != before}, own
        if parts[0].fields["phase"] == BETTING and (offers := self._offer_changes(you)):
            yours["offers"] = offers
        if yours:
            changed["you"] = yours
        return changed

    def _offer_changes(self, you: You) -> dict[str, OffersChange]:
        now = {int(seat): offers for seat, offers in you.offers_at.items()} if you.offers_at else {}
        if you.seat:
            now[you.seat] = you.offers
        found = {}
        for seat, offers in now.items():
            before = self._offers.get(seat, ())
            if before is not offers and (change := _offers_change(before, offers)) is not None:
                found[str(seat)] = change
        self._offers = now
        return found


def _offers_change(before: tuple[Offer, ...], after: tuple[Offer, ...]) -> OffersChange | None:
    if isinstance(after, Offers) and after.before is before:
        return after.change
    return _change_between(before, after)


class Follower:
    """The receiving side in Python: applies changes to a view. ``web/table/viewchanges.js`` does the same."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        you = view["you"]
        by_seat = {str(you["seat"]): you["offers"], **you["offers_at"]}
        self._offers = {seat: {_plain_key(offer): offer for offer in offers} for seat, offers in by_seat.items()}
        self.view = dict(view)

    def take(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """The view after a change."""
        yours = dict(change.get("you", {}))
        patches = yours.pop("offers", {})
        you = {**self.view["you"], **yours}
        self.view = {**self.view, **change, "you": you}
        speaks = self.view["follow"] and SPEAKS in you["may"]
        seats = [*self.view["racks"]] if speaks else [str(seat) for seat in you["seats"]]
        betting = self.view["phase"] == BETTING
        if betting:
            self._offers = {seat: _patched(self._offers.get(seat, {}), patches.get(seat, {})) for seat in seats}
        open_now = {seat: [*self._offers.get(seat, {}).values()] if betting else [] for seat in seats}
        you["offers"] = open_now.pop(str(you["seat"]), [])
        you["offers_at"] = open_now
        return self.view


def _plain_key(offer: Mapping[str, Any]) -> OfferKey:
    return offer["says"], offer.get("wager", ""), offer.get("on", "")


def _patched(offers: dict[OfferKey, Any], patch: Mapping[str, Any]) -> dict[OfferKey, Any]:
    gone = {tuple(key) for key in patch.get("gone", ())}
    left = {key: offer for key, offer in offers.items() if key not in gone}
    left |= {_plain_key(offer): offer for offer in patch.get("put", ())}
    return dict(sorted(left.items()))
