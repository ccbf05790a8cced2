"""[X.3] [X.5] For two: chance makes piles of two, the players draft them, then each may buy a mountain railway."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ferrovia.engine.moves import choosing, plain
from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK, CHANCE, IPO, POOL, SCRAP, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.titles.t1824.first_round import (
    BuyRailway,
    buying_mountain,
    can_pay_for_railway,
    prices_of,
    take_railway,
)
from ferrovia.titles.t1824.homes import put_home
from ferrovia.titles.t1824.material import books, box, mountains_of


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
        return box(table).of_kind("coal")
    return small_railways(table)


def small_railways(table: Table) -> list[CompanyId]:
    return [r for r in box(table).of_kind("pre") if box(table).reserved(r) != heir_certificate(table, r)]


def heir_certificate(table: Table, railway: CompanyId) -> str:
    heir = box(table).companies[railway].becomes
    assert heir is not None
    return box(table).papers.directors_certificate(heir).id


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
    large = tuple(r for r in box(table).of_kind("pre") if r not in small_railways(table))
    others = tuple(r for r in small_railways(table) if r != small)
    coals = tuple(r for r in box(table).of_kind("coal") if r != coal)
    table.note(piles=((coal, small), large, others, coals))
    table.keep(construction=(coal, small), directorless=box(table).companies[coal].becomes)
    table.hand_over(box(table).reserved(small), to=IPO)
    heir = box(table).companies[small].becomes
    if heir is not None and not box(table).ways.keeps_all_tokens:
        table.give_tokens(heir, -1)
        table.give_tokens(small, 1)
    table.tell("piles-made", coal=coal, railway=small)


def found_directorless(table: Table) -> None:
    """[X.4] All its certificates lie in the pool; it begins in the lowest row."""
    coal = table.here(DraftFacts).drawn[0]
    company, price = box(table).companies[coal].becomes, box(table).numbers.stock.directorless_price
    assert company is not None
    for cert in box(table).papers.of[company]:
        table.hand_over(cert.id, to=POOL)
    market = box(table).market
    lowest = max(cell.row for cell in market.cells)
    table.move_price(company, next(n for n, c in enumerate(market.cells) if c.row == lowest and c.price == price))
    table.set_par(company, price)
    table.float_company(company)
    table.tell("directorless", company=company, price=price)


def is_founded(table: Table) -> bool:
    return books(table).directorless in table.state.pars


def place_directorless_home(table: Table) -> None:
    """[X.4] Its home station is on the map from the start."""
    company = books(table).directorless
    assert company is not None
    put_home(table, company)


# ------------------------------------------------------------------------------------------------------------- drafting


def drafting(table: Table, pickers: tuple[int, ...]) -> PlayerId | None:
    """Who takes a railway now; whoever did not pick receives the other half of the pile."""
    draft, order = table.here(DraftFacts), table.state.order
    if draft.rest:
        return order[1 - pickers[draft.picks - 1]]
    return order[pickers[draft.picks]] if draft.picks < len(pickers) else None


@rule("draft-pile")
def lies_in_a_pile(table: Table, action: BuyRailway) -> Refused | None:
    return None if action.company in to_take(table) else refused(company=action.company)


def to_take(table: Table) -> list[CompanyId]:
    draft = table.here(DraftFacts)
    return list(draft.rest) or [railway for pile in draft.piles for railway in pile]


@rule("railway-price")
def is_its_draft_price(table: Table, action: BuyRailway) -> Refused | None:
    prices = draft_prices(table, action.company)
    return None if action.price in prices else refused(company=action.company, price=action.price, prices=prices)


def draft_prices(table: Table, railway: CompanyId) -> tuple[int, ...]:
    """[X.5] A railway that only builds costs as much as the cheapest."""
    prices = prices_of(table, railway)
    return prices[:1] if railway in table.here(DraftFacts).drawn else prices


def draft_railway(table: Table, action: BuyRailway) -> None:
    player, draft, railway = table.answering(), table.here(DraftFacts), action.company
    if draft.rest:
        table.note(rest=())
    else:
        pile = next(pile for pile in draft.piles if railway in pile)
        left = tuple(other for other in draft.piles if other != pile)
        table.note(piles=left, rest=tuple(r for r in pile if r != railway), picks=draft.picks + 1)
    if railway == draft.drawn[0] and not is_founded(table):
        found_directorless(table)
    if railway not in draft.drawn:
        take_railway(table, railway, action.price, player=player)
        return
    table.pay(action.price, source=player, to=BANK)
    table.hand_over(box(table).papers.directors_certificate(railway).id, to=player)
    table.float_company(railway)
    table.tell("railway-bought", player=player, railway=railway, amount=action.price)


def draft_offers(table: Table) -> Iterator[Offer]:
    for railway in to_take(table):
        for price in draft_prices(table, railway):
            yield Offer(BuyRailway(railway, price))


TAKE = Move(BuyRailway, draft_offers, (lies_in_a_pile, is_its_draft_price, can_pay_for_railway), draft_railway)


def drafting_in_turn(pickers: tuple[int, ...]) -> Step:
    """[X.5] `pickers`: which player picks from a whole pile, by seat."""

    def draft_railways(table: Table) -> Ask | None:
        who = drafting(table, pickers)
        return None if who is None else Ask(who, (TAKE,), what_to_draft(table.here(DraftFacts)))

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


TAKE_MOUNTAIN = buying_mountain(note_purchase)
DECLINE_MOUNTAIN = plain(DeclineMountain, decline_mountain, passive=True)


def offer_mountains(table: Table) -> Ask | None:
    """[X.5] Each may buy one."""
    offers, order = table.here(DraftFacts).offers, table.state.order
    if offers == len(order):
        return None
    return Ask(order[offers], (TAKE_MOUNTAIN, DECLINE_MOUNTAIN), Message("offer-mountain", {}))
