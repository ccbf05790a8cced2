"""1862 in real browsers: three people at three screens auction a charter in Parliament and decide on a merger."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ferrovia import Game, Record, action_from_json, action_to_json
from ferrovia.model.route import Route, as_route
from support.browser import PHONE, Visitors, expect_game
from support.eastern import TITLE, game_where
from web.test_18cz import told

NAMES = ("Ana", "Ben", "Eva")
CONFIRM = re.compile("^Confirm:")


# ------------------------------------------------------------------------------------------------------------- helpers


class Screen:
    """One person's page of a game."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game = page, game
        page.goto(f"/game/{game}")
        expect_game(page)

    @property
    def now(self) -> Any:
        return told(self.page, "GET", f"/api/games/{self.game}/position")

    @property
    def question(self) -> Locator:
        return self.page.locator(".question")

    @property
    def confirmation(self) -> Locator:
        return self.question.get_by_role("button", name=CONFIRM)

    def choose(self, kind: str) -> None:
        self.question.get_by_role("button", name=kind, exact=True).click()

    def confirm(self) -> None:
        """Gives the answer, and waits until the page shows what comes after it."""
        expect(self.confirmation).to_be_enabled()
        self.go_on(self.confirmation.click)

    def go_on(self, act: Callable[[], Any]) -> None:
        before = self.now["latest"]
        act()
        shown = self.page.get_by_role("group", name=re.compile("^Hist"))
        expect(shown).not_to_contain_text(f"{before} / {before}")

    def answer(self, kind: str) -> None:
        """A no that names nothing is given by one click; anything else is confirmed."""
        button = self.question.get_by_role("button", name=kind, exact=True)
        if "at-once" in (button.get_attribute("class") or ""):
            self.go_on(button.click)
        else:
            button.click()
            self.confirm()


def guest(visit: Visitors, name: str, **how: Any) -> Page:
    page = visit("/help", **how)
    told(page, "POST", "/api/guest", {"name": name})
    return page


def around_three_screens(visit: Visitors) -> dict[str, Screen]:
    """A new game of Ana, Ben and Eva, each with a browser of their own."""
    ana, ben, eva = (guest(visit, name) for name in NAMES)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    wish = {"title": TITLE.id, "seats": seats, "options": {}, "public": True}
    game = told(ana, "POST", "/api/games", wish)
    for page in (ben, eva):
        told(page, "POST", f"/api/games/{game['id']}/join", {})
    told(ana, "POST", f"/api/games/{game['id']}/start", {})
    seats = told(ana, "GET", f"/api/games/{game['id']}")["seats"]
    assert [seat["name"] for seat in seats] == list(NAMES)
    pages = zip((ana, ben, eva), seats, strict=True)
    return {seat["seat"]: Screen(page, game["id"]) for page, seat in pages}


def asked(screens: dict[str, Screen]) -> Screen:
    """The screen of whoever is asked."""
    return screens[next(iter(screens.values())).now["ask"]["who"]]


def kinds(game: Game) -> list[str]:
    return [str(action_to_json(offer.action)["type"]) for offer in game.offers()]


def at_screen(page: Page, record: Record) -> Screen:
    """A position around one screen."""
    return Screen(page, told(page, "POST", "/api/import", {"file": record.to_json()})["id"])


def at_three_screens(visit: Visitors, record: Record) -> dict[str, Screen]:
    """A position that Ana brings along; Ben and Eva take over their seats, each with a browser of their own."""
    ana, ben, eva = (guest(visit, name) for name in NAMES)
    game = told(ana, "POST", "/api/import", {"file": record.to_json()})
    path = f"/api/games/{game['id']}/substitute"
    for page, seat, others in ((ben, "p2", (ana,)), (eva, "p3", (ana, ben))):
        told(page, "POST", f"{path}?invite={game['invite']}", {"seat": seat, "by": "me"})
        for other in others:
            told(other, "POST", f"{path}/answer", {"seat": seat, "agree": True})
    return {seat: Screen(page, game["id"]) for seat, page in zip(("p1", "p2", "p3"), (ana, ben, eva), strict=True)}


