"""[5.2] [7.11.2] Share merging: holder by holder, with half shares; refinancing."""

from collections.abc import Iterable
from random import Random

import pytest

from ferrovia import Game
from ferrovia.model.ids import Owner
from ferrovia.rules.consent import Agree
from ferrovia.titles.t1862.forced import Refinance
from ferrovia.titles.t1862.mergers import Acquire, Merge
from ferrovia.titles.t1862.merging import RedeemOption, SellOption
from support import laws
from support.tables import asked
from titles.t1862.tables import (
    EasternTable,
    a_table,
    box_of,
    company_id,
    director,
    holdings,
    kinds_offered,
    money,
    price_of,
    shares,
    told,
)

rule = pytest.mark.rule

REDEEM, SELL = RedeemOption(), SellOption()


def side_by_side(players: str, **cash: int) -> EasternTable:
    """Phase B, with Norwich for two companies: who stands there is connected."""
    return a_table(players).phase("B").tiles("F5 790/0").cash(**cash)


def merged(table: EasternTable, active: str, other: str, *, survivor: str) -> Game:
    """The position after the merger was proposed; the same player must direct both, or agree at once."""
    game = table.turn_of(active, "merge_with_another").game()
    return game.play(Merge(company_id(other), company_id(survivor)))


def answer(game: Game, answers: Iterable[object]) -> Game:
    for action in answers:
        assert asked(game).about.key in ("merger-option", "refinancing-option")
        game = game.play(action)
    return game


def everybody_redeems(game: Game) -> Game:
    while game.ask and game.ask.about.key.endswith("-option"):
        game = game.play(REDEEM)
    return game


def owners_asked(game: Game) -> list[tuple[str, str, int, int]]:
    """Who is asked about whose option, what redeeming costs and selling brings, if everybody redeems."""
    found: list[tuple[str, str, int, int]] = []
    while game.ask and game.ask.about.key.endswith("-option"):
        about = game.ask.about.params
        found.append((game.ask.who, about["owner"], about["cost"], about["value"]))
        game = game.play(REDEEM)
    return found


# --------------------------------------------------------------------------------------------- examples of the rulebook


def example_one() -> EasternTable:
    table = side_by_side("Richard Emma Peter Linda", Richard=500, Emma=500, Peter=500, Linda=66)
    table.has("N&E", price=90, held="Richard4 Emma3 Peter1", treasury=2, trains="1F", stations="B13 F5", cash=300)
    return table.has(
        "WStI",
        price=90,
        held="Richard5 Peter1 Linda1",
        treasury=1,
        pool=1,
        chartered=True,
        trains="2/3E",
        stations="B5 F5",
        cash=100,
    )


@rule("5.2.2", "5.2.3", "5.2.4", "5.2.6", "7.5.5")
def test_e4_the_first_example_of_share_merging() -> None:
    """Linda cannot pay, so that the company finds a share in the pool for its option."""
    game = merged(example_one(), "N&E", "WStI", survivor="N&E")
    assert (price_of(game, "N&E"), game.state.pars[company_id("N&E")]) == (134, 100)
    assert owners_asked(game) == [("Richard", "Richard", 67, 67), ("Emma", "Emma", 67, 67), ("Richard", "N&E", 67, 67)]
    game = answer(game, [REDEEM, REDEEM])
    assert told(game, "option-sold") == [{"owner": "Linda", "company": "N&E", "amount": 67}]
    assert money(game, "Linda") == 66 + 67
    game = answer(game, [REDEEM])
    assert holdings(game, "N&E") == {"Richard": 5, "Emma": 2, "Peter": 1, "N&E": 2}
    assert holdings(game, "WStI") == {"ipo": 10}
    assert director(game, "N&E") == "Richard"
    assert [money(game, p) for p in ("Richard", "Emma", "Peter", "N&E", "WStI")] == [433, 433, 500, 400 - 67, 0]


