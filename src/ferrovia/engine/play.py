"""The whole mechanism: scripts of steps that change the table or ask somebody, and moves that answer.

A **script** is a tuple of steps in rulebook order. The engine runs the step at which the topmost frame stands:

- it returns `None`: it is done, the frame goes on to its next step;
- it returns an `Ask`: somebody is asked; after the answer the same step runs again, so a loop is "ask while something
  is left";
- it returns `First(script)`: that script is played first, then the same step runs again;
- it returns `Then(script)`: that script is played, then the frame goes on to its next step;
- it returns `END`: the game is over.

A step changes the table or asks, never both. A **move** says which answers there are (`offers`), whether one is legal
(`checks`, the only place where legality is written) and what it does (`apply`). Offering, refusing, explaining and
playing all run the same checks, so they cannot disagree.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, Final, Generic, TypeVar, overload

from ferrovia.engine.beginning import Beginning
from ferrovia.engine.forms import Field, Form, form_of, spelt
from ferrovia.engine.rulebook import NOTHING_TO_CHOOSE, Cite, Rulebook
from ferrovia.model.board import Grid
from ferrovia.model.box import AnyBox
from ferrovia.model.ids import CHANCE, CertId, CompanyId, HexId, Owner, PlayerId, StopId, TileId, TrainId
from ferrovia.model.message import Message
from ferrovia.model.network import Reach
from ferrovia.model.outlook import Foresight, Outlook
from ferrovia.model.shares import Certificate
from ferrovia.model.state import Frame, Quote, State, Train
from ferrovia.model.tiles import StopMap
from ferrovia.model.values import changed, made_often
from ferrovia.model.view import BestRoutes, Layout, Network, View

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)
F = TypeVar("F")

# ---------------------------------------------------------------------------------------------- what a check answers


@made_often
@dataclass(frozen=True, slots=True)
class Refused:
    """What a check returns when its claim does not hold: the figures that explain it."""

    params: Mapping[str, Any]
    rule: str | None = None
    """A rule that says more exactly why than the one the check stands for."""


def refused(**params: Any) -> Refused:
    return Refused(params)


def refused_by(key: str, /, **params: Any) -> Refused:
    """Names the very paragraph where a check stands for several, as for towns and cities."""
    return Refused(params, key)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: the rule, its paragraph in the rulebook, the figures."""

    rule: str
    cite: Cite
    params: Mapping[str, Any]


