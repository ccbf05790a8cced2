"""Who directs a company: the largest holder, and how the director's certificate changes hands."""

from collections.abc import Iterable, Sequence

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.shares import Certificate, Papers


def after(order: Sequence[PlayerId], player: Owner) -> list[PlayerId]:
    """Everybody else in turn order, beginning with whoever comes next after this player."""
    if player not in order:
        return list(order)
    at = list(order).index(PlayerId(player))
    return [*order[at + 1 :], *order[:at]]


def successor(
    table: Table, papers: Papers, company: CompanyId, *, retiring: Owner, order: Sequence[PlayerId], left: int
) -> PlayerId | None:
    """Who takes over from a director who is left with so many percent: the largest holder above that, of equals the
    next in turn order; nobody who has less than the director's certificate stands for."""
    least = papers.directors_certificate(company).percent
    holdings = {player: papers.percent(table.state, player, company) for player in after(order, retiring)}
    able = {player: percent for player, percent in holdings.items() if percent >= least and percent > left}
    return max(able, key=lambda player: able[player]) if able else None


def swap_directors_certificate(table: Table, papers: Papers, company: CompanyId, *, old: Owner, new: PlayerId) -> None:
    """The new director gives ordinary certificates of the same percentage for the director's certificate."""
    directors = papers.directors_certificate(company)
    given = _making_up(directors.percent, papers.ordinary(table.state, new, company))
    for cert in given:
        table.hand_over(cert.id, to=old)
    table.hand_over(directors.id, to=new)
    table.tell("director-changed", company=company, player=new, before=old)


def _making_up(percent: int, certs: Iterable[Certificate]) -> list[Certificate]:
    taken: list[Certificate] = []
    for cert in certs:
        if percent:
            taken.append(cert)
            percent -= cert.percent
    if percent:
        raise ValueError("the ordinary certificates do not make up the director's")
    return taken


def settle_director(table: Table, papers: Papers, company: CompanyId, order: Sequence[PlayerId]) -> None:
    """After a purchase or sale: whoever holds strictly more than the director becomes director."""
    old = table.state.certs[papers.directors_certificate(company).id]
    left = papers.percent(table.state, old, company)
    new = successor(table, papers, company, retiring=old, order=order, left=left)
    if new is not None:
        swap_directors_certificate(table, papers, company, old=old, new=new)


def sell_shares(
    table: Table,
    papers: Papers,
    company: CompanyId,
    shares: int,
    *,
    seller: PlayerId,
    to: Owner,
    order: Sequence[PlayerId],
) -> None:
    """Hands over so many shares; where ordinary certificates do not suffice, the director's is given up first."""
    ordinary = papers.ordinary(table.state, seller, company)
    if shares > len(ordinary):
        left = papers.percent(table.state, seller, company) - shares * papers.unit(company)
        new = successor(table, papers, company, retiring=seller, order=order, left=left)
        if new is None:
            raise ValueError("nobody can take the director's certificate")
        swap_directors_certificate(table, papers, company, old=seller, new=new)
        ordinary = papers.ordinary(table.state, seller, company)
    for cert in ordinary[-shares:]:
        table.hand_over(cert.id, to=to)
    if table.state.certs[papers.directors_certificate(company).id] == seller:
        settle_director(table, papers, company, order)
