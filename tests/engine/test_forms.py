"""An action as a form: names, kinds and order of its fields are read off its annotations."""

from dataclasses import dataclass

import pytest

from ferrovia.engine.forms import Field, Form, form_of, name_of
from ferrovia.model.ids import CompanyId, HexId


@dataclass(frozen=True, slots=True)
class BuyTwoThings:
    company: CompanyId
    hexes: tuple[HexId, ...]
    amount: int
    amounts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Odd:
    weight: float


def test_a_form_is_read_off_an_action() -> None:
    """Ids name their kind, a tuple is a row of them, a number is an amount."""
    assert form_of(BuyTwoThings) == Form(
        "buy_two_things",
        (
            Field("company", "company", many=False),
            Field("hexes", "hex", many=True),
            Field("amount", "amount", many=False),
            Field("amounts", "amount", many=True),
        ),
    )


def test_an_action_is_called_by_its_name() -> None:
    action = BuyTwoThings(CompanyId("X"), (), 1)  # pyright: ignore[reportArgumentType]
    assert name_of(action) == "buy_two_things"


def test_a_form_knows_every_piece_an_action_speaks_of() -> None:
    """Amounts are no pieces."""
    action = BuyTwoThings(CompanyId("X"), (HexId("A1"), HexId("B2")), 7)  # pyright: ignore[reportArgumentType]
    assert list(form_of(BuyTwoThings).names_in(action)) == [("company", "X"), ("hex", "A1"), ("hex", "B2")]


def test_a_field_is_an_amount_or_a_route_or_an_id() -> None:
    with pytest.raises(TypeError, match="field 'weight': <class 'float'> is neither an amount nor a route nor an id"):
        form_of(Odd)