@rule("5.2.4", "5.2.6")
def test_e4_had_linda_redeemed_the_company_could_not() -> None:
    """With 67 she is asked; then no share is left for the company, and its option is sold for 67."""
    game = merged(example_one().cash(Linda=67), "N&E", "WStI", survivor="N&E")
    game = answer(game, [REDEEM, REDEEM])
    assert asked(game).who == "Linda"
    game = answer(game, [REDEEM])
    assert told(game, "shares-not-exchanged") == [{"owner": "N&E", "company": "WStI", "shares": 1, "amount": 67}]
    assert holdings(game, "N&E") == {"Richard": 5, "Emma": 2, "Peter": 1, "Linda": 1, "N&E": 1}
    assert money(game, "N&E") == 400 + 67


@rule("5.2.2", "5.2.3", "5.2.4", "5.2.7")
def test_e5_the_second_example_of_share_merging() -> None:
    """The company's second share cannot be exchanged and is sold at the full price."""
    table = side_by_side("Martin Rachel Charles Helen", Martin=100, Rachel=100, Charles=100, Helen=100)
    table.has("N&E", price=100, held="Martin3 Charles3 Helen2", chartered=True, stations="B13 F5")
    table.has("I&B", price=74, held="Martin4 Rachel3 Helen1", treasury=2, trains="2/3E", stations="D9 F5", cash=10)
    game = merged(table, "N&E", "I&B", survivor="N&E")
    assert (price_of(game, "N&E"), game.state.pars[company_id("N&E")]) == (86, 82)
    assert owners_asked(game) == [(name, name, 43, 43) for name in ("Martin", "Rachel", "Charles", "Helen")]
    game = everybody_redeems(game)
    assert told(game, "shares-not-exchanged") == [{"owner": "N&E", "company": "I&B", "shares": 1, "amount": 86}]
    assert holdings(game, "N&E") == {"Martin": 4, "Rachel": 2, "Charles": 2, "Helen": 2}
    assert holdings(game, "I&B") == {"ipo": 10}
    assert [money(game, name) for name in ("Martin", "Rachel", "Charles", "Helen", "N&E")] == [57, 57, 57, 57, 96]


@rule("5.2.4")
@pytest.mark.parametrize(
    ("held", "redeem", "sell"), [("A5 B5", 50, 250), ("A4 B2 C2 D2", 100, 200), ("A3 B3 C2 D2", 150, 150)]
)
def test_e6_what_a_directors_certificate_is_worth_as_an_option(held: str, redeem: int, sell: int) -> None:
    """By the shares that its holder had, at a price of 100."""
    table = a_table().phase("E").cash(A=600).has("ESR", price=100, held=held, stations="F11", cash=0)
    game = table.turn_of("ESR", "buy_trains").game().play(Refinance())
    about = asked(game).about.params
    assert (about["directors"], about["cost"], about["value"]) == (True, redeem, sell)
    assert (about["redeemed"], about["sold"]) == (3, 0)
    kept, sold = game.play(REDEEM), game.play(SELL)
    assert (money(kept, "A"), money(sold, "A")) == (600 - redeem, 600 + sell)
    assert (shares(kept, "A", "ESR"), shares(sold, "A", "ESR")) == (3, 0)


# ------------------------------------------------------------------------------------------------------- by the rules


def two_directors() -> EasternTable:
    table = side_by_side("Ann Bob Cid Dee", Ann=500, Bob=500, Cid=500, Dee=500)
    table.has("ESR", price=100, held="Ann4 Cid3 Dee3", trains="1F", stations="F11 F5")
    return table.has("I&B", price=90, held="Bob4 Cid3 Dee3", trains="1F", stations="D9 F5")


def merged_with_consent() -> Game:
    return merged(two_directors(), "ESR", "I&B", survivor="ESR").play(Agree())


@rule("5.2.4", "5.2.5")
def test_c7_the_other_directors_certificate_finds_none_to_be_exchanged_for() -> None:
    """Ann redeems hers; Bob must sell his; of three with three shares the initiator directs."""
    game = merged_with_consent()
    about = asked(game).about.params
    assert (asked(game).who, about["cost"], about["value"]) == ("Ann", 134, 268)
    game = answer(game, [REDEEM])
    assert told(game, "shares-not-exchanged") == [{"owner": "Bob", "company": "I&B", "shares": 3, "amount": 268}]
    assert holdings(game, "ESR") == {"Ann": 3, "Cid": 3, "Dee": 3, "pool": 1}
    assert (director(game, "ESR"), money(game, "Bob"), holdings(game, "I&B")) == ("Ann", 768, {"ipo": 10})