# ---------------------------------------------------------------------------------------------------------- Parliament


def test_a_charter_is_auctioned_at_three_screens(visit: Visitors) -> None:
    """Ana puts a company up, Ben bids higher, Eva and Ana pass; Ben chooses par and buys until it is launched."""
    screens = around_three_screens(visit)
    ana, ben, eva = screens.values()
    company = ana.now["offers"][0]["action"]["company"]
    face = next(face for face in TITLE.layout.companies if face.id == company)
    ana.choose("Start an auction")
    named = re.compile(rf"^{re.escape(face.letters)} {re.escape(face.name)} .+ \w+ permit$")
    ana.question.get_by_role("group", name="Company").get_by_role("button", name=named).click()
    ana.confirm()
    ana.choose("Bid")
    expect(ana.confirmation).to_contain_text("bid £0")
    ana.confirm()

    bidders = ben.question.get_by_role("list", name="In the auction")
    expect(bidders.get_by_role("listitem").filter(has_text="Ana")).to_contain_text("£0")
    ben.choose("Bid")
    ben.question.get_by_role("button", name="One more").click()
    expect(ben.confirmation).to_contain_text("bid £10")
    ben.confirm()
    eva.answer("Pass")
    expect(ana.question).to_contain_text("Ben bids £10")
    out = ana.question.get_by_role("list", name="In the auction").get_by_role("listitem").filter(has_text="Eva")
    expect(out).to_contain_text("out of the auction")
    ana.answer("Pass")

    expect(ben.question).to_contain_text("is yours for £10")
    ben.question.get_by_role("group", name="Price").get_by_role("button", name="£74", exact=True).click()
    expect(ben.question.get_by_role("group", name="What it would do")).to_contain_text("£222")
    ben.confirm()
    ben.answer("Buy another share")
    ben.answer("Buy another share")
    now = ben.now
    started = next(one for one in now["view"]["companies"] if one["id"] == company)
    assert (started["open"], started["holders"], started["director"]) == (True, {"p2": 5}, "p2")
    assert started["figures"]["treasury"] == 740 - 180
    assert (now["ask"]["key"], now["ask"]["who"]) == ("start-auction", "p3")


# ------------------------------------------------------------------------------------------------------------- mergers


def merges_three_holders(game: Game) -> bool:
    """Somebody is asked to agree, three people hold shares, and two of them could redeem half a share."""
    if game.ask is None or game.ask.about.key != "consent-merger":
        return False
    people = [row for owner, row in game.ask.about.params["holders"].items() if owner in NAMES]
    return len(people) == 3 and sum(row["money"] < 0 for row in people) >= 2


@cache
def before_a_merger() -> Record:
    return game_where(merges_three_holders)


def test_a_merger_of_three_holders_at_three_screens(visit: Visitors) -> None:
    """The other director sees what everybody would have, agrees; each holder sees both ways, and gets what was said."""
    screens = at_three_screens(visit, before_a_merger())
    screen = asked(screens)
    ask = screen.now["ask"]
    survivor, holders = ask["params"]["survivor"], ask["params"]["holders"]
    vanished = next(one for one in (ask["params"]["company"], ask["params"]["other"]) if one != survivor)
    rows = screen.question.get_by_role("table", name="Before and after").locator("tbody tr")
    expect(rows).to_have_count(len(holders))
    for seat, name in zip(("p1", "p2", "p3"), NAMES, strict=True):
        cells = rows.filter(has_text=name).get_by_role("cell")
        expect(cells.nth(2)).to_have_text(str(holders[seat]["after"] or "·"))
    screen.answer("Agree")

    promised: dict[str, int] = {}
    ways = ("Redeem the option", "Sell the option")
    while (ask := (screen := asked(screens)).now["ask"])["key"] == "merger-option":
        params, way = ask["params"], ways[len(promised) % 2]
        table = screen.question.get_by_role("table", name="Before and after")
        expect(table.get_by_role("row", name="Redeem")).to_contain_text(f"−£{params['cost']}")
        expect(table.get_by_role("row", name="Sell")).to_contain_text(f"+£{params['value']}")
        promised[params["owner"]] = params["redeemed" if way == ways[0] else "sold"]
        screen.answer(way)
    assert len(promised) >= 2
    while (screen := asked(screens)).now["ask"]["key"] == "remove-station":
        screen.question.get_by_role("group", name="City").get_by_role("button").first.click()
        screen.confirm()
    view = screen.now["view"]
    company = next(one for one in view["companies"] if one["id"] == survivor)
    for owner, shares in promised.items():
        held = company["figures"]["in-treasury"] if owner == survivor else company["holders"].get(owner, 0)
        assert held == shares
    assert next(one for one in view["companies"] if one["id"] == vanished)["figures"].get("price") is None


