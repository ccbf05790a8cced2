"""How a server is set up: by environment variables `FERROVIA_…` and an optional TOML file. See docs/server.md."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, get_type_hints

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "FERROVIA_"
FILE = "FERROVIA_SETTINGS"
"""The variable that names the TOML file."""


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
    log_level: str = "info"
    session_days: int = 60
    max_body: int = 64_000
    """Bytes of an ordinary request."""
    max_file: int = 4_000_000
    """Bytes of an imported game file."""
    bot_processes: int = 1
    """Processes in which bots think; 0: in threads of the server."""
    bot_pause: float = 0.25
    """Seconds a bot lets pass before it answers, so that people can follow."""
    live_games: int = 2_000
    """Games kept in memory by each process."""
    poll: float = 0.2
    """Seconds between looks for moves made through another process (SQLite)."""
    absent_days: int = 3
    """After so many days unseen, a person's consent to a substitution is not waited for."""
    rate_limits: bool = True

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
    return Settings(**{key: _typed(key, value) for key, value in values.items()}).with_defaults()


_TYPES: Mapping[str, type] = get_type_hints(Settings)


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = {f"{PREFIX}{field.name.upper()}": field.name for field in fields(Settings)}
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
}
_LOG_LEVELS = ("debug", "info", "warning", "error")
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
    if key == "database" and value and not _is_database(value):  # it may have a password in it: never shown
        raise BadSettings("setting database: it must be sqlite:///path or postgresql+psycopg://user:password@host/name")
    return value


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
