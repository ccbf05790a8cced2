"""Who directs a company: the largest holder, and how the director's certificate changes hands."""

from collections.abc import Callable, Iterable, Sequence

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.shares import Certificate

Order = Callable[[Table], Sequence[PlayerId]]
"""In which order players come who hold equally much; whoever retires is skipped, and the search begins after them."""


def in_turn_order(table: Table) -> Sequence[PlayerId]:
    return table.state.order


def director_of(table: Table, company: CompanyId) -> PlayerId:
    """Who decides for a company that has a director."""
    return table.box.decider(table.state, company)


def after(order: Sequence[PlayerId], player: Owner) -> list[PlayerId]:
    """Everybody else in turn order, beginning with whoever comes next after this player."""
    if player not in order:
        return list(order)
    at = list(order).index(PlayerId(player))
    return [*order[at + 1 :], *order[:at]]


def successor(
    table: Table, company: CompanyId, *, retiring: Owner, left: int, order: Sequence[PlayerId]
) -> PlayerId | None:
    """Who takes over from a director who is left with a percentage: the largest holder above that, among equals the
    next in order; nobody who has less than the director's certificate stands for."""
    papers = table.box.papers
    least = papers.directors_certificate(company).percent
    holdings = {player: papers.percent(table.state, player, company) for player in after(order, retiring)}
    able = {player: percent for player, percent in holdings.items() if percent >= least and percent > left}
    return max(able, key=lambda player: able[player]) if able else None


def swap_directors_certificate(table: Table, company: CompanyId, *, old: Owner, new: PlayerId) -> None:
    """The new director gives ordinary certificates of the same percentage for the director's certificate."""
    papers = table.box.papers
    directors = papers.directors_certificate(company)
    given = making_up(directors.percent, papers.ordinary(table.state, new, company))
    table.hand_over_all(given, to=old)
    table.hand_over(directors.id, to=new)
    table.tell("director-changed", company=company, player=new, before=old)


def making_up(percent: int, certs: Iterable[Certificate]) -> list[Certificate]:
    """The first of some certificates, up to a percentage."""
    taken: list[Certificate] = []
    for cert in certs:
        if percent:
            taken.append(cert)
            percent -= cert.percent
    if percent:
        raise ValueError(f"these certificates are {percent}% short")
    return taken


def settle_director(table: Table, company: CompanyId, order: Sequence[PlayerId]) -> None:
    """After a purchase or sale: whoever holds strictly more than the director becomes director."""
    papers = table.box.papers
    old = table.state.certs[papers.directors_certificate(company).id]
    left = papers.percent(table.state, old, company)
    new = successor(table, company, retiring=old, left=left, order=order)
    if new is not None:
        swap_directors_certificate(table, company, old=old, new=new)


def sell_shares(
    table: Table, company: CompanyId, shares: int, *, seller: PlayerId, to: Owner, order: Sequence[PlayerId]
) -> None:
    """Hands over a number of shares; where ordinary certificates do not suffice, the director's is given up first."""
    papers = table.box.papers
    ordinary = papers.ordinary(table.state, seller, company)
    if shares > len(ordinary):
        left = papers.percent(table.state, seller, company) - shares * papers.unit(company)
        new = successor(table, company, retiring=seller, left=left, order=order)
        if new is None:
            raise ValueError("nobody can take the director's certificate")
        swap_directors_certificate(table, company, old=seller, new=new)
        ordinary = papers.ordinary(table.state, seller, company)
    table.hand_over_all(ordinary[-shares:], to=to)
    if table.state.certs[papers.directors_certificate(company).id] == seller:
        settle_director(table, company, order)