@rule("5.2.4", "5.2.5")
def test_c7_the_other_director_takes_the_certificate_that_was_given_up() -> None:
    """Ann sells hers; Bob exchanges his for it; with as many shares as others he is the next clockwise."""
    game = answer(merged_with_consent(), [SELL])
    about = asked(game).about.params
    assert (asked(game).who, about["directors"], about["cost"]) == ("Bob", True, 134)
    game = answer(game, [REDEEM])
    assert holdings(game, "ESR") == {"Bob": 3, "Cid": 3, "Dee": 3, "pool": 1}
    assert (director(game, "ESR"), money(game, "Ann"), money(game, "Bob")) == ("Bob", 768, 366)


def both_trainless(profile: str) -> EasternTable:
    table = a_table("Ann Bob", profile=profile).phase("B").tiles("F5 790/0").cash(Ann=500, Bob=500)
    table.has("ESR", price=110, held="Ann6 Bob4", stations="F11 F5")
    return table.has("I&B", price=90, held="Ann6 Bob3", treasury=1, stations="D9 F5")


@rule("5.2.4")
@pytest.mark.parametrize(("profile", "amount"), [("rulebook", 36), ("site", 35)])
def test_c9_an_option_that_cannot_be_exchanged_is_rounded_up(profile: str, amount: int) -> None:
    """Bob redeems for half of 71 rounded down; the company gets half rounded up; on the site down."""
    game = merged(both_trainless(profile), "ESR", "I&B", survivor="ESR")
    assert price_of(game, "ESR") == 71
    assert owners_asked(game) == [("Bob", "Bob", 35, 35)]
    game = answer(game, [REDEEM])
    assert told(game, "shares-not-exchanged") == [{"owner": "ESR", "company": "I&B", "shares": 1, "amount": amount}]
    assert (holdings(game, "ESR"), money(game, "ESR")) == ({"Ann": 6, "Bob": 4}, amount)


@rule("5.2.4", "7.14")
@pytest.mark.parametrize(("profile", "amount"), [("rulebook", 188), ("site", 187)])
def test_x11_the_option_of_the_company_in_an_acquisition(profile: str, amount: int) -> None:
    """E&H at 400 and L&E at 182 become one at 375: options cost 187."""
    table = a_table("A B", profile=profile).phase("F").tiles("F5 791/0").cash(A=900, B=900)
    table.has("E&H", price=400, held="A6 B4", trains="4/5E", stations="C8 F5")
    table.has("L&E", price=182, held="A5 B4", treasury=1, trains="4/5E", stations="C6 F5")
    game = table.turn_of("E&H", "acquire_another").game().play(Acquire(company_id("L&E"), company_id("E&H")))
    assert (price_of(game, "E&H"), game.state.pars[company_id("E&H")]) == (375, 100)
    assert owners_asked(game) == [("A", "A", 187, 187)]
    game = answer(game, [REDEEM])
    assert told(game, "shares-not-exchanged") == [{"owner": "E&H", "company": "L&E", "shares": 1, "amount": amount}]


@rule("5.2.4")
def test_a_director_with_few_shares_takes_ordinary_ones_of_the_pool() -> None:
    """The survivor's first: Bob, who directs the other company, returns two of four and needs no exchange."""
    table = side_by_side("Ann Bob", Ann=500, Bob=500)
    table.has("ESR", price=100, held="Ann6", pool=4, trains="1F", stations="F11 F5")
    table.has("I&B", price=90, held="Bob4", pool=6, trains="1F", stations="D9 F5")
    game = merged(table, "ESR", "I&B", survivor="ESR").play(Agree())
    assert told(game, "shares-returned") == [
        {"owner": "Ann", "company": "ESR", "shares": 3},
        {"owner": "Bob", "company": "ESR", "shares": 2},
    ]
    assert told(game, "share-exchanged") == []
    assert (holdings(game, "ESR"), director(game, "ESR")) == ({"Ann": 3, "Bob": 2, "pool": 5}, "Ann")