class IllegalAction(ValueError):
    """Raised by `Game.play`; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"[{refusal.cite}] {refusal.rule} {dict(refusal.params)}")
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Check(Generic[A_contra]):
    """A claim that must hold for an action to be legal, under the key of its rule."""

    rule: str
    holds: "Callable[[Table, A_contra], Refused | None]"

    def under(self, key: str) -> "Check[A_contra]":
        """The same claim where a rulebook makes it under another rule."""
        return Check(key, self.holds)


def rule(key: str) -> "Callable[[Callable[[Table, A], Refused | None]], Check[A]]":
    """Makes a function a check of the rule with this key."""
    return lambda claim: Check(key, claim)


# ------------------------------------------------------------------------------------------------ asking and offering


@made_often
@dataclass(frozen=True, slots=True)
class Span:
    """All whole amounts from low to high, both included."""

    low: int
    high: int

    def __contains__(self, amount: int) -> bool:
        return self.low <= amount <= self.high


@made_often
@dataclass(frozen=True, slots=True)
class Offer:
    """An action that may be taken: as it is, or with any amount of a span, or grown further (`open`)."""

    action: Any
    amount: Span | None = None
    open: bool = False

    def with_amount(self, amount: int) -> Any:
        return self.action if self.amount is None else changed(self.action, amount=amount)


@dataclass(frozen=True, slots=True)
class Move(Generic[A]):
    """A kind of action. Checks stand in rulebook order; a later one may rely on an earlier one.

    `offers` may be too generous, never too narrow. `grow` lists the next longer versions of an action that is built
    piece by piece; every legal action must be reachable from an offer over legal shorter ones.
    """

    action: type[A]
    offers: "Callable[[Table], Iterable[Offer]]"
    checks: tuple[Check[A], ...]
    apply: "Callable[[Table, A], None]"
    grow: "Callable[[Table, A], Iterable[A]] | None" = None
    passive: bool = False
    """Leaves things as they are: passing, declining."""
    plain: "Callable[[Table, A], A] | None" = None
    """Of several ways to say the same, the one that is offered: a tile looks alike in some of its turns."""
    only_recorded: bool = False
    """Lets a recorded game go on with what was written down; no player at the table may answer so."""

    def allows(self, table: "Table", action: A) -> bool:
        """Whether an action passes all checks."""
        for check in self.checks:  # noqa: SIM110 a generator would cost as much as the checks
            if check.holds(table, action) is not None:
                return False
        return True

    def legal(self, table: "Table") -> Iterator[A]:
        """What of this kind may be done now."""
        return (offer.action for offer in self.offers(table) if self.allows(table, offer.action))


def no_offers(table: "Table") -> tuple[Offer, ...]:
    """Of a move that is only there to say why not: nobody needs to ask for its offers."""
    return ()


@made_often
@dataclass(frozen=True, slots=True)
class Ask:
    """A question to one player. `others` may explain to somebody else why it is not theirs to answer."""

    who: PlayerId
    moves: tuple[Move[Any], ...]
    about: Message
    others: "Callable[[Table, PlayerId], Refused | None] | None" = None


@made_often
@dataclass(frozen=True, slots=True)
class First:
    """Do that script first, then come back to this step; `remember` becomes this frame's facts."""

    script: str
    facts: Any = None
    remember: Any = None


@dataclass(frozen=True, slots=True)
class Then:
    """Do that script, then go on with the next step."""

    script: str
    facts: Any = None


class End:
    """The game is over."""


END: Final = End()

Step = Callable[["Table"], Ask | First | Then | End | None]


# ---------------------------------------------------------------------------------------------------------- the title


@dataclass(frozen=True, slots=True)
class Search:
    """How to look for routes: for how long, until when, and who wants to hear of better ones meanwhile.

    Nodes are the same on every machine, seconds are not: what a rule or an offer depends on counts nodes.
    """

    budget_seconds: float | None = None
    budget_nodes: int | None = None
    cancelled: Callable[[], bool] = lambda: False
    on_better: "Callable[[BestRoutes], None] | None" = None

    def told(self, show: "Callable[[A], BestRoutes]") -> "Callable[[A], None] | None":
        """Passes a solver's better answers on as they are shown; None if nobody wants to hear of them."""
        hear = self.on_better
        return None if hear is None else lambda better: hear(show(better))


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the game starts. The first of its choices is the usual one."""

    key: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player ended: equal worth, equal rank."""

    player: PlayerId
    worth: int
    rank: int


