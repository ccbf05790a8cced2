"""A game as its lobby card shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import structlog

import ferrovia
from ferrovia import Title, find_title
from ferrovia.model.message import Message
from ferrovia.server.clock import moment
from ferrovia.server.database import Row
from ferrovia.server.encoding import decode
from ferrovia.server.games.seats import Seat, names_of, people_of
from ferrovia.server.lobby.rows import alone_at
from ferrovia.server.schema import GameInfo, Origin, SeatInfo, Substitution
from ferrovia.server.words import plain_words, title_words
from ferrovia.text import Words

LOG = structlog.get_logger("ferrovia.lobby")

_read_options = msgspec.json.Decoder(dict[str, str]).decode


class Wish(msgspec.Struct, frozen=True):
    """Somebody's request that a seat be played by a bot or by another person."""

    seat: str
    by: str
    user: str
    name: str
    bot: str | None
    agreed: tuple[str, ...] = ()
    at: int = 0
    """When it was asked."""


def wish_of(row: Row) -> Wish | None:
    return msgspec.json.decode(row["substitution"], type=Wish) if row["substitution"] else None


def game_info(row: Row, seats: Sequence[Seat], user: str | None, language: str, *, archived: bool = False) -> GameInfo:
    """The card for a reader: what is theirs is marked. A game that cannot be read has a card that says so."""
    try:
        title = find_title(row["title"])
        told = _Told.of(row, seats, title, title_words(title, language))
    except Exception as error:  # another release, or a damaged row: whatever is wrong with it, the list goes on
        LOG.warning("a game cannot be read", game=row["id"], error=type(error).__name__)
        told = _Told.unreadable(row, seats, plain_words(language))
    return _card(row, seats, user, told, archived=archived)


@dataclass(frozen=True, slots=True)
class _Told:
    """What of a card needs the title's words, or what is stored as text."""

    title: str
    names: dict[str, str]
    options: dict[str, str]
    course: str
    winners: list[str]
    substitution: Substitution | None
    former: str
    readable: bool = True

    @staticmethod
    def of(row: Row, seats: Sequence[Seat], title: Title, words: Words) -> "_Told":
        names = names_of(seats, words)
        return _Told(
            title=title.name,
            names=names,
            options=_read_options(row["options"]),
            course=_course(row, words),
            winners=[names[seat] for seat in decode(row["winners"])],
            substitution=_substitution(row, seats),
            former=words.ui("server.former-player"),
        )

    @staticmethod
    def unreadable(row: Row, seats: Sequence[Seat], words: Words) -> "_Told":
        return _Told(
            title=row["title"],
            names={seat.seat: seat.name or seat.seat for seat in seats},
            options={},
            course=words.ui("server.unreadable"),
            winners=[],
            substitution=None,
            former=words.ui("server.former-player"),
            readable=False,
        )


def _card(row: Row, seats: Sequence[Seat], user: str | None, told: _Told, *, archived: bool) -> GameInfo:
    mine = {seat.seat for seat in seats if user is not None and seat.user == user}
    host = user is not None and row["host"] == user
    return GameInfo(
        id=row["id"],
        title=row["title"],
        title_name=told.title,
        status=row["status"],
        created=moment(row["created"]),
        updated=moment(row["updated"]),
        host=row["host_name"] or told.former,
        you_host=host,
        description=row["description"],
        options=told.options,
        profile=told.options.get("profile", "rulebook"),
        public=row["public"],
        hotseat=row["hotseat"],
        draw_seats=row["draw_seats"],
        seats=[
            SeatInfo(seat=s.seat, kind=s.kind, name=told.names[s.seat], bot=s.bot, you=s.seat in mine) for s in seats
        ],
        seq=row["seq"],
        asked=row["asked"],
        waiting_for_me=row["asked"] in mine,
        course=told.course,
        readable=told.readable,
        winners=told.winners,
        invite=row["invite"] if host or mine else None,
        substitution=told.substitution,
        analysis=row["analysis"],
        origin=_origin(row) if host or row["origin_public"] else None,  # a game by invitation is none to strangers
        pace=row["pace"],
        hints=row["hints"],
        archived=archived,
        removable=user is not None and alone_at(row, seats, user),
    )


def _origin(row: Row) -> Origin | None:
    if row["origin"] is None:
        return None
    name = row["origin_description"] or _name_of(row["origin_title"])
    return Origin(game=row["origin"], seq=row["origin_seq"], name=name)


def _name_of(title: str | None) -> str | None:
    known = {one.id: one.name for one in ferrovia.titles()}
    return known.get(title, title) if title is not None else None


def _course(row: Row, words: Words) -> str:
    if row["course"] is None:
        return words.ui("server.not-begun-yet")
    key, params = decode(row["course"])
    return words.stop(Message(key, params))


def _substitution(row: Row, seats: Sequence[Seat]) -> Substitution | None:
    wish = wish_of(row)
    if wish is None:
        return None
    return Substitution(
        seat=wish.seat,
        by="bot" if wish.by == "bot" else "person",
        name=wish.name,
        bot=wish.bot,
        since=moment(wish.at),
        agreed=[s.seat for s in seats if s.user in wish.agreed],
        waiting=[s.seat for s in seats if s.user in people_of(seats) - {wish.user, *wish.agreed}],
    )
