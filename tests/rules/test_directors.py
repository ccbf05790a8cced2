"""Who directs a company: succession, and how the director's certificate changes hands."""

import pytest

from ferrovia.engine.play import Table
from ferrovia.model.ids import IPO, CompanyId, Owner, PlayerId
from ferrovia.model.shares import Papers
from ferrovia.rules.directors import after, sell_shares, settle_director, successor
from titles.t18cz.tables import CzTable, a_table

SX = CompanyId(Owner("SX"))


def table_of(written: CzTable) -> tuple[Table, Papers, tuple[PlayerId, ...]]:
    return Table(written.title, written.state), written.box.papers, written.state.order


def held(table: Table, papers: Papers, name: str) -> tuple[int, int]:
    """Percent and number of certificates."""
    owner = Owner(name)
    return papers.percent(table.state, owner, SX), len(papers.held(table.state, owner, SX))


@pytest.mark.parametrize(("player", "others"), [("A", "BCD"), ("B", "CDA"), ("D", "ABC"), ("nobody", "ABCD")])
def test_who_comes_next(player: str, others: str) -> None:
    """In turn order, beginning after that player; all of them for somebody who does not play."""
    order = tuple(PlayerId(Owner(name)) for name in "ABCD")
    assert "".join(after(order, Owner(player))) == others


@pytest.mark.parametrize(
    ("holdings", "order", "left", "heir"),
    [
        ("A30 B20 C20", "B A C", 0, "C"),
        ("A30 B20 C20", "A B C", 0, "B"),
        ("A30 B20 C30", "A B C", 0, "C"),
        ("A30 B10 C10", "A B C", 0, None),
        ("A40 B20 C20", "A B C", 20, None),
        ("A40 B30 C20", "A B C", 20, "B"),
    ],
)
def test_successor(holdings: str, order: str, left: int, heir: str | None) -> None:
    """The largest holder above what is left, of equals the next in order; nobody below the certificate's percentage."""
    table, _, cards = table_of(a_table().order(order).has("SX", price=100, held=holdings))
    assert successor(table, SX, retiring=Owner("A"), order=cards, left=left) == heir


def test_more_than_the_director_makes_director() -> None:
    table, papers, order = table_of(a_table().has("SX", price=100, held="A20 B30"))
    settle_director(table, SX, order)
    assert papers.director(table.state, SX) == "B"
    assert (held(table, papers, "A"), held(table, papers, "B")) == ((20, 2), (30, 2))
    assert [event.key for event in table.events] == ["director-changed"]


def test_as_much_as_the_director_changes_nothing() -> None:
    table, papers, order = table_of(a_table().has("SX", price=100, held="A30 B30"))
    settle_director(table, SX, order)
    assert (papers.director(table.state, SX), table.events) == ("A", [])


@pytest.mark.parametrize(
    ("holdings", "shares", "director", "seller"),
    [
        ("A40 B20", 2, "A", (20, 1)),
        ("A40 B30", 1, "A", (30, 2)),
        ("A40 B30", 2, "B", (20, 2)),
        ("A30 B20", 2, "B", (10, 1)),
        ("A30 B20", 3, "B", (0, 0)),
        ("B50 A30", 3, "B", (0, 0)),
    ],
)
def test_selling(holdings: str, shares: int, director: str, seller: tuple[int, int]) -> None:
    """Ordinary certificates go first; the director's is given up only if they do not suffice, or another has more."""
    table, papers, order = table_of(a_table().has("SX", price=100, held=holdings))
    before = papers.percent(table.state, IPO, SX)
    sell_shares(table, SX, shares, seller=PlayerId(Owner("A")), to=IPO, order=order)
    assert (papers.director(table.state, SX), held(table, papers, "A")) == (director, seller)
    assert papers.percent(table.state, IPO, SX) == before + 10 * shares
    assert table.state.certs[papers.directors_certificate(SX).id] != IPO


def test_nobody_can_take_it() -> None:
    table, _, order = table_of(a_table().has("SX", price=100, held="A30 B10"))
    with pytest.raises(ValueError, match="nobody can take"):
        sell_shares(table, SX, 2, seller=PlayerId(Owner("A")), to=IPO, order=order)