@dataclass(frozen=True)
class Title:
    """A game as a value: its data, its set-up, its scripts, its score. Composed in a title's `title.py`."""

    id: str
    name: str
    rules_version: int
    seats: range
    data: Any
    rulebook: Rulebook
    grid: Grid
    setup: Callable[["Title", tuple[PlayerId, ...], Mapping[str, str]], State]
    scripts: Mapping[str, tuple[Step, ...]]
    actions: tuple[type[Any], ...]
    facts: tuple[type[Any], ...]
    extras: type[Any]
    score: Callable[[State], Mapping[PlayerId, int]]
    pieces: Mapping[str, frozenset[Any]]
    """Which names exist of each kind that an action can speak of; kinds that are not listed are left to the checks."""
    counts: Callable[[State], Mapping[str, int]]
    """What must never become more or less, whatever is played."""
    layout: Layout
    view: Callable[["Title", State], View]
    estimate: Callable[[State], Mapping[PlayerId, int]]
    """What everybody's holdings may bring in the end: a guess, for charts and the simple bot."""
    currency: str
    options: tuple[Option, ...] = ()
    standing_moves: tuple[Move[Any], ...] = ()
    """Moves that may be made at any time in one's own turn; joined to every question of a player."""
    routes: "Callable[[Table, CompanyId, Search], BestRoutes] | None" = None
    """The best routes of a company; None in a title without trains."""
    reach: "Callable[[Table, CompanyId], Reach] | None" = None
    """What a company's track leads to; None in a title without track."""
    outlook: Outlook | Foresight | None = None
    """What its numbers say about the time to come, for bots that plan; None where nobody has written it down."""
    tie_break: Callable[[State], Mapping[PlayerId, int]] | None = None
    """Who among equals is ahead, the lower number first; None where equals share a rank."""
    lots: "Callable[[Game, Random], Any | None] | None" = None
    """What chance draws where not each answer is as likely as any other; None: each is."""
    variant: Callable[[Mapping[str, str], int], "Title"] | None = None
    """The title as the chosen options and the number of players make it; None where they change no rule."""

    def __post_init__(self) -> None:
        for name, steps in self.scripts.items():
            if len({step.__name__ for step in steps}) != len(steps):
                raise ValueError(f"script {name!r} of {self.id} has two steps of one name")

    @cached_property
    def steps(self) -> Mapping[tuple[str, str], tuple[Step, str | None]]:
        """By script and name each step, and the name of the next one."""
        return {
            (script, step.__name__): (step, after.__name__ if after else None)
            for script, steps in self.scripts.items()
            for step, after in zip(steps, (*steps[1:], None), strict=True)
        }

    @cached_property
    def forms(self) -> Mapping[type[Any], Form]:
        """The fields of each action, in the order in which they are filled."""
        return {action: form_of(action) for action in self.actions}

    @cached_property
    def kinds(self) -> Mapping[str, type[Any]]:
        """The kinds of action by name."""
        return {form.name: action for action, form in self.forms.items()}

    @cached_property
    def named_pieces(self) -> Mapping[type[Any], tuple[tuple[Field, frozenset[Any]], ...]]:
        """For each action its fields that name a piece, with the names there are."""
        return {
            action: tuple((f, self.pieces[f.kind]) for f in form.fields if f.kind in self.pieces)
            for action, form in self.forms.items()
        }

    def frame(self, script: str, facts: Any) -> Frame:
        return Frame(script, self.scripts[script][0].__name__, facts)


# ---------------------------------------------------------------------------------------------------------- the inside


