"""Which answers and open procedures a title's modules define."""

from ferrovia.rules import auction, setup, stock
from ferrovia.rules.auction import AuctionFacts
from ferrovia.rules.stock import BuyShare, EndStockTurn, SellShares, StartCompany, StockTurn
from ferrovia.titles.t18cz.title import TITLE as T18CZ
from ferrovia.titles.t1862 import launch


def test_answers_and_facts_are_told_apart_by_their_names() -> None:
    assert setup.answers_in(launch) == (launch.BuyTokens,)
    assert setup.facts_in(launch) == (launch.LaunchFacts,)


def test_what_a_module_only_imports_is_not_its_own() -> None:
    assert setup.answers_in(stock, auction) == (StartCompany, BuyShare, SellShares, EndStockTurn)
    assert setup.facts_in(stock, auction) == (StockTurn, AuctionFacts)


def test_a_title_reads_its_market_and_rulebook_from_its_folder() -> None:
    package = "ferrovia.titles.t18cz"
    assert setup.market_of(package) is setup.market_of(package)
    assert setup.rulebook_of(package) == T18CZ.rulebook
