"""[X.3] [X.5] For two: chance makes piles of two, the players draft them, then each may buy a mountain railway."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import choosing, forbidding, never, plain
from ferrovia.engine.play import Ask, Move, Step, Table
from ferrovia.model.ids import CHANCE, IPO, POOL, SCRAP, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.stock import EndStockTurn
from ferrovia.titles.t1824 import first_round
from ferrovia.titles.t1824.material import books, box, mountains_of
from ferrovia.titles.t1824.stations import put_home


@dataclass(frozen=True, slots=True)
class DrawRailway:
    company: CompanyId


@dataclass(frozen=True, slots=True)
class DeclineMountain:
    pass


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """The piles that are left, the pile of which one half was taken, and how far the draft is."""

    drawn: tuple[CompanyId, ...] = ()
    piles: tuple[tuple[CompanyId, ...], ...] = ()
    rest: tuple[CompanyId, ...] = ()
    picks: int = 0
    offers: int = 0
    """How many players were offered a mountain railway."""


# ------------------------------------------------------------------------------------------------------------ the piles


def to_draw(table: Table) -> Sequence[CompanyId]:
    """[X.3] First one of the coal railways, then one of the small Pre-Staatsbahnen."""
    if not table.here(DraftFacts).drawn:
        return box(table).of_kind["coal"]
    return small_railways(table)


def small_railways(table: Table) -> list[CompanyId]:
    """All but the first of a Staatsbahn."""
    material = box(table)
    return [r for r in material.of_kind["pre"] if r != material.predecessors[material.heir(r)][0]]


def draw(table: Table, action: DrawRailway) -> None:
    table.note(drawn=(*table.here(DraftFacts).drawn, action.company))


DRAW = choosing(DrawRailway, "draw-pile", to_draw, draw)


def draw_first_pile(table: Table) -> Ask | None:
    """[X.3] One coal railway and one small Pre-Staatsbahn, at random, will only build."""
    if len(table.here(DraftFacts).drawn) == 2:
        return None
    return Ask(CHANCE, (DRAW,), Message("draw-pile", {}))


def make_piles(table: Table) -> None:
    """[X.3] The two large Pre-Staatsbahnen, the two other small ones, the two other coal railways."""
    coal, small = table.here(DraftFacts).drawn
    large = tuple(r for r in box(table).of_kind["pre"] if r not in small_railways(table))
    others = tuple(r for r in small_railways(table) if r != small)
    coals = tuple(r for r in box(table).of_kind["coal"] if r != coal)
    table.note(piles=((coal, small), large, others, coals))
    table.keep(construction=(coal, small), directorless=box(table).heir(coal))
    table.hand_over(box(table).reserved[small], to=IPO)
    if not box(table).ways.keeps_all_tokens:
        table.give_tokens(box(table).heir(small), -1)
        table.give_tokens(small, 1)
    table.tell("piles-made", coal=coal, railway=small)


def found_directorless(table: Table) -> None:
    """[X.4] All its certificates lie in the pool; it begins in the lowest row."""
    company, price = box(table).heir(table.here(DraftFacts).drawn[0]), box(table).numbers.stock.directorless_price
    table.hand_over_all(box(table).papers.of[company], to=POOL)
    table.move_price(company, box(table).market.cells_of(price)[-1])
    table.set_par(company, price)
    table.float_company(company)
    table.tell("directorless", company=company, price=price)


def is_founded(table: Table) -> bool:
    return books(table).directorless in table.state.pars


def place_directorless_home(table: Table) -> None:
    """[X.4] Its home station is on the map from the start."""
    put_home(table, box(table).heir(table.here(DraftFacts).drawn[0]))


# ------------------------------------------------------------------------------------------------------------- drafting


def drafting(table: Table, pickers: tuple[int, ...]) -> PlayerId | None:
    """Who takes a railway now; whoever did not pick receives the other half of the pile."""
    draft, order = table.here(DraftFacts), table.state.order
    if draft.rest:
        return order[1 - pickers[draft.picks - 1]]
    return order[pickers[draft.picks]] if draft.picks < len(pickers) else None


lies_in_a_pile = its_company_is("draft-pile", lambda table, company: company in to_take(table))


def to_take(table: Table) -> list[CompanyId]:
    draft = table.here(DraftFacts)
    return list(draft.rest) or [railway for pile in draft.piles for railway in pile]


def draft_railway(table: Table, action: first_round.BuyRailway) -> None:
    draft, railway = table.here(DraftFacts), action.company
    if draft.rest:
        table.note(rest=())
    else:
        pile = next(pile for pile in draft.piles if railway in pile)
        left = tuple(other for other in draft.piles if other != pile)
        table.note(piles=left, rest=tuple(r for r in pile if r != railway), picks=draft.picks + 1)
    if railway == draft.drawn[0] and not is_founded(table):
        found_directorless(table)
    first_round.take_railway(table, railway, action.price)


TAKE = Move(
    first_round.BuyRailway,
    lambda table: first_round.at_their_prices(table, to_take(table)),
    (lies_in_a_pile, first_round.is_its_price, first_round.can_pay_for_railway),
    draft_railway,
)


NO_PASS = forbidding(EndStockTurn, never("no-pass-in-draft"))
"""[X.5 ¶1]"""


def drafting_in_turn(pickers: tuple[int, ...], *others: Move[Any]) -> Step:
    """[X.5] `pickers`: which player picks from a whole pile, by seat; `others`: what else is answered, if only by why
    not."""

    def draft_railways(table: Table) -> Ask | None:
        who = drafting(table, pickers)
        return None if who is None else Ask(who, (TAKE, *others), what_to_draft(table.here(DraftFacts)))

    return draft_railways


def what_to_draft(draft: DraftFacts) -> Message:
    """What one takes decides what the other gets: the piles are told as they lie."""
    if draft.rest:
        return Message("draft-rest", {"company": draft.rest[0]})
    return Message("draft", {"piles": "; ".join(" + ".join(pile) for pile in draft.piles)})


# ---------------------------------------------------------------------------------------------------- mountain railways


def note_purchase(table: Table) -> None:
    table.note(offers=table.here(DraftFacts).offers + 1)
    table.keep(declined=())


def decline_mountain(table: Table, action: DeclineMountain) -> None:
    """[X.5] It is no pass, but on the site it counts as one, and the last of the railways is gone."""
    table.note(offers=table.here(DraftFacts).offers + 1)
    if box(table).ways.declining_is_passing:
        table.keep(declined=(*books(table).declined, table.answering()))
        table.hand_over(mountains_of(table, IPO)[-1], to=SCRAP)


TAKE_MOUNTAIN = first_round.buying_mountain(note_purchase)
DECLINE_MOUNTAIN = plain(DeclineMountain, decline_mountain, passive=True)


def offer_mountains(table: Table) -> Ask | None:
    """[X.5] Each may buy one."""
    offers, order = table.here(DraftFacts).offers, table.state.order
    if offers == len(order):
        return None
    return Ask(order[offers], (TAKE_MOUNTAIN, DECLINE_MOUNTAIN), Message("offer-mountain", {}))