@rule("5.2.4")
def test_shares_are_exchanged_with_the_nearest_holder_who_has_not_acted() -> None:
    """Bob takes his share from Cid, who sits nearer than Dee; Ann has acted; the company is the last to be asked."""
    table = side_by_side("Ann Bob Cid Dee", Ann=500, Bob=500, Cid=500, Dee=500)
    table.has("ESR", price=100, held="Ann4 Cid2 Dee2", treasury=2, trains="1F", stations="F11 F5")
    table.has("I&B", price=90, held="Ann4 Bob3 Dee1", treasury=2, trains="1F", stations="D9 F5")
    game = merged(table, "ESR", "I&B", survivor="ESR")
    exchanged = [(each["owner"], each["giver"]) for each in told(game, "share-exchanged")]
    assert exchanged == [("Bob", "Cid"), ("Bob", "Cid")]
    assert asked(game).about.params["redeemed"] == 2
    game = answer(game, [REDEEM])
    assert told(game, "shares-returned")[0] == {"owner": "Cid", "company": "ESR", "shares": 1}


@rule("5.2.4")
def test_a_question_says_what_the_holder_will_have_in_either_case() -> None:
    """Shares and money, and what everybody has if all redeem who can."""
    game = merged(example_one(), "N&E", "WStI", survivor="N&E")
    about = dict(asked(game).about.params)
    assert about == {
        "company": "N&E",
        "owner": "Richard",
        "price": 134,
        "directors": False,
        "cost": 67,
        "redeemed": 5,
        "value": 67,
        "sold": 4,
        "outlook": {"Richard": 5, "Emma": 2, "Peter": 1, "N&E": 2},
    }
    sold = game.play(SELL)
    assert (shares(sold, "Richard", "N&E"), money(sold, "Richard")) == (4, 567)


@rule("6.5.2")
def test_c35_a_merger_may_leave_more_certificates_than_the_limit() -> None:
    """Ann exchanges a director's certificate for ordinary ones: more papers, and nothing is to be done now."""
    table = side_by_side("Ann Bob Cid Dee", Ann=500, Bob=500, Cid=500, Dee=500)
    table.has("ESR", price=100, held="Ann5", pool=5, trains="1F", stations="F11 F5")
    table.has("I&B", price=90, held="Ann5", pool=5, trains="1F", stations="D9 F5")
    for name in ("ECR", "EUR"):
        table.has(name, price=54, held="Bob3 Ann5")
    game = merged(table, "ESR", "I&B", survivor="ESR")
    counted = box_of(game).papers.count(game.state, Owner("Ann"))
    assert holdings(game, "ESR") == {"Ann": 5, "pool": 5}
    assert counted == 10 + 3
    assert asked(game).about.key == "track"


# --------------------------------------------------------------------------------------------------------- refinancing


def poor_company() -> EasternTable:
    table = a_table("Ann Bob").phase("D").sold_out("D").cash(Ann=100, Bob=100).permits(EUR="express")
    table.has("EUR", price=82, held="Ann5 Bob5", cash=40, stations="E12", permits="local freight")
    return table.has("I&B", price=54, held="Bob5 Ann5", cash=1000, trains="4E", stations="D9")


def refinancing() -> Game:
    game = poor_company().turn_of("EUR", "buy_trains").game().play(Refinance())
    about = asked(game).about
    assert (about.key, asked(game).who) == ("refinancing-option", "Ann")
    assert (about.params["cost"], about.params["value"]) == (41, 205)
    return game


@rule("5.1.3", "5.2", "5.2.4", "7.11.2")
def test_c8_both_holders_redeem() -> None:
    """Three shares each, four in the pool; the company has 820 more, and buys the train for 500."""
    game = answer(refinancing(), [REDEEM, REDEEM])
    assert holdings(game, "EUR") == {"Ann": 3, "Bob": 3, "pool": 4}
    assert (director(game, "EUR"), money(game, "EUR"), price_of(game, "EUR")) == ("Ann", 860, 82)
    assert told(game, "refinanced") == [{"company": "EUR", "amount": 820}]
    assert (money(game, "Ann"), money(game, "Bob")) == (59, 59)
    assert asked(game).about.key == "buy-a-train"