class Table:
    """The mutable inside of a game: lives while one action is played. Money and certificates only change hands."""

    __slots__ = ("_depth", "asked", "box", "events", "state", "title")

    def __init__(self, title: Title, state: State, asked: PlayerId | None = None) -> None:
        self.title = title
        self.state = state
        self.box: AnyBox = title.data
        """What comes out of the box of any railway title: papers, market, phases, trains, map."""
        self.asked = asked
        """Who is answering."""
        self.events: list[Message] = []
        self._depth = len(state.stack) - 1

    # Reading.

    def here(self, kind: type[F]) -> F:
        """The facts of the procedure that is running."""
        return self.state.stack[self._depth].facts

    def own(self, kind: type[F]) -> F:
        """The tables that only this title has."""
        return self.state.extras

    def outer(self, kind: type[F]) -> F:
        """The facts of the nearest open procedure of a kind, also while others run inside it."""
        stack = self.state.stack
        innermost: Any = stack[-1].facts if stack else None
        if innermost.__class__ is kind:  # nearly always, and this is asked in most checks
            return innermost
        for frame in reversed(stack):
            if isinstance(frame.facts, kind):
                return frame.facts
        raise LookupError(f"no {kind.__name__} is open")

    def reach(self, company: CompanyId) -> Reach:
        """What a company's track leads to: for building, stations, and whatever else must be connected."""
        if self.title.reach is None:
            raise LookupError(f"{self.title.name} has no track")
        return self.title.reach(self, company)

    def answering(self) -> PlayerId:
        if self.asked is None:
            raise LookupError("nobody is being asked")
        return self.asked

    def next_seat(self, player: PlayerId) -> PlayerId:
        """The next player clockwise."""
        players = self.state.players
        return players[(players.index(player) + 1) % len(players)]

    # Changing.

    def pay(self, amount: int, *, source: Owner, to: Owner) -> None:
        if amount < 0:
            raise ValueError(f"cannot pay {amount}")
        cash = self.state.cash
        cash[source] -= amount
        cash[to] += amount

    def hand_over(self, cert: CertId, *, to: Owner) -> None:
        if cert not in self.state.certs:
            raise LookupError(f"no certificate {cert}")
        self.state.certs[cert] = to

    def hand_over_all(self, certs: Iterable[Certificate], *, to: Owner) -> None:
        for cert in certs:
            self.hand_over(cert.id, to=to)

    def place(self, company: CompanyId, hex_id: HexId) -> None:
        """A token goes from the charter to the map."""
        if self.state.tokens[company] < 1:
            raise LookupError(f"{company} has no token left")
        self.state.tokens[company] -= 1
        self.state.board = self.state.board.with_token(company, hex_id)

    def lay(self, hex_id: HexId, tile: TileId, turn: int, stops: StopMap | None = None) -> None:
        """A tile goes on the map, over what was there; `stops`: what becomes of the stops, where there is a choice."""
        self.state.board = self.state.board.with_tile(hex_id, tile, turn, stops)

    def station(self, stop: StopId, company: CompanyId, *, beyond: bool = False) -> None:
        """A station goes from the charter to a free slot of a stop, or `beyond` its slots."""
        self.state.tokens[company] -= 1
        self.state.board = self.state.board.with_station(stop, company, beyond=beyond)

    def remove_station(self, stop: StopId, company: CompanyId) -> None:
        """A station leaves the map; `give_tokens` says where it goes."""
        self.state.board = self.state.board.without_station(stop, company)

    def move_station(self, company: CompanyId, stop: StopId, *, to: StopId) -> None:
        self.state.board = self.state.board.without_station(stop, company).with_station(to, company)

    def seat_stations(self, stop: StopId, present: tuple[CompanyId, ...]) -> None:
        """Who stands in each slot of a stop, and beyond them."""
        self.state.board = self.state.board.with_stations(stop, present)

    def open_stop(self, stop: StopId) -> None:
        """A stop that was barred lets everybody through from now on."""
        self.state.board = self.state.board.with_opened(stop)

    def give_tokens(self, company: CompanyId, number: int) -> None:
        """Tokens come to a charter, or leave it."""
        self.state.tokens[company] += number

    def enter(self, phase: str) -> None:
        """A phase begins."""
        self.state.phase = phase
        self.tell("phase", phase=phase)

    def set_par(self, company: CompanyId, price: int) -> None:
        self.state.pars[company] = price

    def float_company(self, company: CompanyId) -> None:
        """A company has its capital and may operate."""
        self.state.floated = (*self.state.floated, company)

    def note_first_turn(self, company: CompanyId) -> None:
        """A company has had its first turn."""
        if company not in self.state.operated:
            self.state.operated = (*self.state.operated, company)

    def note_revenue(self, company: CompanyId, amount: int) -> None:
        self.state.last_revenue[company] = amount

    def close(self, company: CompanyId) -> None:
        """A company leaves the game; its marker leaves the market."""
        self.state.closed = (*self.state.closed, company)
        self.state.prices.pop(company, None)

    def begin_anew(self, company: CompanyId) -> None:
        """A company is as if it had never been started."""
        state = self.state
        state.prices.pop(company, None)
        state.pars.pop(company, None)
        state.last_revenue.pop(company, None)
        state.tokens[company] = 0
        state.floated = tuple(other for other in state.floated if other != company)
        state.operated = tuple(other for other in state.operated if other != company)

    def set_order(self, order: Iterable[PlayerId]) -> None:
        """In which order players have their turns from now on."""
        self.state.order = tuple(order)

    def owe(self, player: PlayerId, amount: int) -> None:
        """A player's debt grows, or shrinks."""
        debt = self.state.debt
        debt[player] = debt.get(player, 0) + amount

    def move_price(self, company: CompanyId, cell: int, *, anew: bool = False) -> None:
        """A marker goes to another cell of the market, under those that are there; one that stays keeps its place,
        unless it is put there `anew`."""
        prices = self.state.prices
        if anew or company not in prices or prices[company].cell != cell:
            prices[company] = Quote(cell, 1 + max((quote.since for quote in prices.values()), default=0))

    def give_train(self, train: TrainId, *, to: Owner, face: str | None = None) -> None:
        """A train card goes to somebody, turned to a face if one is named; it lies behind those already there."""
        before = self.state.trains.get(train)
        card = Train(to, face or (before.face if before else ""))
        self.state.trains = self.state.trains.with_card(train, card)

    def note(self, **changes: Any) -> None:
        """Changes the facts of the procedure that is running."""
        frame = self.state.stack[self._depth]
        self.state.stack[self._depth] = Frame(frame.script, frame.at, changed(frame.facts, **changes))

    def amend(self, kind: type[Any], **changes: Any) -> None:
        """Changes the facts of the nearest open procedure of a kind."""
        stack = self.state.stack
        for at in range(len(stack) - 1, -1, -1):
            if isinstance(stack[at].facts, kind):
                stack[at] = Frame(stack[at].script, stack[at].at, changed(stack[at].facts, **changes))
                return
        raise LookupError(f"no {kind.__name__} is open")

    def keep(self, **changes: Any) -> None:
        """Changes the tables that only this title has."""
        self.state.extras = changed(self.state.extras, **changes)

    def interrupt(self, script: str, facts: Any = None) -> None:
        """Plays a script before anything else goes on."""
        self.state.stack.append(self.title.frame(script, facts))

    def tell(self, key: str, **params: Any) -> None:
        self.events.append(Message(key, params))

    def on_trial(self, script: str, facts: Any) -> "Table":
        """A copy of the table on which a script has just begun: whatever becomes of it changes nothing here."""
        state = self.state.copy()
        state.stack.append(self.title.frame(script, facts))
        return Table(self.title, state)

    # Going on.

    def run_until_asked(self) -> Ask | None:
        """Runs steps until somebody must answer; None when the game is over."""
        title, stack, steps = self.title, self.state.stack, self.title.steps
        while stack:
            self._depth = len(stack) - 1
            frame = stack[self._depth]
            step, after = steps[frame.script, frame.at]
            result = step(self)
            if result is None:
                self._go_on(after)
            elif isinstance(result, Ask):
                return result
            elif isinstance(result, First):
                if result.remember is not None:
                    stack[self._depth] = Frame(frame.script, frame.at, result.remember)
                stack.append(title.frame(result.script, result.facts))
            elif isinstance(result, Then):
                self._go_on(after)
                stack.append(title.frame(result.script, result.facts))
            else:
                stack.clear()
        return None

    def _go_on(self, after: str | None) -> None:
        """The running frame goes to its next step, or is done; frames above it (interrupts) stay."""
        stack, depth = self.state.stack, self._depth
        if after is None:
            del stack[depth]
        else:
            frame = stack[depth]
            stack[depth] = Frame(frame.script, after, frame.facts)


