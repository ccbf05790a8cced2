"""18ESP in a real browser: the pioneers' auction, a first stock round, a mine and a pass, an absorption."""

import re
from random import Random
from typing import Any

from playwright.sync_api import expect

from ferrovia import Game, Record, action_to_json, automatic_answer, find_title
from ferrovia.bots import BOTS
from ferrovia.text import Words
from support.browser import Visitors
from support.reached import kinds, reached
from web.test_18cz import Table, guest, told
from web.test_1824 import asks, at_screen, choose_company, choose_tile

TITLE = find_title("18esp")
NAMES = ("Ana", "Ben", "Eva")
WORDS = Words("en", title="18esp", layout=TITLE.layout, currency=TITLE.currency)


def label(kind: str) -> str:
    return WORDS.term("action-name", kind)


def company(table: Table, name: str) -> Any:
    return next(one for one in table.now["view"]["companies"] if one["id"] == name)


def test_the_auction_of_the_pioneers(visit: Visitors) -> None:
    """Whoever bids last gets the pioneer, and pays what was bid: the least, or any more in steps of five [2.3]."""
    seats = [{"kind": "named", "name": name} for name in NAMES]
    page = guest(visit)
    wish = {"title": "18esp", "seats": seats, "hotseat": True, "start": True, "options": {}}
    table = Table(page, told(page, "POST", "/api/games", wish)["id"])
    assert table.asked == "auction"
    bidder = table.now["ask"]["who"]
    cash = {one["id"]: one["cash"] for one in table.now["view"]["players"]}
    expect(table.question).to_contain_text("[2.2] A company that owns it lays a mine or takes one down for 30 less")
    expect(table.confirmation).to_contain_text("bid 10")
    table.question.get_by_role("button", name="More").click()
    expect(table.confirmation).to_contain_text("bid 15")
    table.confirm()
    bidders = table.question.get_by_role("list", name="What the bidders have")
    expect(bidders).to_contain_text("bids 15")
    table.answer(label("pass_bid"))
    expect(bidders.get_by_role("listitem").filter(has_text="has passed")).to_have_count(1)
    table.answer(label("pass_bid"))
    players = {one["id"]: one for one in table.now["view"]["players"]}
    assert (players[bidder]["privates"], cash[bidder] - players[bidder]["cash"]) == (["P1"], 15)


def test_a_first_stock_round(visit: Visitors) -> None:
    """A company is started from its row, at a par that is chosen."""
    record = reached(TITLE, NAMES, lambda game: asks("trade")(game) and "start_company" in kinds(game))
    table = at_screen(guest(visit), record)
    player = table.now["ask"]["who"]
    starts = [one["action"] for one in table.now["offers"] if one["action"]["type"] == "start_company"]
    name = starts[0]["company"]
    table.question.get_by_role("button", name=re.compile(rf"^{label('start_company')}: {name}\b")).click()
    prices = table.question.get_by_role("group", name=re.compile("price|par", re.IGNORECASE))
    if prices.count():
        prices.first.get_by_role("button").first.click()
    table.confirm()
    assert company(table, name)["director"] == player


def _lays_a_mine(game: Game) -> bool:
    return asks("build")(game) and any(_is_mine(action_to_json(offer.action)) for offer in game.offers())


def _is_mine(action: Any) -> bool:
    tiles = {tile.id: tile for tile in TITLE.layout.tiles}
    return action["type"] == "lay_tile" and any(stop.kind == "halt" for stop in tiles[action["tile"]].stops)


def test_a_mine_is_laid(visit: Visitors) -> None:
    record = reached(TITLE, NAMES, _lays_a_mine)
    table = at_screen(guest(visit), record)
    mine = next(one["action"] for one in table.now["offers"] if _is_mine(one["action"]))
    table.hex(mine["hex"]).click()
    choose_tile(table, mine["tile"])
    table.confirm()
    assert table.view(mine["hex"])["tile"] == mine["tile"]


def test_a_pass_is_opened(visit: Visitors) -> None:
    """A closed pass has a gate across it, an open one has none."""
    record = reached(TITLE, NAMES, lambda game: asks("build")(game) and "open_pass" in kinds(game))
    table = at_screen(guest(visit), record)
    gates = table.page.locator('[data-mark="pass-closed"]')
    before = gates.count()
    offer = next(one["action"] for one in table.now["offers"] if one["action"]["type"] == "open_pass")
    assert table.view(offer["hex"])["marks"] == ["pass-closed"]
    table.choose(label("open_pass"))
    if not table.confirmation.is_enabled():
        table.hex(offer["hex"]).click(force=True)
    table.confirm()
    expect(gates).to_have_count(before - 1)
    assert table.view(offer["hex"])["marks"] == ["pass-open"]


