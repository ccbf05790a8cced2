"""The choices in order, and what each would do."""

import pytest

from cli.railways import asked, most_offers
from ferrovia import Game, Offer, new_game
from ferrovia.cli.choices import READABLE, Effects, Group, MenuLine, grouped, wants_only_an_amount
from ferrovia.cli.language import words_of
from ferrovia.cli.reading import Reader
from ferrovia.model.ids import HexId
from ferrovia.render.sentences import describe_hex
from ferrovia.titles.t18esp.forced import BuyWithLoan
from ferrovia.titles.t18esp.homes import ChooseBase
from titles.t18esp.tables import a_table


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


def choice(groups: tuple[Group, ...], heading: str, what: str) -> MenuLine:
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
    longer = game.offers().longer(Reader(game.title, words).action(game, "expand NYC R3"))
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


# -------------------------------------------------------------------------------------------------- a title with tiles


def lays(game: Game) -> list[Group]:
    return [group for group in groups_of(game) if group.heading.startswith("Lay a tile")]


def test_many_lays_are_bundled_by_hex() -> None:
    """Hex, tile and turn are too many to list; each bundle says how much is in it."""
    game = asked("track", such=lambda game: len({o.action.hex for o in game.offers() if is_lay(o.action)}) > 3)
    (group,) = lays(game)
    assert group.heading == "Lay a tile"
    bundled = [offer for choice in group.choices for offer in choice.offers]
    assert bundled == [offer for offer in game.offers() if is_lay(offer.action)]
    for choice in group.choices:
        assert len({offer.action.hex for offer in choice.offers}) == 1
        assert choice.what.startswith(choice.offer.action.hex)
        if choice.is_bundle:
            assert choice.effect == f"{len(choice.offers)} ways"


def is_lay(action: object) -> bool:
    return type(action).__name__ == "LayTile"


def test_a_bundle_shows_tiles_and_turns_with_what_they_cost_and_where_track_leads() -> None:
    game = asked("track", such=lambda game: any("river" in told(game, o.action.hex) for o in first_lays(game)))
    bundle = [offer for offer in first_lays(game) if "river" in told(game, offer.action.hex)]
    groups = grouped(game, bundle[:3], words_of(game.title, "en"))
    costs = game.title.layout.hexes[[face.id for face in game.title.layout.hexes].index(bundle[0].action.hex)].figures
    shown = [f"{group.each} {choice.effect}" for group in groups for choice in group.choices]
    assert len(shown) == len(bundle[:3])
    for line in shown:
        assert f"−{costs['cost']}\u00a0K" in line
        assert "track to " in line


def first_lays(game: Game) -> list[Offer]:
    return [offer for offer in game.offers() if is_lay(offer.action)]


def told(game: Game, hex_id: HexId) -> str:
    return describe_hex(game.title.layout, game.view(), hex_id, words_of(game.title, "en"))


def test_what_only_one_offer_is_worth_its_own_line_is_not_grouped_apart() -> None:
    """Shares of several companies, one place each: one group, each choice with all it names."""
    game = asked("trade", such=lambda game: len([o for o in game.offers() if hasattr(o.action, "place")]) > 1)
    group = next(group for group in groups_of(game) if group.heading == "Buy a share")
    companies = [choice.offer.action.company for choice in group.choices]
    assert [choice.what for choice in group.choices] == [f"{company}, bank" for company in companies]


def test_numbers_of_shares_are_no_money() -> None:
    game = asked("trade", such=lambda game: any(hasattr(o.action, "shares") for o in game.offers()))
    whats = [c.what for group in groups_of(game) for c in group.choices if hasattr(c.offer.action, "shares")]
    assert whats
    assert all(what.endswith(("share", "shares")) for what in whats)


def test_the_proposed_run_says_what_it_earns() -> None:
    game = asked("run", such=lambda game: bool(game.offers()[0].action.routes))
    choice = groups_of(game)[0].choices[0]
    best = game.take(choice.offer)
    revenue = best.where()[-1].facts.revenue
    assert choice.what.count(" – ") >= 1
    assert choice.effect.startswith(f"earns {revenue}\u00a0K")


def test_a_private_railway_says_what_it_brings() -> None:
    choices = groups_of(asked("draft"))[0].choices
    assert choices[0].what == "S1 Plan – Tachau"
    assert choices[0].effect == "income 5\u00a0K, Ana −25\u00a0K"


def test_hundreds_of_answers_are_not_played_to_describe_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than can be read are bundled unplayed: the question comes at once."""
    game, played = most_offers(), 0
    offers = [*game.offers()] * (1 + READABLE // len(game.offers()))

    def count(self: Game, offer: Offer, amount: int | None = None) -> Game:
        nonlocal played
        played += 1
        return self.play(offer.action)

    monkeypatch.setattr(Game, "take", count)
    grouped(game, offers, words_of(game.title, "en"))
    assert len(offers) > READABLE
    assert played == 0


def test_a_city_of_several_says_where_its_track_leads() -> None:
    """CFEA chooses one of the two cities of Oviedo for its base."""
    table = a_table().phase("3").has("CFEA", price=90, held="X40", cash=360).lies("D6 L132/0").turn_of("CFEA", "base")
    game = table.game()
    effects = Effects(game, words_of(game.title, "en"))
    told = [effects.of(offer)[0] for offer in game.offers().of(ChooseBase)]
    assert told == ["track to D8 Mieres", "track to C7"]


def test_a_loan_says_what_will_be_owed() -> None:
    table = a_table().phase("7").has("FdLR", price=90, held="X40", cash=300, stations="H8").cash(X=114)
    game = table.turn_of("FdLR", "trains").game()
    effects = Effects(game, words_of(game.title, "en"))
    (told,) = [effects.of(offer) for offer in game.offers().of(BuyWithLoan)]
    assert told == ["\u2212300\u00a0pts", "X \u2212114\u00a0pts", "X loan 386\u00a0pts"]
