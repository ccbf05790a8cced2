"""A small game that is no railway game: the mechanism must carry it as well.

Ferry: in each round chance says how strong the wind is, then each player may ship crates. A load is carried by the
next player, who helps or leaves it to the storm; chance says how the storm goes. Whoever is poorest bows at the end.
It has all that a mechanism must bear: chance, spans, actions grown piece by piece, procedures four deep, facts that die
with them, a standing move, a forced answer.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NewType

from ferrovia import Ask, Game, Move, Offer, Span, Title
from ferrovia.engine.play import END, End, First, Refused, Step, Table, refused, rule
from ferrovia.engine.record import start
from ferrovia.engine.rulebook import Rulebook
from ferrovia.model.board import Board, Grid
from ferrovia.model.ids import BANK, CHANCE, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import Course, Layout, PlayerView, View

CrateId = NewType("CrateId", str)

CRATES = tuple(CrateId(name) for name in ("apples", "bricks", "coal", "dates"))
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Blow:
    amount: int


@dataclass(frozen=True, slots=True)
class Load:
    crates: tuple[CrateId, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    pass


@dataclass(frozen=True, slots=True)
class Help:
    pass


@dataclass(frozen=True, slots=True)
class LeaveIt:
    pass


@dataclass(frozen=True, slots=True)
class Calm:
    pass


@dataclass(frozen=True, slots=True)
class Sink:
    pass


@dataclass(frozen=True, slots=True)
class Tip:
    amount: int


@dataclass(frozen=True, slots=True)
class Bow:
    pass


@dataclass(frozen=True, slots=True)
class Harbour:
    tips: int
    crates_shipped: int


@dataclass(frozen=True, slots=True)
class Season:
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Day:
    wind: int = 0
    waiting: tuple[PlayerId, ...] = ()
    gone: tuple[CrateId, ...] = ()


@dataclass(frozen=True, slots=True)
class Crossing:
    owner: PlayerId
    crates: int
    carried: bool = False


# ---------------------------------------------------------------------------------------------------------- the moves


def blow(table: Table, action: Blow) -> None:
    table.note(wind=action.amount)
    table.tell("wind", amount=action.amount)


@rule("wind-is-1-to-3")
def wind_is_1_to_3(table: Table, action: Blow) -> Refused | None:
    return None if 1 <= action.amount <= 3 else refused(amount=action.amount)


@rule("one-crate-at-least")
def loads_something(table: Table, action: Load) -> Refused | None:
    return None if action.crates else refused()


@rule("crate-is-there")
def crates_are_there(table: Table, action: Load) -> Refused | None:
    for at, crate in enumerate(action.crates):
        if crate in table.here(Day).gone or crate in action.crates[:at]:
            return refused(crate=crate)
    return None


@rule("wind-carries")
def wind_carries_all(table: Table, action: Load) -> Refused | None:
    wind = table.here(Day).wind
    return refused(wind=wind, count=len(action.crates)) if len(action.crates) > wind else None


@rule("load-is-paid")
def load_is_paid(table: Table, action: Load) -> Refused | None:
    cash = table.state.cash[table.answering()]
    return refused(cash=cash) if len(action.crates) > cash else None


def load(table: Table, action: Load) -> None:
    """The crossing interrupts the day; what is noted afterwards is still noted for the day."""
    player, day = table.answering(), table.here(Day)
    table.pay(len(action.crates), source=player, to=BANK)
    table.interrupt("crossing", Crossing(player, len(action.crates)))
    table.note(waiting=day.waiting[1:], gone=(*day.gone, *action.crates))
    table.tell("loaded", player=player, crates=action.crates)


def one_crate(table: Table) -> Iterator[Offer]:
    return (Offer(Load((crate,)), open=True) for crate in CRATES)


def one_crate_more(table: Table, action: Load) -> Iterator[Load]:
    return (Load((*action.crates, crate)) for crate in CRATES)


def wait(table: Table, action: Wait) -> None:
    table.note(waiting=table.here(Day).waiting[1:])


def help_across(table: Table, action: Help) -> None:
    crossing = table.here(Crossing)
    table.pay(1, source=BANK, to=table.answering())
    table.pay(2 * crossing.crates - 1, source=BANK, to=crossing.owner)
    land(table)


def leave_it(table: Table, action: LeaveIt) -> None:
    table.interrupt("storm", table.here(Crossing))
    table.note(carried=True)


def calm(table: Table, action: Calm) -> None:
    crossing = table.here(Crossing)
    table.pay(2 * crossing.crates, source=BANK, to=crossing.owner)
    land(table)


def land(table: Table) -> None:
    crossing, harbour = table.here(Crossing), table.own(Harbour)
    table.keep(crates_shipped=harbour.crates_shipped + crossing.crates)
    table.note(carried=True)
    table.tell("landed", player=crossing.owner, crates=crossing.crates)


def sink(table: Table, action: Sink) -> None:
    table.note(carried=True)
    table.tell("sunk", player=table.here(Crossing).owner)


@rule("tip-while-sailing")
def season_goes_on(table: Table, action: Tip) -> Refused | None:
    return refused() if table.own(Harbour).tips == 0 or len(table.state.stack) == 1 else None


@rule("tip-within-cash")
def tip_is_covered(table: Table, action: Tip) -> Refused | None:
    cash = table.state.cash[table.answering()]
    return None if 1 <= action.amount <= cash else refused(cash=cash)


def tips(table: Table) -> Iterator[Offer]:
    cash = table.state.cash.get(table.answering(), 0)
    if cash:
        yield Offer(Tip(1), Span(1, cash))


def tip(table: Table, action: Tip) -> None:
    table.pay(action.amount, source=table.answering(), to=BANK)
    table.keep(tips=table.own(Harbour).tips - 1)


BLOW = Move(Blow, lambda table: (Offer(Blow(1), Span(1, 3)),), (wind_is_1_to_3,), blow)
LOAD_CHECKS = (loads_something, crates_are_there, wind_carries_all, load_is_paid)
LOAD = Move(Load, one_crate, LOAD_CHECKS, load, grow=one_crate_more)
WAIT = Move(Wait, lambda table: (Offer(Wait()),), (), wait, passive=True)
HELP = Move(Help, lambda table: (Offer(Help()),), (), help_across)
LEAVE_IT = Move(LeaveIt, lambda table: (Offer(LeaveIt()),), (), leave_it, passive=True)
CALM = Move(Calm, lambda table: (Offer(Calm()),), (), calm)
SINK = Move(Sink, lambda table: (Offer(Sink()),), (), sink)
TIP = Move(Tip, tips, (season_goes_on, tip_is_covered), tip)
BOW = Move(Bow, lambda table: (Offer(Bow()),), (), lambda table, action: table.note(rounds=ROUNDS + 1))


# ---------------------------------------------------------------------------------------------------------- the steps


def sail(table: Table) -> First | None:
    season = table.here(Season)
    if season.rounds >= ROUNDS:
        return None
    return First("day", Day(waiting=table.state.players), remember=Season(season.rounds + 1))


def bow(table: Table) -> Ask | None:
    if table.here(Season).rounds > ROUNDS:
        return None
    poorest = min(table.state.players, key=lambda player: table.state.cash[player])
    return Ask(poorest, (BOW,), Message("bow", {}))


def close(table: Table) -> End:
    table.tell("closed")
    return END


def ask_for_wind(table: Table) -> Ask | None:
    return None if table.here(Day).wind else Ask(CHANCE, (BLOW,), Message("wind", {}))


def ask_for_loads(table: Table) -> Ask | None:
    waiting = table.here(Day).waiting
    return Ask(waiting[0], (LOAD, WAIT), Message("load", {})) if waiting else None


def ask_for_help(table: Table) -> Ask | None:
    crossing = table.here(Crossing)
    if crossing.carried:
        return None
    return Ask(table.next_seat(crossing.owner), (HELP, LEAVE_IT), Message("help", {"player": crossing.owner}))


def ask_the_storm(table: Table) -> Ask | None:
    return None if table.here(Crossing).carried else Ask(CHANCE, (CALM, SINK), Message("storm", {}))


# ---------------------------------------------------------------------------------------------------------- the title

ENGINE_PARAGRAPHS = {"1": "Turns", "2": "Answers", "3": "Pieces", "4": "The end"}
ENGINE_KEYS = {"whose-turn": "1", "not-asked": "2", "no-such-thing": "3", "game-over": "4"}


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    return a_state(title, players, Harbour(tips=3, crates_shipped=0), Season())


def a_state(title: Title, players: tuple[PlayerId, ...], extras: Any, facts: Any, *, each: int = 5) -> State:
    return State(
        players=players,
        cash={BANK: 100 - each * len(players), **dict.fromkeys(players, each)},
        certs={},
        tokens={},
        board=Board(title.grid, {}),
        extras=extras,
        stack=[title.frame("game", facts)],
    )


def look(title: Title, state: State) -> View:
    return View(
        course=Course((Message("season", {}), Message("end", {})), 0 if state.stack else 1),
        hexes=(),
        companies=(),
        players=tuple(PlayerView(player, state.cash[player], {}, {}) for player in state.players),
        gauges=(),
    )


def cash_of_players(state: State) -> dict[PlayerId, int]:
    return {player: state.cash[player] for player in state.players}


@dataclass(frozen=True, slots=True)
class NoExtras:
    pass


def a_title(
    scripts: Mapping[str, tuple[Step, ...]],
    *,
    actions: tuple[type[Any], ...] = (),
    facts: tuple[type[Any], ...] = (),
    extras: type[Any] = NoExtras,
    keys: tuple[str, ...] = (),
    pieces: Mapping[str, frozenset[str]] | None = None,
    setup: Any = lambda title, players, options: a_state(title, players, NoExtras(), None),
    standing_moves: tuple[Move[Any], ...] = (),
    rules_version: int = 1,
    id: str = "toy",
) -> Title:
    """A title with nothing in it but scripts; what a test does not name is empty."""
    book = Rulebook(ENGINE_PARAGRAPHS | {"5": "Rules"}, ENGINE_KEYS | dict.fromkeys(keys, "5"))
    return Title(
        id=id,
        name="A toy",
        rules_version=rules_version,
        seats=range(2, 4),
        data=None,
        rulebook=book,
        grid=Grid("flat", {}),
        setup=setup,
        scripts=scripts,
        actions=actions,
        facts=facts,
        extras=extras,
        score=cash_of_players,
        pieces=pieces or {},
        counts=lambda state: {"money": sum(state.cash.values())},
        layout=Layout("flat", (), ()),
        view=look,
        estimate=cash_of_players,
        currency="¢",
        standing_moves=standing_moves,
    )


FERRY = a_title(
    {
        "game": (sail, bow, close),
        "day": (ask_for_wind, ask_for_loads),
        "crossing": (ask_for_help,),
        "storm": (ask_the_storm,),
    },
    id="ferry",
    actions=(Blow, Load, Wait, Help, LeaveIt, Calm, Sink, Tip, Bow),
    facts=(Season, Day, Crossing),
    extras=Harbour,
    keys=tuple(check.rule for move in (BLOW, LOAD, TIP) for check in move.checks),
    pieces={"crate": frozenset(CRATES)},
    setup=deal,
    standing_moves=(TIP,),
)


def a_ferry(players: str = "A B") -> Game:
    return start(FERRY, players.split())
