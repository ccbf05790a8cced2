"""The choices in order, and what each would do."""

from ferrovia import Game, new_game
from ferrovia.cli.choices import Choice, Group, grouped, wants_only_an_amount
from ferrovia.cli.language import words_of
from ferrovia.cli.reading import Reader


def after(*typed: str) -> Game:
    """The game of Ana, Ben and Eva after some answers; Ana has bought the four first shares before them."""
    game = new_game("chicago-express", ["Ana", "Ben", "Eva"])
    reader = Reader(game.title, words_of(game.title, "en"))
    for text in [*["bid 8", "pass", "pass"] * 4, *typed]:
        game = game.play(reader.action(game, text))
    return game


def a_turn() -> Game:
    """Ana's second turn: NYC stands in Binghamton."""
    return after("expand NYC R3 Q3", "decline auction", "decline auction")


def groups_of(game: Game) -> tuple[Group, ...]:
    return grouped(game, game.offers(), words_of(game.title, "en"))


def choice(groups: tuple[Group, ...], heading: str, what: str) -> Choice:
    return next(c for group in groups if group.heading == heading for c in group.choices if c.what == what)


def test_every_offer_has_its_number() -> None:
    game = a_turn()
    choices = [choice for group in groups_of(game) for choice in group.choices]
    assert [choice.number for choice in choices] == list(range(1, len(choices) + 1))
    assert [choice.offer for choice in choices] == list(game.offers())


def test_expansions_are_grouped_by_company() -> None:
    headings = [group.heading for group in groups_of(a_turn())]
    assert [h for h in headings if h.startswith("Expand")] == [
        f"Expand a network: {company}" for company in ("PRR", "B&O", "NYC", "C&O")
    ]


def test_an_expansion_says_what_it_costs_and_brings() -> None:
    groups = groups_of(a_turn())
    assert choice(groups, "Expand a network: NYC", "P2").effect == "−$2"
    assert choice(groups, "Expand a network: NYC", "S4").effect == "−$1"


def test_a_longer_expansion_says_what_all_of_it_costs_and_brings() -> None:
    game = after()
    words = words_of(game.title, "en")
    longer = game.more(Reader(game.title, words).action(game, "expand NYC R3"))
    assert choice(grouped(game, longer, words), "Expand a network: NYC", "Q3 Binghamton").effect == "−$4, income +1"


def test_a_development_says_whose_income_rises() -> None:
    groups = groups_of(a_turn())
    assert choice(groups, "Develop a hex", "Q3 Binghamton").effect == "NYC income +1"
    assert choice(groups, "Develop a hex", "R3").effect == "NYC +$2"


def test_what_all_answers_of_a_group_would_do_is_told_once() -> None:
    """The last expansion before the dividends: whatever is built, Ana is paid $26."""
    declined = ["decline auction"] * 3 + ["decline expansion"] * 4
    expansions = groups_of(after(*declined, "decline development", "decline development"))
    group = next(group for group in expansions if group.heading == "Expand a network: NYC")
    assert group.each == "Ana +$26"
    assert {choice.effect for choice in group.choices} == {"−$1", "−$2"}


def test_a_bare_number_is_an_amount_only_in_an_auction() -> None:
    auction, turn = new_game("chicago-express", ["Ana", "Ben"]), a_turn()
    assert wants_only_an_amount(auction.offers(), auction) is auction.offers()[0]
    assert wants_only_an_amount(turn.offers(), turn) is None