def test_the_proposer_sees_what_each_merger_would_bring(visit: Visitors) -> None:
    """Side by side before anything is chosen; a row is taken by a click, and the other director is told the same."""

    def proposes_to_another(game: Game) -> bool:
        return bool(game.ask and game.ask.about.key == "merge" and asks_another(game))

    def asks_another(game: Game) -> bool:
        offers = [offer for offer in game.offers() if type(offer.action).__name__ == "Merge"]
        after = game.take(offers[0]).ask if offers else None
        return after is not None and after.about.key == "consent-merger"

    screen = at_screen(guest(visit, "Ana"), game_where(proposes_to_another))
    me = screen.now["ask"]["who"]
    rows = screen.question.get_by_role("table", name=re.compile("^What each proposal")).locator("tbody tr")
    expect(rows).to_have_count(sum(offer["action"]["type"] == "merge" for offer in screen.now["offers"]))
    shares = rows.first.get_by_role("cell").nth(2).inner_text()
    rows.first.get_by_role("button").click()
    expect(rows.first.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    expect(screen.question.get_by_role("table", name="Before and after")).to_be_visible()
    screen.confirm()
    ask = screen.now["ask"]
    assert ask["key"] == "consent-merger"
    assert shares == str(ask["params"]["holders"][me]["after"] or "·")


# ------------------------------------------------------------------------------------------------------------- building


def first_of(game: Game, kind: str) -> dict[str, Any] | None:
    """The first offer of a kind, as the page gets it."""
    return next((action for offer in game.offers() if (action := action_to_json(offer.action))["type"] == kind), None)


def click_on_hex(screen: Screen, hex_id: str) -> None:
    screen.page.locator(f"[data-hex='{hex_id}']").click(force=True)


@cache
def before_a_small_station() -> Record:
    return game_where(lambda game: first_of(game, "place_small_station") is not None)


def test_a_small_station_is_placed_by_clicking(visit: Visitors) -> None:
    """Kind, hex, confirmation: the tile then lies there as it looks with the station."""
    record = before_a_small_station()
    wanted = first_of(record.game, "place_small_station")
    assert wanted is not None
    screen = at_screen(guest(visit, "Ana"), record)
    screen.choose("Place a small station")
    click_on_hex(screen, wanted["hex"])
    expect(screen.confirmation).to_contain_text("place a small station")
    expect(screen.question.locator(".outlook")).to_contain_text(f"places a small station on {wanted['hex']}")
    screen.confirm()
    hexes = {one["id"]: one for one in screen.now["view"]["hexes"]}
    placed = hexes[wanted["hex"]]
    assert (placed["tile"], placed["turn"]) in {
        (action["tile"], action["turn"])
        for offer in record.game.offers()
        if (action := action_to_json(offer.action))["type"] == "place_small_station" and action["hex"] == wanted["hex"]
    }


def test_hexes_that_can_be_built_on_are_marked_on_tiles_too(visit: Visitors) -> None:
    """An upgrade is as visible as a new tile."""
    screen = at_screen(guest(visit, "Ana"), before_a_small_station())
    marked = screen.page.locator(".lit.tiled")
    expect(marked.first).to_be_attached()
    assert "none" not in marked.evaluate_all("all => all.map((one) => getComputedStyle(one).stroke)")


def leading_further(game: Game) -> dict[str, Any] | None:
    """A tile that, as it is first shown, would bring a stop into the reach of who lays it."""
    if game.ask is None or game.ask.about.key != "track":
        return None
    company, first = game.ask.about.params["company"], dict[tuple[str, str], Any]()
    for lay in (offer.action for offer in game.offers()):
        if action_to_json(lay)["type"] == "lay_tile":
            first.setdefault((lay.hex, lay.tile), lay)
    further = (lay for lay in first.values() if {*game.play(lay).reach(company)} - {*game.reach(company)})
    return next((action_to_json(lay) for lay in further), None)


def test_a_tile_in_hand_shows_what_comes_into_reach(visit: Visitors) -> None:
    record = game_where(lambda game: leading_further(game) is not None)
    wanted = leading_further(record.game)
    assert wanted is not None and record.game.ask is not None
    company = record.game.ask.about.params["company"]
    after = record.game.play(action_from_json(TITLE, wanted))
    new = {*after.reach(company)} - {*record.game.reach(company)}
    screen = at_screen(guest(visit, "Ana"), record)
    screen.choose("Lay a tile")
    reached = screen.page.locator("[data-reached]")
    expect(reached).to_have_count(0)
    click_on_hex(screen, wanted["hex"])
    tiles = screen.question.get_by_role("group", name="Tile", exact=True)
    tiles.get_by_role("button", name=re.compile(f"^Tile {wanted['tile']},")).click()
    expect(screen.question).to_contain_text("then also reaches")
    assert {one.get_attribute("data-reached") for one in reached.all()} == new
    screen.page.keyboard.press("Escape")
    expect(reached).to_have_count(0)


# -------------------------------------------------------------------------------------------------------------- running


def suggested(game: Game) -> tuple[Route, ...]:
    """The routes that the page proposes; none where no trains are to be run."""
    runs = (offer.action for offer in game.offers() if type(offer.action).__name__ == "RunTrains")
    return next((run.routes for run in runs), ())


def face(game: Game, route: Route) -> str:
    return str(game.state.trains[route.train].face)


def pounds(text: str) -> int:
    return int(text.replace("£", ""))


def sums(screen: Screen) -> list[int]:
    """What each train adds, as far as it has a sum of its own."""
    return [pounds(text) for text in screen.question.locator(".routes .sum").all_inner_texts()]


def total(screen: Screen) -> int:
    return pounds(screen.question.locator(".routes .total b").inner_text())


def routes_run(screen: Screen) -> list[Route]:
    runs = (event["params"]["routes"] for event in screen.now["events"] if event["key"] == "trains-run")
    return [as_route(route) for route in next(runs)]


def test_freights_are_joined_and_parted_by_hand(visit: Visitors) -> None:
    """The sign of trains that run as one is set by a click and by a key; the sum stands with the first of them."""
    record = game_where(lambda game: sum(bool(route.convoy) for route in suggested(game)) == 2)
    screen = at_screen(guest(visit, "Ana"), record)
    expect(screen.question.locator(".routes .total b")).to_contain_text("£")
    expect(screen.question.locator(".routes")).to_contain_text(re.compile("as one with [0-9]"))
    assert sum(sums(screen)) == total(screen)

    screen.question.locator(".routes li").first.get_by_role("button").first.click()
    partner = screen.question.get_by_role("group", name="Runs as one with").get_by_role("button")
    expect(partner).to_have_attribute("aria-pressed", "true")
    partner.click()
    expect(partner).to_have_attribute("aria-pressed", "false")
    partner.press("Enter")
    expect(partner).to_have_attribute("aria-pressed", "true")
    partner.press("Enter")
    expect(partner).to_have_attribute("aria-pressed", "false")
    screen.confirm()
    assert set(routes_run(screen)) == {replace(route, convoy="") for route in suggested(record.game)}


def test_a_station_is_left_uncounted_by_hand(visit: Visitors) -> None:
    """A train that visits more stations than it counts leaves out the one that was clicked; the sums stay a sum."""

    def over_three_stations(game: Game) -> list[Route]:
        return [route for route in suggested(game) if face(game, route) == "2/3E" and len(route.stops) == 3]

    record = game_where(lambda game: bool(over_three_stations(game)))
    routes = suggested(record.game)
    route = over_three_stations(record.game)[0]
    screen = at_screen(guest(visit, "Ana"), record)
    rows = screen.question.locator(".routes li")
    rows.nth(routes.index(route)).get_by_role("button").first.click()
    counted = screen.question.get_by_role("group", name="Counts", exact=True)
    expect(counted).to_contain_text("as it pays best")
    first = counted.get_by_role("button").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "false")
    expect(screen.page.locator(".halt.skipped")).to_have_count(1)
    expect(screen.confirmation).to_be_enabled()
    expect(screen.question.locator(".routes .total b")).to_contain_text("£")
    assert sum(sums(screen)) == total(screen)
    screen.confirm()
    assert routes_run(screen)[routes.index(route)].skipped == route.stops[:1]


