"""What the numbers of 18CZ say about the time to come."""

from ferrovia import Game
from ferrovia.model.outlook import Outlook
from titles.t18cz.answers import company_id
from titles.t18cz.tables import a_table

EKJ = company_id("EKJ")


def outlook_of(game: Game) -> Outlook:
    assert isinstance(game.title.outlook, Outlook)
    return game.title.outlook


def test_thirteen_operating_rounds() -> None:
    game = a_table().stock_round(1, "A").game()
    assert outlook_of(game).rounds_left(game.state) == 13


def test_a_company_runs_once_more_in_a_round_in_which_it_has_not_run_yet() -> None:
    table = a_table().has("EKJ", price=60, held="A50", stations="D5", trains="2a")
    for step, more in (("track", 1), ("trains", 0)):
        game = table.turn_of("EKJ", step, revenue=None if more else 40, paid=not more).game()
        outlook = outlook_of(game)
        assert outlook.runs_left(game.state, EKJ) == outlook.rounds_left(game.state) + more


def test_the_price_rises_by_the_steps_of_its_size() -> None:
    table = a_table().phase("d").has("EKJ", price=60, held="A50").has("SX", price=120, held="A50")
    game = table.stock_round(5, "A").game()
    outlook, market = outlook_of(game), game.title.data.market
    for name, steps in (("EKJ", 1), ("SX", 2)):
        company = company_id(name)
        cell = game.state.prices[company].cell
        for _ in range(steps):
            cell = market.right(cell)
        assert outlook.price_after(game.state, company, 1) == market.price(cell)


def test_half_of_a_company_floats_it() -> None:
    game = a_table().phase("d").has("SX", price=120, held="A20 B10").stock_round(5, "A").game()
    assert outlook_of(game).to_float(game.state, company_id("SX")) == 20


def test_trains_ahead_are_those_of_its_size() -> None:
    table = a_table().phase("d").has("EKJ", price=60, held="A50").has("SX", price=120, held="A50")
    game = table.stock_round(5, "A").game()
    outlook = outlook_of(game)
    assert [(p.face, p.cost) for p in outlook.trains_ahead(game.state, company_id("SX"))][:2] == [
        ("3Ed", 250),
        ("4Ef", 350),
    ]
    assert outlook.trains_ahead(game.state, EKJ)[0].face == "3d"


def test_a_train_rusts_with_the_first_card_that_ends_its_kind() -> None:
    """[VIII.12 discard 1] Fives are ended by nothing; twos by the first four, which lies under all older cards."""
    game = a_table().stock_round(1, "A").game()
    outlook = outlook_of(game)
    assert outlook.cards_before_rust(game.state, "2a") == 5 + 4 + 4 + 4
    assert outlook.cards_before_rust(game.state, "5g") is None


def test_locals_pay_their_owners() -> None:
    game = a_table().locals(A="S1 M1", B="L1").stock_round(1, "A").game()
    a, b, _ = game.state.players
    incomes = outlook_of(game).incomes(game.state)
    assert incomes[a] == 15 and incomes[b] > 0