# --------------------------------------------------------------------------------------------------------- the outside


@dataclass(frozen=True)
class Game:
    """A position of a game, immutable: what is asked, what may be answered, and the position after an answer."""

    title: Title
    state: State
    ask: Ask | None
    events: tuple[Message, ...] = field(default=(), compare=False)
    """What happened since the position before."""

    @staticmethod
    def at(title: Title, state: State, events: Iterable[Message] = ()) -> "Game":
        """The game in this state; runs on to the next question and takes the state over."""
        table = Table(title, state)
        table.events.extend(events)
        return Game._next_question(table)

    @staticmethod
    def _next_question(table: Table) -> "Game":
        title, ask = table.title, table.run_until_asked()
        if ask is not None and ask.who != CHANCE and title.standing_moves:
            ask = Ask(ask.who, (*ask.moves, *title.standing_moves), ask.about, ask.others)
        return Game(title, table.state, ask, tuple(table.events))

    def _table(self) -> Table:
        return Table(self.title, self.state, self.ask.who if self.ask else None)

    def offers(self) -> "Offers":
        """Everything that may be answered now."""
        known: dict[str, Any] = self.__dict__  # a cached_property would take a lock for each position
        if "_offers" not in known:
            known["_offers"] = Offers(self._table(), self.ask.moves if self.ask else ())
        return known["_offers"]

    def why_not(self, action: Any, by: PlayerId | None = None) -> Refusal | None:
        """Why this action may not be taken, by this player if one is named; None if it may.

        Of an action that is only begun: why none that begins like this may be taken.
        """
        if isinstance(action, Beginning):
            judged = self._judged_beginning(action, by)
        else:
            judged = self._judged(self._table(), action, by)
        return judged if isinstance(judged, Refusal) else None

    def _asked_for(self, kind: type[Any], by: PlayerId | None) -> "Move[Any] | Refusal":
        """The move for a kind of action, or why it is not asked of this player now."""
        if self.ask is None:
            return self._refusal("game-over", {})
        if by is not None and by != self.ask.who:
            told = self.ask.others(self._table(), by) if self.ask.others else None
            told = told or refused(player=by, asked=self.ask.who)
            return self._refusal(told.rule or "whose-turn", told.params)
        for move in self.ask.moves:
            if move.action is kind and not (move.only_recorded and by is not None):
                return move
        name = spelt(kind)
        return self._refusal(self.title.rulebook.untimely.get(name, "not-asked"), {"action": name})

    def _judged_beginning(self, begun: Beginning, by: PlayerId | None) -> "Move[Any] | Refusal":
        """The move of a beginning that can become a legal action; else the reason that speaks of what is filled rather
        than of what was filled in to try, and of these the one found last: it is the nearest to being allowed."""
        move = self._asked_for(begun.kind, by)
        if isinstance(move, Refusal):
            return move
        table = self._table()
        offers = move.offers(table)
        offered = [offer.with_amount(offer.amount.low) if offer.amount else offer.action for offer in offers]
        cite, none = self.title.rulebook.cite("not-asked"), {"action": spelt(begun.kind)}
        nearest, reason = (False, -1), Refusal(NOTHING_TO_CHOOSE, cite, none)
        for action in [a for a in offered if begun.leads_to(a)] or begun.completed(self._fillings(begun, offered)):
            unknown = _unknown_piece(self.title, action)
            if unknown:
                return self._refusal("no-such-thing", {"kind": unknown[0], "name": unknown[1]})
            passed, broken = _first_broken_check(table, move, action)
            if broken is None:
                return move
            tried = {str(getattr(action, name)) for name in begun.open}
            near = (tried.isdisjoint(map(str, broken.params.values())), passed)
            if near > nearest:
                nearest, reason = near, self._refusal(broken.rule or move.checks[passed].rule, broken.params)
        return reason

    def _fillings(self, begun: Beginning, offered: list[Any]) -> dict[str, list[Any]]:
        """What may be tried for each open field: what the game has of its kind, else what offers name; no row."""
        there = {**self.title.pieces, "train": self.state.trains, "cert": self.state.certs}
        found: dict[str, list[Any]] = {}
        for one in self.title.forms[begun.kind].fields:
            if one.many:
                found[one.name] = [()]
            elif one.kind in there:
                found[one.name] = sorted(there[one.kind])
            else:
                found[one.name] = list({getattr(action, one.name): 0 for action in offered})
        return found

    def _judged(self, table: Table, action: Any, by: PlayerId | None) -> "tuple[Move[Any], Any] | Refusal":
        """The move of a legal action and the action as it is offered, or why it is not legal."""
        move = self._asked_for(action.__class__, by)
        if isinstance(move, Refusal):
            return move
        unknown = _unknown_piece(self.title, action)
        if unknown:
            return self._refusal("no-such-thing", {"kind": unknown[0], "name": unknown[1]})
        spoken = action if move.plain is None else move.plain(table, action)
        passed, broken = _first_broken_check(table, move, spoken)
        if broken is not None:
            return self._refusal(broken.rule or move.checks[passed].rule, broken.params)
        return move, spoken

    def plain(self, action: Any) -> Any:
        """An answer as it is offered, where the same can be said in several ways."""
        move = self._move_for(action)
        if move is None or move.plain is None or _unknown_piece(self.title, action):
            return action
        return move.plain(self._table(), action)

    def play(self, action: Any, by: PlayerId | None = None) -> "Game":
        """The position after this answer; raises IllegalAction where `why_not` has something to say."""
        table = self._table()
        judged = self._judged(table, action, by)
        if isinstance(judged, Refusal):
            raise IllegalAction(judged)
        move, spoken = judged
        table.state = self.state.copy()
        move.apply(table, spoken)
        table.asked = None
        return Game._next_question(table)

    def take(self, offer: Offer, amount: int | None = None) -> "Game":
        """Plays an offer: as it stands, or with an amount of its span."""
        return self.play(offer.action if amount is None else offer.with_amount(amount))

    def where(self) -> tuple[Frame, ...]:
        """The open procedures, outermost first."""
        return tuple(self.state.stack)

    @property
    def outcome(self) -> tuple[Standing, ...] | None:
        """The final ranking, best first; None while the game runs."""
        return None if self.ask else self.standings()

    def standings(self) -> tuple[Standing, ...]:
        """What everybody would have if the game ended now, best first."""
        worth, title = self.title.score(self.state), self.title
        ahead = title.tie_break(self.state) if title.tie_break else dict.fromkeys(worth, 0)
        place = {player: (-worth[player], ahead[player]) for player in worth}
        ranked = sorted(worth, key=lambda player: place[player])
        return tuple(Standing(p, worth[p], 1 + sum(other < place[p] for other in place.values())) for p in ranked)

    def view(self) -> View:
        """What everybody can see, ready to be drawn."""
        return self.title.view(self.title, self.state)

    def best_routes(self, company: CompanyId, search: Search | None = None) -> BestRoutes | None:
        """What a company's trains could run best if they ran now, at any time; None in a title without trains."""
        return self.title.routes(self._table(), company, search or Search()) if self.title.routes else None

    def reach(self, company: CompanyId) -> tuple[StopId, ...]:
        """The stops that a company reaches over track, in order; none in a title without track."""
        return tuple(sorted(self._table().reach(company).stops)) if self.title.reach else ()

    def network(self, company: CompanyId) -> Network:
        """Where a company's track leads, and where others block it; nowhere in a title without track."""
        if self.title.reach is None:
            return Network(company, (), (), {})
        found = self._table().reach(company)
        sides = {hex_id: tuple(s for s in range(6) if mask >> s & 1) for hex_id, mask in found.used_sides.items()}
        return Network(company, tuple(sorted(found.stops)), tuple(sorted(found.blocked)), sides)

    def walk(self, answers: Iterable[Any]) -> "Iterator[Game]":
        """The positions after each of some answers."""
        game = self
        for action in answers:
            game = game.play(action)
            yield game

    def _move_for(self, action: object) -> Move[Any] | None:
        kind = type(action)
        for move in self.ask.moves if self.ask else ():
            if move.action is kind:
                return move
        return None

    def _refusal(self, key: str, params: Mapping[str, Any]) -> Refusal:
        return Refusal(key, self.title.rulebook.cite(key), params)


