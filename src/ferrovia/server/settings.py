"""How a server is set up: by environment variables `FERROVIA_…` and an optional TOML file. See docs/server.md."""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "FERROVIA_"
FILE = "FERROVIA_SETTINGS"
"""The variable that names the TOML file."""
OTHERS = (FILE, "FERROVIA_LANG")
"""Variables that are no settings of the server."""


class BadSettings(ValueError):
    """A setting is unknown or has no usable value; the text says which."""


def _usual_database() -> str:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'ferrovia' / 'ferrovia.db'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set. A variable is `FERROVIA_` and the name in capitals; a key of the file is the name."""

    database: str = ""
    """`sqlite:///path` or `postgresql+psycopg://user:password@host/name`; empty: SQLite in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    """How many server processes share the port and the database."""
    address: str = ""
    """The public address, as `https://play.example.org`; https makes cookies secure."""
    trusted_proxies: str = ""
    """Addresses of proxies whose X-Forwarded-For and -Proto are believed, with commas; `*` for all."""
    metrics: str = ""
    """Where Prometheus finds the figures, as `127.0.0.1:9100`; empty: nowhere. Never on the public address."""
    log_level: str = "info"
    session_days: int = 60
    max_body: int = 64_000
    """Bytes of an ordinary request."""
    max_file: int = 4_000_000
    """Bytes of an imported game file."""
    bot_processes: int = 1
    """Processes in which bots think; 0: in threads of the server."""
    bots: str = "here"
    """`here`: bots answer in the server; `workers`: in processes of their own (`ferrovia bots`), on PostgreSQL."""
    bot_pause: float = 0.25
    """Seconds a bot lets pass before it answers, so that people can follow."""
    live_games: int = 2_000
    """Games kept in memory by each process."""
    poll: float = 0.2
    """Seconds between looks for moves made through another process (SQLite)."""
    absent_days: int = 3
    """After this many days unseen, a person's consent to a substitution is not waited for."""
    notice_hours: int = 24
    """So long a substitution waits for people who are absent, so that they can come back."""
    guest_days: int = 90
    """After this many days a guest who was not seen and is awaited in no running game is forgotten."""
    open_days: int = 30
    """After this many days a game that never began is removed."""
    analysis_days: int = 180
    """After this many days an imported game or a copy to try things out is removed."""
    max_games: int = 200
    """Games of one host that are not over; a guest has a fifth of this and of the next three."""
    max_analyses: int = 200
    """Imported games and copies of one person."""
    max_bots: int = 300
    """Seats of bots in games of one host that are not over."""
    max_megabytes: int = 500
    """Of logs, positions and chat of one host, and of their own notes."""
    max_entries: int = 20_000
    """Answers and steps back in the log of one game; from half of it on nothing is taken back any more."""
    day_people: int = 300
    """Guests and accounts that may be made in a day from one address, or one IPv6 /64; this and the next four grow
    with `limit_scale`."""
    day_games: int = 300
    """Games that may be made."""
    day_bots: int = 600
    """Seats that may be given to bots."""
    day_imports: int = 200
    """Games that may be imported or copied."""
    day_megabytes: int = 200
    """What imported games and copies, notes and chat may take."""
    redis: str = ""
    """Redis or Valkey, as `redis://host:6379/0`, where all processes count limits together; empty: each alone."""
    rate_limits: bool = True
    limit_scale: float = 1.0
    """Limits by address are this many times as wide: more where many people share one."""
    lines_per_address: int = 60
    """Live updates that may be open from one address, or one IPv6 /64."""
    connections_per_address: int = 200
    """Connections that each process accepts from one address; those of trusted proxies are not counted."""

    def with_defaults(self) -> "Settings":
        return self if self.database else replace(self, database=_usual_database())

    @property
    def secure(self) -> bool:
        return self.address.startswith("https://")


def load_settings(environment: Mapping[str, str] | None = None, **chosen: Any) -> Settings:
    """What was chosen on the command line, else in the environment, else in the file, else the usual."""
    environment = os.environ if environment is None else environment
    values = _from_file(environment.get(FILE)) | _from_environment(environment)
    values |= {key: value for key, value in chosen.items() if value is not None}
    found = Settings(**{key: _typed(key, value) for key, value in values.items()}).with_defaults()
    if found.bots == "workers" and not found.database.startswith("postgresql"):
        raise BadSettings("setting bots: workers need PostgreSQL, see the setting database")
    return found


def limits_in(settings: Settings) -> dict[str, Any]:
    """How much anybody may keep and do, and how long it is kept: as it is set now."""
    return {name: getattr(settings, name) for name in _TYPES if name in LIMITING}


def settings_of(file: str | None, **chosen: Any) -> Settings:
    """The same with a settings file named on the command line."""
    return load_settings({**os.environ, FILE: file} if file else None, **chosen)