@rule("5.2.5", "7.11.2")
def test_c8_the_director_sells_and_the_other_takes_over() -> None:
    game = answer(refinancing(), [SELL, REDEEM])
    assert holdings(game, "EUR") == {"Bob": 3, "pool": 7}
    assert (director(game, "EUR"), asked(game).who, money(game, "Ann")) == ("Bob", "Bob", 305)


@rule("5.2.5", "7.11.2", "8")
def test_c8_nobody_keeps_three_shares() -> None:
    """The state buys the train: freight, the first kind that the company may run."""
    game = answer(refinancing(), [SELL, SELL])
    assert holdings(game, "EUR") == {"Bob": 2, "pool": 8}
    assert told(game, "state-administration") == [{"company": "EUR"}]
    assert (director(game, "EUR"), money(game, "EUR")) == (None, 860 - 500)
    assert [card.face for card in game.state.trains.values() if card.owner == "EUR"] == ["6F"]


@rule("5.2.2", "5.2.4", "7.11.2")
def test_x8_the_shares_on_offer_help_the_director() -> None:
    """Price and par 62: five in the offer; the director takes three of them, returns two, pays 31, directs again."""
    table = a_table("A B").phase("D").cash(A=100, B=0)
    table.has("EUR", price=62, held="A5", chartered=True, cash=0, stations="E12")
    game = table.turn_of("EUR", "buy_trains").game().play(Refinance())
    assert holdings(game, "EUR") == {"A": 3, "pool": 7}
    assert asked(game).about.params["directors"] is False
    game = answer(game, [REDEEM])
    assert (holdings(game, "EUR"), director(game, "EUR")) == ({"A": 3, "pool": 7}, "A")
    assert (money(game, "A"), money(game, "EUR")) == (69, 620)


@rule("5.2.5", "7.11.2", "8")
def test_x9_refinancing_into_state_administration() -> None:
    """The director is left with two shares; the company redeems its own half share; the state buys the H."""
    table = a_table("A B").phase("G").sold_out("G").cash(A=100, B=100)
    table.has("N&S", price=36, par=58, held="A3", pool=6, treasury=1, cash=373, stations="H7", permits="local")
    table.has("I&B", price=31, held="B5", pool=5, cash=1000, trains="5/6E", stations="D9")
    game = table.turn_of("N&S", "buy_trains").game().play(Refinance())
    assert owners_asked(game) == [("A", "A", 18, 18), ("A", "N&S", 18, 18)]
    game = answer(game, [REDEEM, REDEEM])
    assert holdings(game, "N&S") == {"A": 2, "pool": 7, "N&S": 1}
    assert (director(game, "N&S"), money(game, "A"), money(game, "N&S")) == (None, 82, 373 - 18 + 580 - 800)


@rule("7.11.2")
def test_a_refinanced_company_does_not_redeem_what_it_needs_for_the_train() -> None:
    """With 18 less it could not pay for the train: its option is sold without a question."""
    table = a_table("A B").phase("G").sold_out("G").cash(A=100, B=100)
    table.has("N&S", price=36, par=58, held="A3", pool=6, treasury=1, cash=237, stations="H7", permits="local")
    table.has("I&B", price=31, held="B5", pool=5, cash=1000, trains="5/6E", stations="D9")
    game = answer(table.turn_of("N&S", "buy_trains").game().play(Refinance()), [REDEEM])
    assert told(game, "option-sold") == [{"owner": "N&S", "company": "N&S", "amount": 18}]
    assert holdings(game, "N&S") == {"A": 2, "pool": 8}
    table.treasury(NS=238)
    game = answer(table.turn_of("N&S", "buy_trains").game().play(Refinance()), [REDEEM])
    assert (asked(game).who, asked(game).about.params["owner"]) == ("A", "N&S")


@rule("5.2.4")
def test_whoever_cannot_pay_must_sell() -> None:
    """With 40 the half share of 41 is lost; nobody may sell shares to pay for it."""
    game = poor_company().cash(Ann=40, Bob=41).turn_of("EUR", "buy_trains").game().play(Refinance())
    assert told(game, "option-sold") == [{"owner": "Ann", "company": "EUR", "amount": 205}]
    assert (asked(game).who, kinds_offered(game)) == ("Bob", {"RedeemOption", "SellOption"})