# ------------------------------------------------------------------------------------------------------------ elsewhere


def test_a_train_is_bought_with_a_number_of_warranties(visit: Visitors) -> None:
    """A number of things is no money: it is shown and said as what it is."""

    def can_buy_warranties(game: Game) -> bool:
        return any(offer.amount and type(offer.action).__name__ == "BuyTrain" for offer in game.offers())

    screen = at_screen(guest(visit, "Ana"), game_where(can_buy_warranties))
    offer = next(one for one in screen.now["offers"] if one["action"]["type"] == "buy_train" and one["amount"])
    company = screen.now["ask"]["params"]["company"]
    screen.choose("Buy a train")
    face = screen.question.get_by_role("group", name="Kind of train")
    face.get_by_role("button", name=re.compile(f"^{re.escape(offer['action']['face'])} ")).click()
    expect(screen.question.get_by_role("group", name="Extra warranties")).to_be_visible()
    screen.question.get_by_role("button", name="One more").click()
    expect(screen.confirmation).to_contain_text("with 1 extra warranty")
    screen.confirm()
    trains = next(one for one in screen.now["view"]["companies"] if one["id"] == company)["trains"]
    assert any(screen.now["view"]["warranties"].get(train) for train in trains)
    screen.page.get_by_role("tab", name="Companies").click()
    expect(screen.page.get_by_role("img", name=re.compile("warrant")).first).to_be_visible()