LIMITING = frozenset(
    {
        *("session_days", "max_body", "max_file", "absent_days", "notice_hours"),
        *("guest_days", "open_days", "analysis_days", "max_games", "max_analyses", "max_bots", "max_megabytes"),
        "max_entries",
        *("day_people", "day_games", "day_bots", "day_imports", "day_megabytes"),
        *("rate_limits", "limit_scale", "lines_per_address", "connections_per_address"),
    }
)
_TYPES: Mapping[str, type] = get_type_hints(Settings)


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = {f"{PREFIX}{field.name.upper()}": field.name for field in fields(Settings)}
    unknown = [name for name in environment if name.startswith(PREFIX) and name not in (*names, *OTHERS)]
    if unknown:
        raise BadSettings(f"there is no setting {unknown[0]}; docs/server.md lists them")
    return {names[variable]: value for variable, value in environment.items() if variable in names}


def _from_file(path: str | None) -> dict[str, Any]:
    if not path:
        return {}
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadSettings(f"the settings file {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"the settings file {path} is no TOML: {error}") from None


_YES_NO = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


_LIMITS: Mapping[str, tuple[float, float]] = {
    "port": (1, 65_535),
    "workers": (1, 64),
    "session_days": (1, 36_500),
    "max_body": (1_000, 2**31 - 1),
    "max_file": (1_000, 2**31 - 1),
    "bot_processes": (0, 64),
    "bot_pause": (0, 3_600),
    "live_games": (1, 2**31 - 1),
    "poll": (0.01, 60),
    "absent_days": (0, 36_500),
    "notice_hours": (0, 8_760),
    "guest_days": (1, 36_500),
    "open_days": (1, 36_500),
    "analysis_days": (1, 36_500),
    "max_games": (1, 1_000_000),
    "max_analyses": (1, 1_000_000),
    "max_bots": (1, 1_000_000),
    "max_megabytes": (1, 1_000_000),
    "max_entries": (100, 2**31 - 1),
    "day_people": (1, 1_000_000),
    "day_games": (1, 1_000_000),
    "day_bots": (1, 1_000_000),
    "day_imports": (1, 1_000_000),
    "day_megabytes": (1, 1_000_000),
    "limit_scale": (0.1, 1_000),
    "lines_per_address": (1, 100_000),
    "connections_per_address": (1, 100_000),
}
_LOG_LEVELS = ("debug", "info", "warning", "error")
_BOTS = ("here", "workers")
_REDIS = ("redis", "rediss", "unix")
_DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql", "postgresql+psycopg")


def _typed(key: str, value: Any) -> Any:
    """A value as its setting needs it; says what it should be where it cannot."""
    if key not in _TYPES:
        raise BadSettings(f"there is no setting {key!r}; there are {', '.join(_TYPES)}")
    kind = _TYPES[key]
    if type(value) is not kind:
        value = _converted(key, value, kind)
    low, high = _LIMITS.get(key, (0, 0))
    if key in _LIMITS and not low <= value <= high:
        raise BadSettings(f"setting {key}: {value} is not in the range {low} to {high}")
    if key == "log_level" and value.lower() not in _LOG_LEVELS:
        raise BadSettings(f"setting log_level: {value!r} is none of {', '.join(_LOG_LEVELS)}")
    if key == "bots" and value not in _BOTS:
        raise BadSettings(f"setting bots: {value!r} is none of {', '.join(_BOTS)}")
    if key == "redis" and value and urlsplit(value).scheme not in _REDIS:  # neither is this, for the same reason
        raise BadSettings("setting redis: it must be redis://host:6379/0, rediss://… or unix://path")
    if key == "database" and value and not _is_database(value):  # it may have a password in it: never shown
        raise BadSettings("setting database: it must be sqlite:///path or postgresql+psycopg://user:password@host/name")
    if key in _SHAPES and value and not _SHAPES[key][0](value):
        raise BadSettings(f"setting {key}: {value!r} is not {_SHAPES[key][1]}")
    return value


def _is_address(value: str) -> bool:
    parts = urlsplit(value)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")


def _are_proxies(value: str) -> bool:
    return value == "*" or all(_is_network(part.strip()) for part in value.split(","))


def _is_network(value: str) -> bool:
    try:
        ip_network(value, strict=False)
    except ValueError:
        return False
    return True


def _is_place(value: str) -> bool:
    host, _, port = value.rpartition(":")
    return bool(host) and port.isdigit() and 0 < int(port) < 65_536


_SHAPES: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "address": (_is_address, "an address as https://play.example.org"),
    "trusted_proxies": (_are_proxies, "a list of IP addresses or networks, or *"),
    "metrics": (_is_place, "a host and a port as 127.0.0.1:9100"),
}


def _converted(key: str, value: Any, kind: type) -> Any:
    try:
        if isinstance(value, bool):  # Python would take true for 1
            raise ValueError
        return _YES_NO[str(value).lower()] if kind is bool else kind(value)
    except (ValueError, TypeError, KeyError):
        raise BadSettings(f"setting {key}: {value!r} is no {kind.__name__}") from None


def _is_database(url: str) -> bool:
    try:
        return make_url(url).drivername in _DRIVERS
    except (ArgumentError, ValueError):
        return False
