"""A copy of a state shares nothing that can be changed with it."""

import pickle
from collections.abc import Callable
from copy import deepcopy

import pytest

from ferrovia.model.ids import BANK, CertId, CompanyId, HexId, Owner, PlayerId, TrainId
from ferrovia.model.shares import papers
from ferrovia.model.state import Frame, Holdings, Quote, State, Train, TrainCards
from support.tables import a_table

A = PlayerId(Owner("A"))
PRR = CompanyId(Owner("PRR"))


def a_state() -> State:
    return a_table("chicago-express").state


def move_money(state: State) -> None:
    state.cash[A] -= 1
    state.cash[BANK] += 1


def move_a_certificate(state: State) -> None:
    state.certs[CertId("PRR-1")] = A


def place_a_token(state: State) -> None:
    state.board = state.board.with_token(PRR, HexId("Q5"))


def take_a_token(state: State) -> None:
    state.tokens[PRR] -= 1


def open_a_procedure(state: State) -> None:
    state.stack.append(Frame("x", "y", None))


def move_a_price(state: State) -> None:
    state.prices[PRR] = Quote(3, 1)


def give_a_train(state: State) -> None:
    state.trains = state.trains.with_card(TrainId("2-1"), Train(PRR, "2"))


def change_the_phase(state: State) -> None:
    state.phase = "brown"


def change_the_extras(state: State) -> None:
    state.extras = None


def change_the_order(state: State) -> None:
    state.order = state.order[::-1]


def set_a_par(state: State) -> None:
    state.pars[PRR] = 80


def float_a_company(state: State) -> None:
    state.floated = (PRR,)


def let_a_company_operate(state: State) -> None:
    state.operated = (PRR,)


def close_a_company(state: State) -> None:
    state.closed = (PRR,)


def earn_revenue(state: State) -> None:
    state.last_revenue[PRR] = 40


def owe_money(state: State) -> None:
    state.debt[A] = 10


CHANGES = [
    change_the_order,
    set_a_par,
    float_a_company,
    let_a_company_operate,
    close_a_company,
    earn_revenue,
    owe_money,
    move_money,
    move_a_certificate,
    place_a_token,
    take_a_token,
    open_a_procedure,
    move_a_price,
    give_a_train,
    change_the_phase,
    change_the_extras,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_changing_a_copy_leaves_the_original(change: Callable[[State], None]) -> None:
    state = a_state()
    copy = state.copy()
    assert copy == state
    change(copy)
    assert copy != state
    assert state == a_state()


def test_a_state_is_equal_to_nothing_else() -> None:
    assert a_state() != "a state"


def test_every_table_is_copied_and_compared() -> None:
    """A table added later must be among the changes above."""
    changed = {name for change in CHANGES for name in _changed_by(change)}
    assert changed == set(State.__slots__) - {"players"}


def _changed_by(change: Callable[[State], None]) -> set[str]:
    before, after = a_state(), a_state()
    change(after)
    return {name for name in State.__slots__ if getattr(before, name) != getattr(after, name)}


def test_train_cards_are_a_value() -> None:
    """Whoever has which is known without looking at all of them, also in a copy."""
    first, second = TrainId("2-1"), TrainId("2-2")
    cards = TrainCards({first: Train(Owner("A"), "2"), second: Train(Owner("A"), "2")})
    assert cards.held_by(Owner("A")) == (first, second)
    moved = cards.with_card(first, Train(Owner("B"), "2"))
    assert (moved.held_by(Owner("A")), moved.held_by(Owner("B")), cards.held_by(Owner("B"))) == (
        (second,),
        (first,),
        (),
    )
    assert moved.with_card(first, Train(Owner("A"), "2")).held_by(Owner("A")) == (second, first)
    assert cards.first_of_each(Owner("A")) == {"2": first}
    assert (moved.first_of_each(Owner("A")), moved.first_of_each(Owner("C"))) == ({"2": second}, {})
    turned = cards.with_card(first, Train(Owner("A"), "2+"))
    assert turned.first_of_each(Owner("A")) == {"2": second, "2+": first}
    assert pickle.loads(pickle.dumps(cards)) == deepcopy(cards) == cards
    with pytest.raises(TypeError):
        cards[first] = Train(Owner("B"), "2")
    with pytest.raises(TypeError):
        del cards[first]


def test_holdings_are_equal_where_everybody_has_the_same() -> None:
    """A copy without looking at each paper; one that was changed and changed back, and one made anew, too."""
    first, second = CertId("PRR-1"), CertId("PRR-2")
    held = Holdings({first: A, second: BANK})
    copied, moved = held.copy(), held.copy()
    moved[first] = BANK
    assert held == copied == Holdings({first: A, second: BANK})
    assert held != moved and moved != copied
    moved[first] = A
    assert held == moved == {first: A, second: BANK}
    held[second] = A
    assert held != copied and held.copy() != copied


def test_what_somebody_holds_is_counted_anew_after_a_paper_has_changed_hands() -> None:
    """A copy knows what was counted before, until it is changed; then the original still knows it."""
    sheet, state = papers({PRR: (20, 10, 10)}), a_state()
    first, second, third = sheet.by_id
    state.certs = Holdings({first: A, second: A, third: BANK})

    def counted(of: State) -> tuple[int, int, int]:
        return sheet.percent(of, A, PRR), len(sheet.ordinary(of, A, PRR)), sheet.percent(of, BANK, PRR)

    assert counted(state) == (30, 1, 10)
    after = state.copy()
    assert after.certs.counted is state.certs.counted
    after.certs[third] = A
    assert (counted(after), counted(state)) == ((40, 2, 0), (30, 1, 10))
    after.certs |= {first: BANK, second: BANK}
    assert (counted(after), counted(state)) == ((10, 1, 30), (30, 1, 10))
    after.certs.update({second: A})
    assert (counted(after), counted(state)) == ((20, 2, 20), (30, 1, 10))
    with pytest.raises(TypeError):
        del after.certs[first]
    assert pickle.loads(pickle.dumps(after.certs)) == deepcopy(after.certs) == after.certs