class Offers(Sequence[Offer]):
    """What may be answered: iterates, counts, and says of an offer or an action whether it is `in` it.

        offers.of(BuyTrain)         only some kinds of action
        offers.longer(action)       the next longer legal versions of an action that is built piece by piece
        offers.only()               the one beside which there is no other
        offers.passive()            an answer that leaves things as they are
        offers.pick(random)         any of them

    Nothing is looked at before it is asked for: whether there is any offer stops at the first.
    """

    def __init__(self, table: Table, moves: Iterable[Move[Any]], begun: Any = None) -> None:
        self._table, self._moves, self._begun = table, tuple(moves), begun
        self._found: tuple[Offer, ...] | None = None

    def of(self, *kinds: type[Any]) -> "Offers":
        return Offers(self._table, (move for move in self._moves if move.action in kinds), self._begun)

    def longer(self, action: Any) -> "Offers":
        moves = [move for move in self._moves if move.action is type(action) and move.grow is not None]
        known = moves and not _unknown_piece(self._table.title, action)
        return Offers(self._table, moves if known else (), action)

    def only(self) -> Offer | None:
        """Found without checking more than two."""
        found = list(islice(self._legal(), 2))
        return found[0] if len(found) == 1 else None

    def passive(self) -> Any | None:
        """Passing, declining; None where there is no such answer."""
        passive = Offers(self._table, (move for move in self._moves if move.passive))
        return next((offer.action for offer in passive._legal()), None)

    def pick(self, random: Random) -> Offer:
        """First a kind of move, then one of its offers, each as likely as any other."""
        moves = list(self._moves)
        random.shuffle(moves)
        for move in moves:
            offer = _pick(self._table, [(move, offer) for offer in self._tried(move)], random)
            if offer is not None:
                return offer
        raise LookupError("nothing may be answered")

    def _tried(self, move: Move[Any]) -> Iterable[Offer]:
        if self._begun is None:
            return move.offers(self._table)
        return (Offer(longer, open=True) for longer in move.grow(self._table, self._begun)) if move.grow else ()

    def _legal(self) -> Iterator[Offer]:
        table = self._table
        for move in self._moves:
            if move.offers is not no_offers:
                for offer in self._tried(move):
                    if _legal(table, move, offer):
                        yield offer

    @property
    def _all(self) -> tuple[Offer, ...]:
        if self._found is None:
            self._found = tuple(self._legal())
        return self._found

    def __iter__(self) -> Iterator[Offer]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __bool__(self) -> bool:
        return next(self._legal(), None) is not None

    @overload
    def __getitem__(self, at: int) -> Offer: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Offer, ...]: ...
    def __getitem__(self, at: int | slice) -> Offer | tuple[Offer, ...]:
        return self._all[at]

    def __contains__(self, answer: object) -> bool:
        if isinstance(answer, Offer):
            return answer in self._all
        move = next((move for move in self._moves if move.action is type(answer)), None)
        if move is None or _unknown_piece(self._table.title, answer):
            return False
        return move.allows(self._table, answer if move.plain is None else move.plain(self._table, answer))

    def __eq__(self, other: object) -> bool:
        return self._all == (other._all if isinstance(other, Offers) else other)

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return repr(self._all)