def test_freight_is_drawn_with_its_distance(visit: Visitors) -> None:
    """The hexes that are paid for are numbered on the map, before the run is confirmed and after it."""

    def hauls(game: Game) -> tuple[tuple[str, ...], ...]:
        offers = [offer for offer in game.offers() if type(offer.action).__name__ == "RunTrains"]
        told = [event for offer in offers for event in game.take(offer).events if event.key == "trains-run"]
        return told[0].params["hauls"] if told else ()

    record = game_where(lambda game: sum(map(len, hauls(game))) > 1)
    counted = sum(map(len, hauls(record.game)))
    screen = at_screen(guest(visit, "Ana"), record)
    expect(screen.page.locator(".haul")).to_have_count(counted)
    screen.confirm()
    expect(screen.page.locator(".haul")).to_have_count(counted)


@pytest.mark.parametrize(
    ("dark", "size"), [(False, None), (True, None), (False, PHONE)], ids=["light", "dark", "phone"]
)
def test_nobody_is_kept_out(
    visit: Visitors, faults: Callable[[Page], list[str]], dark: bool, size: tuple[int, int] | None
) -> None:
    """Permits, charters, the offer, warranties and a merger's table can be used with every aid."""
    how: dict[str, Any] = {"size": size} if size else {}
    screen = at_screen(guest(visit, "Ana", dark=dark, **how), before_a_merger())
    if size:  # a merger takes the whole of a phone, until its question is folded
        assert faults(screen.page) == []
        screen.page.get_by_role("button", name="Fold the question").click()
    for tab in ("Companies", "Market", "Players", "Trains", "Table"):
        screen.page.get_by_role("tab", name=tab).click()
        assert faults(screen.page) == []
