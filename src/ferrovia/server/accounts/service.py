"""Who is who: guests, accounts, sessions and tokens. Secrets are stored as digests only."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from ferrovia.server.accounts import store
from ferrovia.server.accounts.names import account_of, folded, look_of, new_name, refuse_weak, tidy
from ferrovia.server.clock import DAY, moment, now
from ferrovia.server.database import Database, Row, Taken
from ferrovia.server.errors import Fault
from ferrovia.server.limits import Limiter
from ferrovia.server.schema import NewToken, Scope, Token, User

SEEN_EVERY = 600_000
"""Milliseconds after which somebody's visit is noted again."""
REMEMBERED = 20_000
FRESH = 5.0
"""Seconds for which a session found in the database is believed: another process may have ended it."""
HASHING_AT_ONCE = 2
"""Each takes 64 MiB and a core for some hundredth of a second."""
MAX_TOKENS = 50
LONGEST_LABEL = 60
SESSION = "session"
"""The name of the cookie."""
TOKEN = "token"


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever sends a request: by session, or by token with its scopes."""

    id: str
    name: str
    guest: bool
    scopes: frozenset[Scope] | None = None

    def user(self) -> User:
        return User(id=self.id, name=self.name, guest=self.guest)


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


class Accounts:
    def __init__(self, database: Database, limiter: Limiter, *, session_days: int) -> None:
        self._database = database
        self._limiter = limiter
        self._session_days = session_days
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self._known: OrderedDict[tuple[str, str], tuple[float, Person]] = OrderedDict()

    # Who is this?

    async def who(self, kind: str, secret: str) -> Person | None:
        """Whose session or token this is."""
        found = self._known.get((kind, secret))
        if found is not None and monotonic() - found[0] < FRESH:
            return found[1]
        return await (self._by_session(secret) if kind == SESSION else self._by_token(secret))

    async def _by_session(self, secret: str) -> Person | None:
        at = now()
        row = await self._database.look_up(store.USER_OF_SESSION, digest(secret))
        if row is None:
            return None
        await self._note_visit(row, at)
        return self._remember(SESSION, secret, _person(row))

    async def _by_token(self, secret: str) -> Person | None:
        at = now()
        row = await self._database.glance(lambda c: store.user_of_token(c, digest(secret)))
        if row is None:
            return None
        await self._note_visit(row, at)
        if row["used"] is None or at - row["used"] > SEEN_EVERY:
            token: str = row["token"]
            await self._database.write(lambda c: store.mark_token_used(c, token, at=at))
        return self._remember(TOKEN, secret, _person(row, row["scopes"].split()))

    async def _note_visit(self, row: Row, at: int) -> None:
        user: str = row["id"]
        if at - row["seen"] > SEEN_EVERY:
            await self._database.write(lambda c: store.change_user(c, user, seen=at))

    def _remember(self, kind: str, secret: str, person: Person) -> Person:
        self._known[kind, secret] = monotonic(), person
        self._known.move_to_end((kind, secret))
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return person

    def _forget(self, user: str) -> None:
        for key in [key for key, (_, person) in self._known.items() if person.id == user]:
            del self._known[key]

    # Coming and going.

    async def guest(self, name: str, *, address: str) -> tuple[Person, str]:
        """A guest with a name, and the secret of a new session."""
        await self._limiter.spend("guest", address)
        name = new_name(name)
        await self._refuse_taken(name)
        await self._limiter.spend("day-people", address)
        person = Person(secrets.token_hex(8), name, guest=True)
        at = now()
        await self._database.write(lambda c: store.add_user(c, id=person.id, name=name, created=at, seen=at))
        return person, await self._open_session(person)

    async def register(
        self, name: str, password: str, *, me: Person | None, session: str, address: str
    ) -> tuple[Person, str]:
        """A new account; a guest who registers keeps his games."""
        await self._limiter.spend("register", address)
        name = new_name(name)
        account, look = account_of(name)
        refuse_weak(password, name)
        await self._refuse_taken(name)
        guest = me if me is not None and me.guest else None
        if guest is None:
            await self._limiter.spend("day-people", address)
        hashed = await self._hash(password)
        person = Person(guest.id if guest else secrets.token_hex(8), name, guest=False)
        values = {
            "name": name,
            "account": account,
            "look": look,
            "password": hashed,
            "seen": now(),
        }

        def carry_out(connection: sa.Connection) -> None:
            if not store.is_free(connection, look):  # somebody was quicker with a name that looks like it
                raise Fault("conflict", "name-taken", name=name)
            if guest:
                _still_signed_in(connection, guest, session)
                store.change_user(connection, guest.id, **values)
                store.end_sessions_of(connection, guest.id)
                store.end_tokens_of(connection, guest.id)
                store.rename_in_seats(connection, guest.id, old=guest.name, new=name)
            else:
                store.add_user(connection, id=person.id, created=values["seen"], **values)

        try:
            await self._database.write(carry_out)
        except Taken:
            raise Fault("conflict", "name-taken", name=name) from None
        self._forget(person.id)
        return person, await self._open_session(person)

    async def login(self, name: str, password: str, *, address: str) -> tuple[Person, str]:
        account = folded(name)
        await self._limiter.spend("login-address", address)
        await self._limiter.spend("login-name", f"{account} {address}")  # elsewhere the owner still gets in
        row = await self._database.read(lambda c: store.user_by_account(c, account))
        if not await self._matches(row["password"] if row else None, password) or row is None:
            raise Fault("not-signed-in", "wrong-password")
        if row["banned"] is not None:
            raise Fault("not-allowed", "banned")
        person = _person(row)
        return person, await self._open_session(person, proved=row["password"])

    async def logout(self, secret: str) -> None:
        self._known.pop((SESSION, secret), None)
        await self._database.write(lambda c: store.end_session(c, digest(secret)))

    async def logout_everywhere(self, person: Person) -> None:
        """Ends all sessions and tokens of a person."""

        def carry_out(connection: sa.Connection) -> None:
            store.end_sessions_of(connection, person.id)
            store.end_tokens_of(connection, person.id)

        await self._database.write(carry_out)
        self._forget(person.id)

    async def change_password(self, person: Person, old: str, new: str, *, session: str, address: str) -> None:
        """Whoever knew the old password, or came in with it elsewhere, is out; the session that changes it stays."""
        if person.guest:
            raise Fault("not-allowed", "guest-password")
        proved = await self._prove(person, old, address=address)
        refuse_weak(new, person.name)
        hashed = await self._hash(new)

        def carry_out(connection: sa.Connection) -> bool:
            if not store.replace_password(connection, person.id, old=proved, new=hashed):
                return False
            store.end_sessions_of(connection, person.id, but=digest(session))
            store.end_tokens_of(connection, person.id)
            return True

        if not await self._database.write(carry_out):  # somebody was quicker: the old password is another one now
            raise Fault("not-allowed", "wrong-old-password")
        self._forget(person.id)

    async def _prove(self, person: Person, password: str, *, address: str) -> str:
        """Refuses whoever does not know the password of the account they are signed in to, and guesses no more often
        than somebody who signs in; the stored hash otherwise."""
        await self._limiter.spend("login-address", address)
        await self._limiter.spend("login-name", f"{folded(person.name)} {address}")
        row = await self._database.read(lambda c: store.user_by_id(c, person.id))
        if row is None or not await self._matches(row["password"], password):
            raise Fault("not-allowed", "wrong-old-password")
        return row["password"]

    async def delete(self, person: Person, password: str | None, *, session: str, address: str) -> None:
        """An account goes only with its password; what it played stays, under nobody's name."""
        if not person.guest:
            await self._prove(person, password or "", address=address)

        def carry_out(connection: sa.Connection) -> None:
            _still_signed_in(connection, person, session)
            store.delete_user(connection, person.id)

        await self._database.write(carry_out)
        self._forget(person.id)

    async def _refuse_taken(self, name: str) -> None:
        """Nobody may come under the name of an account, or one that looks like it."""
        look = look_of(name)
        if await self._database.read(lambda c: store.user_by_look(c, look)) is not None:
            raise Fault("conflict", "name-taken", name=name)

    async def _open_session(self, person: Person, *, proved: str | None = None) -> str:
        """`proved` is the hash of the password by which somebody comes in: it may have been replaced, or the person
        banned, while theirs was compared with it."""
        secret = secrets.token_urlsafe(32)
        at = now()
        expires = at + self._session_days * DAY

        def carry_out(connection: sa.Connection) -> None:
            if proved is not None and not store.lets_in(connection, person.id, proved):
                raise Fault("not-signed-in", "wrong-password")
            store.end_old_sessions(connection, at=at)
            store.add_session(connection, digest=digest(secret), user=person.id, created=at, expires=expires)

        await self._database.write(carry_out)
        self._remember(SESSION, secret, person)
        return secret

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _matches(self, hashed: str | None, password: str) -> bool:
        """Takes as long for an unknown name as for a wrong password."""
        if hashed is None:
            await self._hash(password)
            return False
        try:
            async with self._hashing:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
        except VerificationError:
            return False

    # Tokens.

    async def tokens(self, person: Person) -> list[Token]:
        rows = await self._database.read(lambda c: store.tokens_of(c, person.id))
        return [
            Token(
                id=row["id"],
                label=row["label"],
                scopes=row["scopes"].split(),
                created=moment(row["created"]),
                used=moment(row["used"]) if row["used"] else None,
            )
            for row in rows
        ]

    async def new_token(self, person: Person, label: str, scopes: Iterable[Scope], *, session: str) -> NewToken:
        await self._limiter.spend("token", person.id)
        label = tidy(label)[:LONGEST_LABEL]
        secret, identity, at = secrets.token_urlsafe(32), secrets.token_hex(8), now()
        granted = sorted(set(scopes))

        def carry_out(connection: sa.Connection) -> None:
            _still_signed_in(connection, person, session)
            if len(store.tokens_of(connection, person.id)) >= MAX_TOKENS:
                raise Fault("conflict", "tokens-full", most=MAX_TOKENS)
            store.add_token(
                connection,
                id=identity,
                digest=digest(secret),
                user=person.id,
                label=label,
                scopes=" ".join(granted),
                created=at,
            )

        await self._database.write(carry_out)
        return NewToken(id=identity, label=label, scopes=granted, created=moment(at), used=None, token=secret)

    async def delete_token(self, person: Person, token: str) -> None:
        if not await self._database.write(lambda c: store.delete_token(c, person.id, token)):
            raise Fault("not-found", "no-such-token")
        self._forget(person.id)


def _still_signed_in(connection: sa.Connection, person: Person, session: str) -> None:
    """For what outlasts a session: one that has just ended, here or through another process, is believed for some
    seconds, and in these nobody may make a token of it, or an account of somebody else."""
    if not store.holds_session(connection, person.id, digest(session)):
        raise Fault("not-signed-in", "sign-in-first")


def _person(row: Row, scopes: Iterable[Scope] | None = None) -> Person:
    granted = None if scopes is None else frozenset(scopes)
    return Person(row["id"], row["name"], row["account"] is None, granted)