def test_an_absorption(visit: Visitors) -> None:
    """A minor goes into a major; where that was an objective of it, the flag stands and capital has come in."""
    record = reached(TITLE, NAMES, lambda game: asks("absorb")(game) and "absorb" in kinds(game))
    table = at_screen(guest(visit), record)
    asked = table.now
    major = asked["ask"]["params"]["company"]
    minor = next(one["action"]["company"] for one in asked["offers"] if one["action"]["type"] == "absorb")
    table.choose(label("absorb"))
    choose_company(table, minor)
    table.confirm()
    if table.now["ask"]["key"].startswith("consent"):
        table.choose(label("agree"))
        table.confirm()
    goals = {goal["key"]: goal["reached"] for goal in company(table, major)["goals"]}
    assert goals.get("absorption", True)
    table.page.get_by_role("tab", name="Log").click()
    expect(table.page.get_by_role("tabpanel")).to_contain_text(minor)
    table.page.get_by_role("tab", name="Companies").click()
    if goals:
        expect(table.page.get_by_role("list", name="Objectives").first).to_be_visible()


def test_one_looks_at_either_map(visit: Visitors) -> None:
    record = reached(TITLE, NAMES, asks("build"))
    page = at_screen(guest(visit), record).page
    harbour, cadiz = page.locator('[data-hex="C1"]'), page.locator('[data-hex="B34"]')
    page.get_by_role("button", name="Whole map").click()
    small = harbour.bounding_box()
    page.get_by_role("button", name="Northern map").click()
    large = harbour.bounding_box()
    assert small is not None and large is not None and large["width"] > 1.3 * small["width"]
    page.get_by_role("button", name="Southern map").click()
    expect(cadiz).to_be_in_viewport()


def test_both_sides_of_every_tile_are_shown(visit: Visitors) -> None:
    """Two sides of one piece share a count; each of them names the other."""
    page = at_screen(guest(visit), reached(TITLE, NAMES, asks("build"))).page
    page.keyboard.press("L")
    shown = page.get_by_role("tabpanel").get_by_role("listitem")
    expect(shown).to_have_count(len(TITLE.layout.tiles))
    expect(shown.filter(has_text=re.compile(r"Tile 3,.*⇄ 72", re.DOTALL)).first).to_be_visible()


def _a_round_begins() -> tuple[Record, set[str]]:
    """A game of simple bots at the beginning of an operating round, and whose trains have earned something before."""
    record, random, asked, earning = Record.new(TITLE, NAMES), Random(5), "", set[str]()
    bots = dict.fromkeys(record.game.state.players, BOTS["simple"])
    while not (asks("build")(record.game) and asked == "trade" and len(earning) >= EARNING):
        asked = record.game.ask.about.key if record.game.ask is not None else ""
        if record.game.ask is not None and asked == "dividend":
            earning.add(str(record.game.ask.about.params["company"]))
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
    return record, earning


EARNING = 3
"""Companies that earn something, for a round worth playing."""
NOS = ("end_build", "end_absorption", "end_trains", "keep_station", "reject")


def round_of(now: Any) -> Any:
    course = now["view"]["course"]
    return course["stops"][course["at"]]


def cash(now: Any, player: str) -> int:
    return next(one["cash"] for one in now["view"]["players"] if one["id"] == player)


def test_an_operating_round_is_played_by_clicks(visit: Visitors) -> None:
    """Every company builds, runs, pays and buys: question by question, as a director would, until the round is over."""
    record, earning = _a_round_begins()
    table = at_screen(guest(visit), record)
    begun = round_of(table.now)
    laid, paid = dict[str, str](), set[str]()
    while round_of(now := table.now) == begun:
        ask, who, acting = now["ask"]["key"], now["ask"]["who"], now["ask"]["params"]["company"]
        kinds = {offer["action"]["type"]: offer["action"] for offer in now["offers"]}
        no = next((kind for kind in NOS if kind in kinds), None)
        if ask == "build" and "lay_tile" in kinds and acting not in laid:
            table.hex(kinds["lay_tile"]["hex"]).click()
            first = table.page.get_by_role("button", name=re.compile("^Take tile")).first
            expect(first.or_(table.confirmation).first).to_be_visible()
            if first.is_visible():
                first.click()
            table.confirm()
            laid[acting] = kinds["lay_tile"]["hex"]
        elif ask == "run":
            expect(table.question.locator(".routes .total")).to_be_visible()
            table.confirm()
        elif ask == "dividend":
            table.choose(label("pay_dividend"))
            table.confirm()
            paid.add(acting)
            assert cash(table.now, who) > cash(now, who)
        elif ask == "buy-trains" and "buy_train" in kinds:
            table.choose(label("buy_train"))
            table.confirm()
        elif no is not None:
            table.answer(label(no))
        else:
            table.question.get_by_role("group").filter(has=table.page.get_by_role("button")).last.get_by_role(
                "button"
            ).first.click()
            table.confirm()
    assert laid and earning <= paid
    assert all(table.view(name)["tile"] for name in laid.values())