def _unknown_piece(title: Title, action: Any) -> tuple[str, str] | None:
    """The first thing, with its kind, that an action speaks of and that does not exist."""
    for field_, known in title.named_pieces[type(action)]:
        value = getattr(action, field_.name)
        for name in value if field_.many else (value,):
            if name not in known:
                return field_.kind, name
    return None


def _first_broken_check(table: Table, move: Move[Any], action: Any) -> tuple[int, Refused | None]:
    """How many checks an action passes before the first that refuses it, and what that says."""
    for passed, check in enumerate(move.checks):
        reason = check.holds(table, action)
        if reason is not None:
            return passed, reason
    return len(move.checks), None


def _legal(table: Table, move: Move[Any], offer: Offer) -> bool:
    """Whether an offer passes its move's checks, at both ends of its span."""
    span = offer.amount
    if span is None:
        return move.allows(table, offer.action)
    return move.allows(table, offer.with_amount(span.low)) and move.allows(table, offer.with_amount(span.high))


def _pick(table: Table, candidates: list[tuple[Move[Any], Offer]], random: Random) -> Offer | None:
    """A legal one of some candidates; refused ones are struck out, so each legal one is as likely."""
    while candidates:
        at = random.randrange(len(candidates))
        move, offer = candidates[at]
        if _legal(table, move, offer):
            return offer
        candidates[at] = candidates[-1]
        candidates.pop()
    return None
