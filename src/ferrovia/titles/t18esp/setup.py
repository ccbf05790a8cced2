"""[1.5] The set-up: which companies are in the game, and what lies on the pioneers."""

from dataclasses import dataclass

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Table
from ferrovia.model.ids import CHANCE, IPO, CompanyId, Owner
from ferrovia.model.message import Message
from ferrovia.rules.takeover import retire
from ferrovia.titles.t18esp.material import CRB, P6, P7, Kind, PioneerId, box

KINDS: tuple[Kind, ...] = ("north", "south", "minor")


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """[1.5.2] Chance takes a company out of the game."""

    company: CompanyId


@dataclass(frozen=True, slots=True)
class DrawShare:
    """[1.5.1] [1.5.2] Chance draws the northern company whose certificate lies on a pioneer."""

    company: CompanyId


def leave_out(table: Table, company: CompanyId) -> None:
    retire(table, company)
    table.tell("left-out", company=company)


def in_the_game(table: Table, kind: Kind) -> list[CompanyId]:
    kinds, closed = box(table).kinds, table.state.closed
    return [company for company in box(table).companies if kinds[company] == kind and company not in closed]


def kind_to_draw(table: Table) -> Kind | None:
    """The kind of which there are still too many."""
    for kind in KINDS:
        printed = sum(each.kind == kind for each in box(table).companies.values())
        if printed - len(in_the_game(table, kind)) < box(table).numbers.random[kind]:
            return kind
    return None


def companies_to_draw(table: Table) -> list[CompanyId]:
    kind = kind_to_draw(table)
    return in_the_game(table, kind) if kind else []


LEAVE_OUT = choosing(LeaveOut, "set-up-draw", companies_to_draw, lambda table, action: leave_out(table, action.company))


def draw_companies(table: Table) -> Ask | None:
    """[1.5.2] Two northern majors, three southern ones and three minors leave the game."""
    kind = kind_to_draw(table)
    return None if kind is None else Ask(CHANCE, (LEAVE_OUT,), Message("leave-out", {}))


def take_standard_companies(table: Table) -> None:
    """[1.5.1] The standard set-up leaves the same companies in the box every time."""
    for company in box(table).numbers.standard.without:
        leave_out(table, company)


# ------------------------------------------------------------------------------------------- what lies on the pioneers


def has_its_share(table: Table, pioneer: PioneerId) -> bool:
    return Owner(pioneer) in table.state.certs.values()


def pioneer_to_draw_for(table: Table) -> PioneerId | None:
    """[1.5.1] [1.5.2] Pioneer 7 always draws a director's certificate, pioneer 6 only if CRB is not in the game."""
    return next((pioneer for pioneer in (P7, P6) if not has_its_share(table, pioneer)), None)


def draw_share(table: Table, action: DrawShare) -> None:
    papers, pioneer = box(table).papers, pioneer_to_draw_for(table)
    assert pioneer is not None
    directors, first, *_ = papers.of[action.company]
    table.hand_over(directors.id if pioneer == P7 else first.id, to=Owner(pioneer))
    if pioneer == P7:
        table.keep(carreno=action.company)
    table.tell("share-drawn", pioneer=pioneer, company=action.company)


DRAW_SHARE = choosing(DrawShare, "set-up-draw", lambda table: in_the_game(table, "north"), draw_share)


def draw_shares(table: Table) -> Ask | None:
    pioneer = pioneer_to_draw_for(table)
    return None if pioneer is None else Ask(CHANCE, (DRAW_SHARE,), Message("draw-share", {"pioneer": pioneer}))


def lay_share_on_zafra_huelva(table: Table) -> None:
    """[1.5.1] [1.5.2] If CRB is in the game, pioneer 6 is Zafra–Huelva and carries a share of it."""
    if CRB not in table.state.closed:
        table.hand_over(box(table).papers.of[CRB][1].id, to=Owner(P6))


def reserve_shares(table: Table) -> None:
    """[1.5.1] Each southern major keeps a share on its charter, for the director of a minor that it absorbs."""
    for company in in_the_game(table, "south"):
        table.hand_over(box(table).papers.ordinary(table.state, IPO, company)[-1].id, to=company)
