"""What travels over HTTP: the shapes of every request and answer. The web client's types are made from these."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from ferrovia.model.view import Layout, View

Name = Annotated[str, Meta(min_length=1, max_length=24, description="A name people see, 1 to 24 characters.")]
Password = Annotated[str, Meta(min_length=8, max_length=200, description="8 to 200 characters.")]
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1, description="A position of a game: how many changes led to it.")]
SeatId = Annotated[str, Meta(pattern=r"^p[1-9][0-9]?$", description="A seat: p1, p2, …")]
Scope = Literal["read", "play"]
Status = Literal["open", "running", "finished"]
Pace = Literal["live", "days"]
Description = Annotated[str, Meta(max_length=200)]
Params = dict[str, Any]


class Asked(Struct, forbid_unknown_fields=True, kw_only=True):
    """What somebody sends: unknown fields are refused."""


class Told(Struct, kw_only=True):
    """What the server answers: every field is always there."""


# ------------------------------------------------------------------------------------------------------------- errors


class Problem(Told):
    """Why a request was not carried out."""

    error: Literal[
        "bad-request",
        "not-signed-in",
        "not-allowed",
        "not-found",
        "conflict",
        "too-large",
        "refused",
        "too-many",
        "unavailable",
        "failed",
    ]
    message: str
    """A sentence for people, in the language asked for."""


class RefusedProblem(Told):
    """An action the rules do not allow, with the paragraph that forbids it."""

    error: Literal["refused"]
    message: str
    rule: str
    paragraph: str
    heading: str


# ------------------------------------------------------------------------------------------------------------- people


class User(Told):
    id: str
    name: str
    guest: bool


class Me(Told):
    """Who is signed in; the `csrftoken` cookie is set when this is asked for."""

    user: User | None


class GuestRequest(Asked):
    name: Name


class RegisterRequest(Asked):
    name: Name
    password: Password


class LoginRequest(Asked):
    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=200)]


class PasswordRequest(Asked):
    old: Annotated[str, Meta(max_length=200)]
    new: Password


class DeleteMeRequest(Asked):
    password: Annotated[str, Meta(max_length=200)] | None = None


class TokenRequest(Asked):
    label: Annotated[str, Meta(min_length=1, max_length=60)]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)]


class Token(Told):
    id: str
    label: str
    scopes: list[Scope]
    created: datetime
    used: datetime | None


class Tokens(Told):
    tokens: list[Token]


class NewToken(Token):
    """The secret is shown this once and kept nowhere."""

    token: str


# ------------------------------------------------------------------------------------------------------------- titles


class Choice(Told):
    value: str
    label: str


class TitleOption(Told):
    """A choice made before the game; the first is the usual one."""

    key: str
    label: str
    choices: list[Choice]


class BotInfo(Told):
    id: str
    label: str


class TitleInfo(Told):
    id: str
    name: str
    summary: str
    seats: list[int]
    """The numbers of players it can be played by."""
    options: list[TitleOption]
    bots: list[BotInfo]
    hints: bool
    """Whether bots know what a share will bring, so that a table may let them say it."""


class FormField(Told):
    name: str
    kind: str
    many: bool
    label: str
    money: bool
    """Whether its amounts are money, not a number of things."""


class ActionForm(Told):
    """A kind of answer and the fields it has, in the order in which they are filled."""

    name: str
    label: str
    fields: list[FormField]


class RuleText(Told):
    paragraph: str
    heading: str
    original: str
    """The heading as the rulebook has it."""
    text: str


class TitlePage(TitleInfo):
    currency: str
    layout: Layout
    forms: list[ActionForm]
    terms: dict[str, str]
    """The words of a drawing by `kind.key`, as `figure.treasury`."""
    rules: list[RuleText]


# -------------------------------------------------------------------------------------------------------------- lobby


class SeatInfo(Told):
    seat: str
    kind: Literal["human", "bot", "open"]
    name: str
    bot: str | None
    you: bool


class Substitution(Told):
    """A change of who plays a seat, waiting for the consent of the others."""

    seat: str
    by: Literal["bot", "person"]
    name: str
    """Whose wish it is."""
    bot: str | None
    since: datetime
    """When it was asked; whoever is absent is not waited for after a while."""
    agreed: list[str]
    waiting: list[str]
    """Seats whose people have not answered yet."""


class Origin(Told):
    """Where an analysis branches off."""

    game: str
    seq: int
    name: str | None
    """How that game is called; null when it is gone."""


class GameInfo(Told):
    id: str
    title: str
    title_name: str
    status: Status
    created: datetime
    updated: datetime
    host: str
    you_host: bool
    description: str
    options: dict[str, str]
    profile: str
    public: bool
    hotseat: bool
    draw_seats: bool
    """Whether the seats are drawn by lot when the game starts."""
    seats: list[SeatInfo]
    seq: int
    asked: str | None
    waiting_for_me: bool
    course: str
    """Where in its course the game stands, in words."""
    readable: bool
    """Whether this server can open it; a game of another release or a damaged one is only listed."""
    winners: list[str]
    invite: str | None
    """The secret of the invitation link; only members see it."""
    substitution: Substitution | None
    analysis: bool
    """Imported, or branched off to try something out."""
    origin: Origin | None
    pace: Pace
    hints: bool
    """Whether the table lets everybody ask what a share will bring."""
    archived: bool
    """Whether you have put it away."""
    removable: bool
    """Whether it is yours alone, so that you may delete it."""


class ImportedGame(GameInfo):
    """A game that came in from a file, and what there is to say about that."""

    notices: list[str]
    """What could not be played exactly as recorded, and where a recorded game stops here."""


class GameList(Told):
    games: list[GameInfo]
    more: bool


class SeatWish(Asked):
    kind: Literal["me", "open", "bot", "named"]
    bot: Annotated[str, Meta(max_length=40)] | None = None
    name: Name | None = None


class NewGame(Asked):
    title: Annotated[str, Meta(max_length=60)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=12)]
    options: dict[str, str] = {}
    public: bool = False
    hotseat: bool = False
    draw_seats: bool = False
    description: Description = ""
    pace: Pace = "days"
    hints: bool = False
    start: bool = False


class NameRequest(Asked):
    name: Description


class ArchiveRequest(Asked):
    archived: bool


class JoinRequest(Asked):
    invite: Annotated[str, Meta(max_length=60)] | None = None
    seat: SeatId | None = None


class SeatRequest(Asked):
    seat: SeatId


class BotSeatRequest(Asked):
    seat: SeatId
    bot: Annotated[str, Meta(max_length=40, description="Which bot; without it the usual one.")] | None = None


# --------------------------------------------------------------------------------------------------------------- game


class Spread(Told):
    """All whole amounts from low to high."""

    low: int
    high: int


class OfferInfo(Told):
    """An answer that may be given: as it is, with any amount of the span, or grown further if `open`."""

    action: Params
    amount: Spread | None
    open: bool
    text: str
    passive: bool


class AskInfo(Told):
    who: str
    key: str
    params: Params
    text: str
    you: bool
    forms: list[str]
    """The kinds of answer this question takes, also those that are not possible now."""


class RestInfo(Told):
    """The rest of a turn without anything optional: a no to each question, in order."""

    actions: list[Params]
    texts: list[str]
    """The same in words."""
    ends: bool
    """Whether the turn ends with them; else a question follows that must be decided."""


class EventInfo(Told):
    seq: int
    key: str
    params: Params
    text: str


class EntryInfo(Told):
    """An answer, or a step back or forth; what it did is told by the events of the same seq."""

    seq: int
    who: str | None
    by: Literal["player", "bot", "chance", "engine"]
    kind: Literal["answer", "undo", "redo"]
    parent: int
    """For an answer the one before it; for a step back or forth the one after which the game stands then."""
    text: str
    at: datetime


class LastAction(Told):
    hexes: list[str]


class StandingInfo(Told):
    player: str
    worth: int
    rank: int


class UndoRequestInfo(Told):
    by: str
    to_seq: int
    agreed: list[str]
    waiting: list[str]


class UndoInfo(Told):
    possible: bool
    needs_consent: bool
    pending: UndoRequestInfo | None
    asks_you: bool
    """Whether the pending request waits for your answer."""


class AheadInfo(Told):
    """What the first train of a kind would set off, in words."""

    card: str
    effects: list[str]


class Update(Told):
    """A position as this person may see it, and what led to it."""

    game: str
    seq: int
    latest: int
    status: Status
    view: View
    stops: list[str]
    """The words for the stops of the course."""
    ahead: list[AheadInfo]
    names: dict[str, str]
    ask: AskInfo | None
    offers: list[OfferInfo]
    """Only for whoever may answer, at the latest position."""
    rest: RestInfo | None
    """For them, where several questions in a row can be answered by a no."""
    entries: list[EntryInfo]
    """What happened since the position you knew, or with the last answer; only the latest where there were many."""
    events: list[EventInfo]
    """And what these entries did."""
    last: LastAction
    standings: list[StandingInfo]
    outcome: bool
    """Whether the game is over: then the standings are the result."""
    undo: UndoInfo
    redo: bool


class ConflictProblem(Told):
    """It cannot be done now. Where somebody was quicker, the game as it stands comes along."""

    error: Literal["conflict"]
    message: str
    update: Update | None


class ActionRequest(Asked):
    seq: Seq
    action: Params
    then: Annotated[list[Params], Meta(max_length=40)] = []
    """Further answers to what is asked after it, all or none of them: the rest of a turn."""


class RefusalInfo(Told):
    rule: str
    paragraph: str
    heading: str
    message: str


class WhyNotRequest(Asked):
    seq: Seq
    actions: Annotated[list[Params], Meta(min_length=1, max_length=40)]
    """Kinds of answer with as many of their fields as are filled."""


class Reasons(Told):
    """For each action why none that begins like it may be taken; None if one may."""

    refusals: list[RefusalInfo | None]


class BotReason(Told):
    """Why a bot answered as it did, in one sentence from its own figures."""

    seq: int
    text: str


class ShareHint(Told):
    """What a share of a company will bring by the valuation of the bots, in one sentence."""

    seq: int
    company: str
    text: str


class ToldEvent(Told):
    key: str
    params: Params
    text: str


class OutlookEvent(ToldEvent):
    """Something that would happen: by the answer itself, or by what answers itself after it."""

    automatic: bool


class NextQuestion(ToldEvent):
    who: str


class Preview(Told):
    """What an action would do and how it could grow. What would follow by itself is part of it, up to the next question
    that somebody decides; where another must agree, as if they did."""

    legal: bool
    refusal: RefusalInfo | None
    more: list[OfferInfo]
    events: list[OutlookEvent]
    view: View | None
    text: str
    """A legal action in words."""
    next: NextQuestion | None
    """The question that would follow."""
    consents: list[str]
    """The players who would have to agree first."""
    reached: list[str]
    """Where the map would change: the stops that the company in question reaches now."""
    reach: list[str]
    """And those that it would reach."""


class UndoRequest(Asked):
    seq: Seq
    """The latest position you know."""
    to: Seq | None = None
    """The position to go back to; without it the one before your own last answer."""


class SeqRequest(Asked):
    seq: Seq


class ConsentRequest(Asked):
    seq: Seq
    """The latest position you know."""
    to: Seq
    """Where the request that you saw leads: another one is not meant."""
    agree: bool


class LogEntry(EntryInfo):
    events: list[str]
    keys: list[str]
    """The kind of each event."""
    undone: bool


class Log(Told):
    """Some entries of the log, in order."""

    entries: list[LogEntry]


class ChartPoint(Told):
    seq: int
    worth: dict[str, int]
    estimate: dict[str, int]
    price: dict[str, int]
    """Of the companies on the market; without one, what the last share of each fetched."""


class Chart(Told):
    players: list[str]
    points: list[ChartPoint]


class Ending(Told):
    """Why a game is over."""

    text: str


class RoundInfo(Told):
    """A stop of the course, the first position in it, and what each company earned there."""

    seq: int
    text: str
    revenue: dict[str, int]


class Rounds(Told):
    rounds: list[RoundInfo]


class ChatLine(Told):
    id: int
    who: str | None
    """The seat, if the speaker has one."""
    name: str
    text: str
    at: datetime


class Chat(Told):
    lines: list[ChatLine]


class ChatRequest(Asked):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Notes(Told):
    text: str


class NotesRequest(Asked):
    text: Annotated[str, Meta(max_length=20_000)]


class Table(Told):
    """What is needed to sit down at a game; what was answered and said before is read beside it."""

    info: GameInfo
    title: TitlePage
    update: Update


class SubstituteRequest(Asked):
    seat: SeatId
    by: Literal["bot", "me"]
    bot: Annotated[str, Meta(max_length=40)] | None = None


class SubstituteAnswer(Asked):
    seat: SeatId
    agree: bool


class ImportRequest(Asked):
    """A game file, ours or one exported from 18xx.games."""

    file: Raw


class GameFile(Told):
    """A game file: the format that the terminal program writes and reads as well."""

    format: Literal["ferrovia game"]
    version: int
    title: str
    rules_version: int
    players: list[str]
    options: Mapping[str, str]
    log: list[dict[str, Any]]
    state: dict[str, Any]
    fingerprint: str


class Health(Told):
    status: Literal["ok"]
    database: Literal["sqlite", "postgresql"]
