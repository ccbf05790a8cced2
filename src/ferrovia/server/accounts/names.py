"""Names and passwords: what people may call themselves, and what is too easy to guess."""

import re
import unicodedata
from pathlib import Path

from ferrovia.server.errors import Fault
from ferrovia.server.texts import printable, without_controls

ALIKE = str.maketrans(
    {
        # digits and letters that are drawn alike
        "0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "3": "e", "4": "a", "5": "s", "$": "s", "7": "t", "8": "b",
        # Cyrillic
        "а": "a", "в": "b", "е": "e", "ѕ": "s", "і": "l", "ї": "l", "ј": "j", "к": "k", "м": "m", "н": "h", "о": "o",
        "р": "p", "с": "c", "т": "t", "у": "y", "х": "x", "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h",
        # Greek
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "l", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "u",
        "χ": "x", "γ": "y",
        # Latin with a bar or without a dot
        "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "l", "ɡ": "g", "ɑ": "a",
    }
)  # fmt: skip

COMMON = frozenset(Path(__file__).with_name("common_passwords.txt").read_text("utf-8").split())
"""What is tried first, in the languages of our players."""
LONGEST = 24
"""Letters of a name, as it is stored."""
LONGEST_FOLDED = 80
"""The same once it is folded: a single sign may stand for a whole sentence."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
)


def tidy(name: str) -> str:
    """A name without control characters and superfluous space; refuses what leaves nothing to read."""
    plain = " ".join(without_controls(unicodedata.normalize("NFC", name)).split())
    if not plain:
        raise Fault("bad-request", "name-empty")
    return plain


def new_name(name: str) -> str:
    """A name as somebody may call themselves from now on: there is something of it to be seen, and it covers nothing
    else. Whoever signs in is only looked for by `tidy`, for accounts are older than this."""
    plain = printable("".join(c for c in tidy(name) if c not in BLANK)).strip()
    if not any(unicodedata.category(c)[0] in "LNS" for c in plain):
        raise Fault("bad-request", "name-empty")
    if len(plain) > LONGEST:  # composed letters that Unicode takes apart grow
        raise Fault("bad-request", "name-long", most=LONGEST)
    return plain


def folded(name: str) -> str:
    """Names that differ in capitals only are one account."""
    return unicodedata.normalize("NFKC", tidy(name)).casefold()


def account_of(name: str) -> tuple[str, str]:
    """The name of a new account, folded, and what it looks like."""
    account, look = folded(name), look_of(name)
    if max(len(account), len(look)) > LONGEST_FOLDED:
        raise Fault("bad-request", "name-long", most=LONGEST)
    return account, look


def look_of(name: str) -> str:
    """What a glance sees of a name: without accents and spaces, and letters that are drawn alike are one."""
    parts = unicodedata.normalize("NFKD", folded(name)).casefold()
    letters = "".join(c for c in parts if not unicodedata.combining(c) and not c.isspace() and c not in "._-·'’")
    return letters.translate(ALIKE).replace("rn", "m").replace("vv", "w")


def refuse_weak(password: str, name: str) -> None:
    """A password that is tried first by whoever guesses is none."""
    plain = password.casefold()
    if plain in COMMON or _is_a_pattern(plain) or _is_like(plain, name):
        raise Fault("bad-request", "weak-password")


def _is_a_pattern(plain: str) -> bool:
    if re.fullmatch(r"(.{1,4})\1+", plain):  # the same again and again
        return True
    return any(plain in row or plain in row[::-1] for row in ROWS)


def _is_like(plain: str, name: str) -> bool:
    own, given = look_of(name), look_of(plain) if plain.strip() else ""
    return len(own) >= 3 and own in given and len(given) - len(own) <= 4
