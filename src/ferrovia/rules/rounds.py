"""Sets of rounds, operating rounds, and the turn of a company."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ferrovia.engine.moves import plain
from ferrovia.engine.play import END, Ask, Check, End, First, Move, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.values import changed, made_often
from ferrovia.rules.directors import director_of

A = TypeVar("A")

# ----------------------------------------------------------------------------------------------------- sets of rounds


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Where we are in the course of the game: set by set, each with a stock round and operating rounds."""

    sets_done: int = 0
    opened: int = 0
    """How many procedures before the stock round of this set are behind us, such as a session of Parliament."""
    stock_round_done: bool = False
    rounds: int = 0
    """How many operating rounds this set has; 0 until the stock round has ended."""
    rounds_done: int = 0


def sets(
    *,
    stock: Callable[[Table, int], Any],
    rounds: Callable[[Table, GameFacts], int],
    is_over: Callable[[Table, GameFacts], bool],
) -> Step:
    """A stock round and some operating rounds, then whatever ends a set, until the game is over.

    `stock`: the facts with which the stock round of a number begins; `rounds`: how many operating rounds follow it;
    `is_over`: asked after the stock round and after each operating round.
    """

    def play_the_sets(table: Table) -> First | End:
        game = table.here(GameFacts)
        if not game.stock_round_done:
            facts = stock(table, game.sets_done + 1)
            return First("stock round", facts, remember=replace(game, stock_round_done=True))
        if not game.rounds:
            game = replace(game, rounds=rounds(table, game))
        if is_over(table, game):
            return END
        if game.rounds_done < game.rounds:
            return First("operating round", OperatingFacts(), remember=replace(game, rounds_done=game.rounds_done + 1))
        return First("end of set", remember=GameFacts(sets_done=game.sets_done + 1))

    return play_the_sets


def set_is_done(game: GameFacts) -> bool:
    return game.rounds_done >= game.rounds


# --------------------------------------------------------------------------------------------------- operating rounds


@dataclass(frozen=True, slots=True)
class OperatingFacts:
    """An operating round: the companies in order, and those that have had their turn or were joined to one that has."""

    companies: tuple[CompanyId, ...] = ()
    operated: tuple[CompanyId, ...] = ()


def fixing_the_order(order: Callable[[Table], Iterable[CompanyId]]) -> Step:
    """Who operates after whom is settled at the start of the round."""

    def fix_the_order(table: Table) -> None:
        table.note(companies=tuple(order(table)))

    return fix_the_order


def by_market(table: Table) -> tuple[CompanyId, ...]:
    """Highest price first; in one cell whoever arrived first."""
    return table.box.operating_order(table.state)


# ---------------------------------------------------------------------------------------------------- a company's turn


@made_often
@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """A company's turn, and what was done in it."""

    company: CompanyId
    first: bool
    """It has never operated before."""
    done: tuple[str, ...] = ()
    """The parts of the turn that are over, and whatever else can be done only once in it."""
    yellow_laid: int = 0
    upgraded: bool = False
    revenue: int | None = None
    subsidy: int = 0
    """What goes into the treasury whatever is decided about the dividend."""
    paid: bool = False
    over: bool = False
    """Ended at once."""


def as_fixed(table: Table, playing: OperatingFacts) -> Iterable[CompanyId]:
    """A company that has left the game before its turn has none."""
    running = table.state.running
    return (company for company in playing.companies if company in running)


def usual_turn(table: Table, company: CompanyId) -> str:
    return "company turn"


def operating_by(
    order: Callable[[Table, OperatingFacts], Iterable[CompanyId]],
    turn: Callable[..., CompanyTurn] = CompanyTurn,
    script: Callable[[Table, CompanyId], str] = usual_turn,
) -> Step:
    """One turn each. `order`: who comes before whom as things are now; `turn`: what a turn remembers; `script`: how a
    company has its turn."""

    def operate_in_order(table: Table) -> First | None:
        playing, state = table.here(OperatingFacts), table.state
        company = next((company for company in order(table, playing) if company not in playing.operated), None)
        if company is None:
            return None
        facts = turn(company, first=company not in state.operated)
        return First(script(table, company), facts, changed(playing, operated=(*playing.operated, company)))

    return operate_in_order


operate_in_order = operating_by(as_fixed)


def runs_this_round(state: State, company: CompanyId) -> int:
    """1 if a company still runs its trains in the operating round that has begun, else 0."""
    waiting = 0
    for frame in state.stack:
        match frame.facts:
            case OperatingFacts(companies, operated):
                waiting = int(company in companies and company not in operated)
            case CompanyTurn(company=operating, revenue=None) if operating == company:
                waiting = 1
            case _:
                pass
    return waiting


def open_turn(table: Table) -> CompanyTurn | None:
    """The turn of a company that is going on, whatever is asked in it; None between turns."""
    return turn_in(table.state)


def turn_in(state: State) -> CompanyTurn | None:
    for frame in state.stack:
        if isinstance(frame.facts, CompanyTurn):
            return frame.facts
    return None


def operating(table: Table) -> CompanyId:
    """The company whose turn it is, whatever is being settled inside it."""
    return table.outer(CompanyTurn).company


def is_done(table: Table, part: str) -> bool:
    return part in table.outer(CompanyTurn).done


def finish(table: Table, *parts: str) -> None:
    """Some parts of the turn are over."""
    done = table.outer(CompanyTurn).done
    table.amend(CompanyTurn, done=(*done, *(part for part in parts if part not in done)))


def company_is(key: str, holds: Callable[[Table, CompanyId], bool]) -> Check[object]:
    """What `holds` of the company whose turn it is; a refusal names it."""

    @rule(key)
    def it_holds(table: Table, action: object) -> Refused | None:
        company = operating(table)
        return None if holds(table, company) else refused(company=company)

    return it_holds


def once_a_turn(key: str, *parts: str) -> Check[object]:
    """None of some parts of the turn is over."""
    return company_is(key, lambda table, company: not any(is_done(table, part) for part in parts))


def ending(action: type[A], part: str, *duties: Check[A]) -> Move[A]:
    """The answer that goes on to the next part of the turn, once every duty of this one is done."""
    return plain(action, lambda table, ended: finish(table, part), *duties, passive=True)


def note_the_first_turn(table: Table) -> None:
    table.note_first_turn(table.here(CompanyTurn).company)


def asked_of(who: PlayerId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    """A question in an operating round: to a director, or to whoever else decides for a company there."""
    return Ask(who, moves, about, others=explain_who_decides)


def explain_who_decides(table: Table, player: PlayerId) -> Refused:
    """Companies act, not players: only whoever speaks for the company is asked."""
    return refused_by("director-decides", player=player, asked=table.answering())


Asked = Callable[[Table, CompanyId, tuple[Move[Any], ...], Message], Ask]
"""The question to whoever decides for a company: with which moves it is answered, and what it is about."""


def ask_director(table: Table, company: CompanyId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    return Ask(director_of(table, company), moves, about)


def ask_and_explain(table: Table, company: CompanyId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    """The director is asked, and everybody else is told who decides."""
    return asked_of(director_of(table, company), moves, about)
