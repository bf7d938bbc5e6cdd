"""The settings of ``pitboss serve``, in one place: what there is, what it may be, and which of several values counts.

An option of the command counts before a variable of the environment (``PITBOSS_PORT``), that before the settings file, the file
before the default. Nothing is merged: a list that is given replaces the one below it. Secrets are no settings; a setting names
the file that holds one. What one client may take is the table ``[limits]`` of the file, ``PITBOSS_LIMITS_SOCKETS`` and so on.
"""

import ipaddress
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec

from pitboss.house.storage.dialect import is_address
from pitboss.house.wire.limits import ClientLimits
from pitboss.procedure import Refusal, Refused
from pitboss.toml_text import NotToml, read_toml

ENVIRONMENT = "PITBOSS_"
FILE_VARIABLE = "PITBOSS_SETTINGS"
DEFAULT = "default"
NO_FILE = "none"  # of a house whose record no file cosigns
PATHS = (
    "floor",
    "database",
    "files",
    "metrics_token_file",
    "witness_file",
    "alarm_mail_password_file",
)  # in a file: from the folder of that file
TRUTH = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class ServeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a house is opened."""

    floor: str = ""
    database: str = "pitboss.db"
    files: str = "pitboss-files"
    processes: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    address: str = ""
    standby: Literal["wait", "go-on"] = "wait"
    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    names: tuple[str, ...] = ()
    url: str = ""
    trusted_proxies: tuple[str, ...] = ()
    holder: str = ""
    apply: bool = False
    demo: bool = False
    registration: Literal["demo", "yes", "no"] = "demo"
    log: Literal["text", "json"] = "text"
    metrics_token_file: str = ""
    webhook_addresses: tuple[str, ...] = ()
    alarm_addresses: tuple[str, ...] = ()
    alarm_mail_to: tuple[str, ...] = ()
    alarm_mail_from: str = ""
    alarm_mail_server: str = ""
    alarm_mail_user: str = ""
    alarm_mail_password_file: str = ""
    witness_file: str = ""
    witness_of: tuple[str, ...] = ()
    limits: ClientLimits = ClientLimits()

    def cosigning_file(self) -> Path | None:
        """The file that cosigns the record: beside the database, or in the folder of ``files``, where nothing else is said."""
        if self.witness_file == NO_FILE:
            return None
        beside = Path(self.files) / "house" if is_address(self.database) else Path(self.database)
        return Path(self.witness_file) if self.witness_file else beside.with_name(beside.name + ".witness")


LIMITS = "limits"
OPTIONS = {
    "names": "name",
    "trusted_proxies": "trusted-proxy",
    "webhook_addresses": "webhook-address",
    "alarm_addresses": "alarm-address",
    "witness_of": "witness-of",
}
_LIMIT = {float: Annotated[float, msgspec.Meta(gt=0)], int: Annotated[int, msgspec.Meta(ge=1)]}
# every setting by its name, and every limit as "limits.sockets"
KINDS: dict[str, Any] = get_type_hints(ServeSettings, include_extras=True)
del KINDS[LIMITS]
KINDS |= {f"{LIMITS}.{name}": _LIMIT[kind] for name, kind in get_type_hints(ClientLimits).items()}
EXPECTED = {
    "port": "a whole number from 0 to 65535",
    "processes": "a whole number from 1 to 64",
    "address": "a host and a port, such as 10.0.0.5:7600",
    "standby": "wait or go-on",
    "log": "text or json",
    "names": "a list of host names",
    "trusted_proxies": "a list of addresses or networks",
    "webhook_addresses": "a list of addresses such as https://example.org/hooks",
    "alarm_addresses": "a list of addresses such as https://example.org/alarms",
    "alarm_mail_to": "a list of mail addresses",
    "witness_of": "a list of addresses such as https://house.example",
    "apply": "true or false",
    "demo": "true or false",
    "registration": "demo, yes or no",
}


class Resolved(msgspec.Struct, frozen=True):
    """The settings that count, and where each comes from."""

    settings: ServeSettings
    sources: dict[str, str]

    def lines(self) -> list[str]:
        """A line for each setting: name, value, source."""
        width = max(map(len, KINDS))
        values = {name: _without_password(_spoken(self._value(name))) for name in KINDS}
        room = max(map(len, values.values()))
        return [f"{name:{width}}  {values[name]:{room}}  {self.sources[name]}" for name in KINDS]

    def facts(self) -> dict[str, dict[str, Any]]:
        """Each setting with its value and its source."""
        return {
            name: {
                "value": _without_password(value) if isinstance(value := self._value(name), str) else value,
                "source": self.sources[name],
            }
            for name in KINDS
        }

    def _value(self, name: str) -> Any:
        table, _, limit = name.rpartition(".")
        return getattr(self.settings.limits if table else self.settings, limit)


def resolve(given: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> Resolved:
    """The settings that count. ``given`` are the options of the command; None: not given."""
    found: dict[str, Any] = {}
    sources = dict.fromkeys(KINDS, DEFAULT)
    named = file if file is not None else Path(environment[FILE_VARIABLE]) if environment.get(FILE_VARIABLE) else None
    if named is not None:
        for name, value in _in_file(named).items():
            found[name], sources[name] = _checked(name, value, f"{named}"), str(named)
    for name in KINDS:
        variable = ENVIRONMENT + name.upper().replace(".", "_")
        if variable in environment:
            value = _from_text(name, environment[variable])
            found[name], sources[name] = _checked(name, value, variable), variable
        if given.get(name) is not None:
            option = "--" + OPTIONS.get(name, name.replace("_", "-"))
            source = "the argument FLOOR.toml" if name == "floor" else option
            found[name], sources[name] = _checked(name, given[name], source), source
    limits = {name.partition(".")[2]: found.pop(name) for name in list(found) if "." in name}
    settings = ServeSettings(**found, limits=ClientLimits(**limits))
    _check_mail(settings)
    return Resolved(settings, sources)


def _check_mail(settings: ServeSettings) -> None:
    """Whoever is to get mail gets it from somewhere."""
    if not settings.alarm_mail_to:
        return
    from pitboss.house.alarms.sending import mail_server

    mail_server(settings.alarm_mail_server)
    for one in (settings.alarm_mail_from, *settings.alarm_mail_to):
        name, _, domain = one.rpartition("@")
        if not (name and domain and one.isascii() and one.isprintable()) or set(one) & set(' ,;<>"'):
            raise _refused(f"alarm_mail_from and alarm_mail_to: expected addresses like ops@example.org, not {one!r}.")


def _in_file(path: Path) -> dict[str, Any]:
    try:
        found = read_toml(path.read_text(encoding="utf-8-sig"))
    except NotToml as error:
        raise _refused(f"{path} is not TOML: {error}.") from None
    limits = found.pop(LIMITS, {})
    if not isinstance(limits, dict):
        raise _refused(f"{path}: limits are a table, [limits], not {limits!r}.")
    for name in found | {f"{LIMITS}.{name}": None for name in limits}:
        if name not in KINDS or (name in found and "." in name):
            raise _refused(f"{path} has {name!r}, which is no setting; there are: {', '.join(KINDS)}.")
    for name in PATHS:
        if isinstance(found.get(name), str) and found[name] not in ("", NO_FILE) and "://" not in found[name]:
            found[name] = str(path.parent / found[name])
    return found | {f"{LIMITS}.{name}": value for name, value in limits.items()}


def _from_text(name: str, text: str) -> Any:
    """A variable of the environment as what it means: lists have commas, an empty one is an empty list."""
    kind = KINDS[name]
    if kind is bool:
        return TRUTH.get(text.lower(), text)
    if kind == tuple[str, ...]:
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind is not str and get_origin(kind) is not Literal:
        with suppress(ValueError):
            return int(text) if text.isdecimal() else float(text)
    return text


def _checked(name: str, value: Any, source: str) -> Any:
    try:
        found = msgspec.convert(value, KINDS[name])
    except msgspec.ValidationError:
        expected = "a number above 0" if name.startswith(LIMITS) else EXPECTED.get(name, "text")
        raise _refused(f"{name} in {source}: expected {expected}, not {value!r}.") from None
    if name == "trusted_proxies":
        for one in found:
            _check_network(one, source)
    if name in ("webhook_addresses", "alarm_addresses"):
        for one in found:
            _check_address(one, name, source)
    if name == "witness_of":
        for one in found:
            _check_house(one, source)
    if name == "url" and found and (urlsplit(found).scheme not in ("http", "https") or not urlsplit(found).netloc):
        raise _refused(f"url in {source}: expected an address such as https://house.example, not {found!r}.")
    return found


def _check_network(one: str, source: str) -> None:
    """Everyone is not a proxy: whoever is trusted says who the others are."""
    try:
        network = ipaddress.ip_network(one)
    except ValueError:
        raise _refused(
            f"trusted_proxies in {source}: expected an address or a network such as 10.0.0.0/8, not {one!r}."
        ) from None
    if network.prefixlen == 0:
        raise _refused(f"trusted_proxies in {source}: {one} is everyone; name the addresses of your proxies.")


def _check_address(one: str, name: str, source: str) -> None:
    from pitboss.house.webhooks.sending import is_plain

    if not is_plain(one):
        raise _refused(
            f"{name} in {source}: expected an address such as https://example.org/hooks, without a password or a "
            f"query (http only at this machine), not {one!r}."
        )


def _check_house(one: str, source: str) -> None:
    from pitboss.house.witnessing import address_parts

    try:
        address_parts(one)
    except Refused as refused:
        raise _refused(f"witness_of in {source}: {refused.sentence}") from None


def _without_password(text: str) -> str:
    """The address of a database is shown without its password."""
    if not is_address(text):
        return text
    try:
        from pitboss.house.storage.postgres import shown
    except ModuleNotFoundError:  # nothing here can tell the password from the rest
        return f"{text.partition('://')[0]}://…"
    return shown(text)


def _spoken(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value != "" else "none"


def _refused(sentence: str) -> Refused:
    return Refused(Refusal.MALFORMED, sentence, "")