# ------------------------------------------------------------------------------------------------------ over and over


PLAYERS = tuple("ABCDE")


def deal_shares(random: Random, directs: str) -> tuple[str, int, int]:
    """Who holds what of a company, the director first; how much is in the treasury and in the pool."""
    most = random.choice((3, 3, 4, 5, 6, 7))
    left, held = 10 - most, [f"{directs}{most}"]
    for other in PLAYERS:
        part = min(left, random.choice((0, 0, 1, 1, 2, 3)), most)
        if other != directs and part:
            held.append(f"{other}{part}")
            left -= part
    treasury = random.randint(0, left)
    return " ".join(held), treasury, random.randint(0, left - treasury)


def random_acquisition(random: Random) -> tuple[Game, Acquire]:
    """Two companies with random holders, prices and money, and what the first one's director proposes."""
    table = a_table(" ".join(PLAYERS)).phase("B").tiles("F5 790/0")
    table.cash(**{player: random.choice((0, 30, 60, 200, 400)) for player in PLAYERS})
    table.has("ECR", price=950, held="A10", trains="1F", stations="D13")
    for name, stations in (("ESR", "F11 F5"), ("I&B", "D9 F5")):
        held, treasury, pool = deal_shares(random, random.choice(PLAYERS))
        table.has(
            name,
            price=table.box.market.price(random.randrange(3, 45)),
            held=held,
            treasury=treasury,
            pool=pool,
            chartered=random.random() < 0.5,
            trains=random.choice(("", "1F", "1F")),
            stations=stations,
            cash=random.choice((0, 40, 300)),
        )
    active, other = random.sample(("ESR", "I&B"), 2)
    proposed = Acquire(company_id(other), company_id(random.choice((active, other))))
    return table.turn_of(active, "acquire_another").game(), proposed


def wealth(game: Game, owners: tuple[str, ...], companies: tuple[str, ...]) -> tuple[int, int]:
    """Shares of some companies, and money."""
    held = sum(shares(game, owner, company) for owner in owners for company in companies)
    return held, sum(money(game, owner) for owner in owners)


@rule("5.2", "5.2.4", "5.2.5", "7.5.5")
@pytest.mark.parametrize("seed", range(60))
def test_every_merger_halves_what_everybody_holds(seed: int) -> None:
    """Shares and money together are worth half of what the shares were before, up to half a pound of rounding; ten
    shares of the survivor are out, none of the other; the largest holder directs."""
    random = Random(seed)
    before, proposed = random_acquisition(random)
    box, initiator = before.title.counts(before.state), asked(before).who
    game = before.play(proposed)
    if asked(game).about.key == "consent-acquisition":
        game = game.play(Agree())
    price = price_of(game, proposed.survivor)
    while asked(game).about.key == "merger-option":
        laws.survives_storage(game)
        laws.asking_changes_nothing(game)
        laws.offers_are_legal(game)
        laws.legal_is_what_is_offered(game, random, 5)
        laws.keys_have_paragraphs(game)
        laws.can_be_told(game)
        game = game.play(random.choice(game.offers()).action)
    survivor = str(proposed.survivor)
    other = "I&B" if survivor == "ESR" else "ESR"
    laws.nothing_is_lost(game, box)
    assert (sum(holdings(game, survivor).values()), holdings(game, other)) == (10, {"ipo": 10})
    assert "ipo" not in holdings(game, survivor)
    for owners in (*((player,) for player in PLAYERS), ("ESR", "I&B")):
        held, cash = wealth(before, owners, ("ESR", "I&B"))
        holds, has = wealth(game, owners, (survivor,))
        assert abs(2 * (holds * price + has - cash) - held * price) <= 1, owners
    most = max(shares(game, player, survivor) for player in PLAYERS)
    at = PLAYERS.index(initiator)
    first = next(p for p in (*PLAYERS[at:], *PLAYERS[:at]) if shares(game, p, survivor) == most)
    assert director(game, survivor) == (first if most >= 3 else None)
    assert box_of(game).papers.directors_certificate(company_id(other)).id not in held_by_players(game)


def held_by_players(game: Game) -> set[str]:
    return {cert for cert, owner in game.state.certs.items() if owner in game.state.players}
