"""18CZ in a real browser: a draft, a stock round and operating rounds, tiles laid, stations placed, routes changed."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ferrovia import Game, Record, action_to_json, find_title
from ferrovia.bots import BOTS
from ferrovia.model.route import route_along
from ferrovia.rules.revenue import RunTrains
from ferrovia.titles.t18cz.draft import PassDraft
from support.browser import PHONE, Visitors, expect_game

TITLE = find_title("18cz")
NAMES = ("Ana", "Ben", "Eva")
CONFIRM = re.compile("^Confirm:")


# ------------------------------------------------------------------------------------------------------------- helpers


def told(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Asks the server something as this visitor, beside the page."""
    page.request.get("/api/me")
    cookies = {cookie.get("name"): cookie.get("value") for cookie in page.context.cookies()}
    answer = page.request.fetch(
        path,
        method=method,
        data=None if body is None else json.dumps(body),
        headers={"content-type": "application/json", "x-csrftoken": cookies["csrftoken"] or ""},
    )
    assert answer.ok, answer.text()
    return answer.json()


def guest(visit: Visitors, **how: Any) -> Page:
    page = visit("/help", **how)
    told(page, "POST", "/api/guest", {"name": "Ana"})
    return page


class Table:
    """A game around one screen, as the page shows it and as the server knows it."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game = page, game
        page.goto(f"/game/{game}")
        expect_game(page)

    @property
    def now(self) -> Any:
        return told(self.page, "GET", f"/api/games/{self.game}/position")

    @property
    def asked(self) -> str:
        return self.now["ask"]["key"]

    @property
    def question(self) -> Locator:
        return self.page.locator(".question")

    @property
    def confirmation(self) -> Locator:
        return self.question.get_by_role("button", name=CONFIRM)

    def hex(self, name: str) -> Locator:
        return self.page.locator(f'[data-hex="{name}"]')

    def view(self, name: str) -> Any:
        return next(one for one in self.now["view"]["hexes"] if one["id"] == name)

    def choose(self, kind: str) -> None:
        self.question.get_by_role("button", name=kind, exact=True).click()

    def go_on(self, act: Callable[[], Any]) -> None:
        """Does what ends an answer, and waits until the page shows the position after it."""
        before = self.now["latest"]
        act()
        shown = self.page.get_by_role("group", name=re.compile("^Hist"))
        expect(shown).not_to_contain_text(f"{before} / {before}")
        latest = self.now["latest"]
        expect(shown).to_contain_text(f"{latest} / {latest}")

    def confirm(self) -> None:
        self.go_on(self.confirmation.click)

    def answer(self, kind: str) -> None:
        """A no that names nothing is given by one click, unless somebody must pay after it; anything else is
        confirmed."""
        button = self.question.get_by_role("button", name=kind, exact=True)
        if "at-once" in (button.get_attribute("class") or ""):
            self.go_on(lambda: self._give(button))
        else:
            button.click()
            self.confirm()

    def _give(self, no: Locator) -> None:
        before = self.now["latest"]
        no.click()
        if waits_to_be_confirmed(self.page, lambda: self.now["latest"] > before):
            self.confirmation.click()

    def answer_while(self, asked: str, kind: str) -> None:
        while self.asked == asked:
            self.answer(kind)


def waits_to_be_confirmed(page: Page, is_given: Callable[[], bool]) -> bool:
    """Whether a no is only shown so far: somebody must pay after it, and it was not pointed at before."""
    for _ in range(20):
        page.wait_for_timeout(100)
        if is_given():
            return False
    return page.locator(".question .send .primary:enabled").count() > 0


def hotseat(page: Page) -> Table:
    seats = [{"kind": "named", "name": name} for name in NAMES]
    wish = {"title": TITLE.id, "seats": seats, "hotseat": True, "start": True, "options": {}}
    return Table(page, told(page, "POST", "/api/games", wish)["id"])


def kinds(game: Game) -> list[str]:
    return [action_to_json(offer.action)["type"] for offer in game.offers()]


def game_where(is_enough: Callable[[Game], bool]) -> Record:
    """A game of random bots up to a position that is enough; not every game has one."""
    for seed in range(60):
        record, random = Record.new(TITLE, NAMES), Random(seed)
        while record.game.ask is not None:
            if is_enough(record.game):
                return record
            record.play(BOTS["random"](record.game, random))
    raise LookupError("no game comes to such a position")


def at_screen(page: Page, record: Record) -> Table:
    return Table(page, told(page, "POST", "/api/import", {"file": record.to_json()})["id"])


# ------------------------------------------------------------------------------------------------------ the whole story


def test_a_draft_a_stock_round_and_operating_rounds(visit: Visitors) -> None:
    """Ana buys a local, starts BCB, lays its first track, places a station, buys trains, runs them a round later."""
    table = hotseat(guest(visit))
    _draft(table)
    _stock_round(table)
    _first_operating_round(table)
    table.answer_while("trade", "End the turn")
    _second_operating_round(table)


def _draft(table: Table) -> None:
    locals_ = table.question.get_by_role("group", name="Local railway")
    locals_.get_by_role("button", name=re.compile("^S1 ")).click()
    expect(table.confirmation).to_contain_text("S1 Plan – Tachau")
    table.confirm()
    expect(locals_.get_by_role("button", name=re.compile("^S1 "))).to_have_count(0)
    table.answer_while("draft", "Pass")
    assert table.asked == "trade"


def _stock_round(table: Table) -> None:
    question = table.question
    question.get_by_role("button", name=re.compile("^Start a company: BCB")).click()
    question.get_by_role("group", name="Start price").get_by_role("button", name=re.compile("^50")).click()
    expect(question.get_by_role("group", name="What it would do")).to_contain_text("becomes active")
    table.confirm()
    question.get_by_role("button", name=re.compile("^Buy a share: BCB")).click()
    expect(table.confirmation).to_contain_text("buy a share of BCB")
    table.answer_while("trade", "End the turn")


def _first_operating_round(table: Table) -> None:
    assert table.asked == "track"
    assert table.view("D17")["stations"] == [["BCB"]]  # the only place for its home is taken without a question
    _lay(table, "D17", tile="57", turn="not turned", turns=3)
    assert table.asked == "track"
    _lay(table, "E16", tile="57", turn="not turned", turns=1)
    tiles = {one["id"]: (one["tile"], one["turn"]) for one in table.now["view"]["hexes"]}
    assert tiles["D17"] == tiles["E16"] == ("57", 0)

    assert table.asked == "station"
    table.choose("Place a station")
    table.page.locator('[data-stop="E16.0"]').click(force=True)
    table.confirm()
    assert table.view("E16")["stations"] == [["BCB"]]

    assert table.asked == "buy-trains"
    table.choose("Buy a train")
    table.confirm()
    assert len(_company(table, "BCB")["trains"]) == 2
    table.answer_while("buy-trains", "No more trains")


def _lay(table: Table, name: str, *, tile: str, turn: str, turns: int) -> None:
    """Hex, tile, turn: click the hex, take the tile from the ring, turn it until it lies right, lay it."""
    page = table.page
    expect(table.hex(name)).to_have_class(re.compile("may"))
    table.hex(name).click()
    page.get_by_role("button", name=f"Take tile {tile}", exact=True).click()
    expect(table.question.get_by_role("group", name="Tile")).to_contain_text(tile)
    table.hex(name).hover()
    if turns > 1:
        _turn_around(table, turns)
    expect(table.confirmation).to_contain_text(f"lay tile {tile} on {name}")
    expect(table.confirmation).to_contain_text(turn)
    expect(table.confirmation).to_be_enabled()
    table.go_on(lambda: page.keyboard.press("Enter"))


def _turn_around(table: Table, turns: int) -> None:
    """Wheel, arrow key and button each turn the tile to the next turn that is possible, and around."""
    page, seen = table.page, [table.confirmation.text_content() or ""]
    ways: tuple[Callable[[], Any], ...] = (
        lambda: page.mouse.wheel(0, 40),
        lambda: page.keyboard.press("ArrowRight"),
        page.locator(".handles").get_by_label("Turn to the right").click,
    )
    for turn in ways[:turns]:
        _until_it_changes(table, turn, seen[-1])
        seen.append(table.confirmation.text_content() or "")
    assert seen[0] == seen[-1]
    assert len(set(seen)) == turns


def _until_it_changes(table: Table, turn: Callable[[], Any], before: str) -> None:
    """A wheel or key that comes while the page is still drawing is lost, as it would be to a person: then again."""
    for _ in range(5):
        turn()
        with suppress(AssertionError):
            expect(table.confirmation).not_to_have_text(before, timeout=3_000)
            return
    expect(table.confirmation).not_to_have_text(before)


def _company(table: Table, name: str) -> Any:
    return next(one for one in table.now["view"]["companies"] if one["id"] == name)


def _second_operating_round(table: Table) -> None:
    page = table.page
    table.answer_while("track", "No more track")
    table.answer_while("station", "No station")
    assert table.asked == "run"
    routes = page.locator(".routes")
    expect(page.locator(".route .over")).not_to_have_count(0)
    expect(routes).to_contain_text("Hradec Králové")
    expect(routes.locator(".total")).to_contain_text("40")
    expect(routes.get_by_role("status")).to_contain_text("proved best")
    page.get_by_role("button", name="Best routes now").first.click()
    expect(page.locator("article .proof")).to_have_text("proved best")

    # a train is chosen and its last stop dropped: one stop is no route, and running is a duty
    routes.get_by_role("button").first.click()
    page.locator('[data-stop="E16.0"]').click(force=True)
    expect(page.locator(".reasons")).to_contain_text("[")
    expect(table.confirmation).to_be_disabled()
    page.locator('[data-stop="E16.0"]').click(force=True)
    expect(routes.locator(".total")).to_contain_text("40")
    table.confirm()

    assert table.asked == "dividend"
    moves = page.get_by_role("list", name="What each answer would bring")
    expect(moves.get_by_role("listitem")).to_have_count(2)
    page.get_by_role("tab", name="Market").click()
    table.question.get_by_role("button", name="Pay the dividend", exact=True).hover()
    expect(page.locator(".cell.coming")).to_have_count(1)
    before = _company(table, "BCB")["figures"]["price"]
    table.answer("Pay the dividend")
    assert _company(table, "BCB")["figures"]["price"] > before
    table.answer_while("buy-trains", "No more trains")
    assert table.asked == "trade"


# --------------------------------------------------------------------------------------------------- stops on the board


def test_a_station_is_placed_by_clicking_its_city(visit: Visitors) -> None:
    """A city that may get a station is ringed on the map; its name stands in the panel as well."""
    record = game_where(lambda game: kinds(game).count("place_station") > 1)
    table = at_screen(guest(visit), record)
    stops = [one["action"]["stop"] for one in table.now["offers"] if one["action"]["type"] == "place_station"]
    company = table.now["ask"]["params"]["company"]
    table.choose("Place a station")
    expect(table.page.locator("[data-stop]")).to_have_count(len(stops))
    expect(table.question.get_by_role("group", name="City").get_by_role("button")).to_have_count(len(stops))
    table.page.locator(f'[data-stop="{stops[-1]}"]').click(force=True)
    expect(table.confirmation).to_be_enabled()
    table.confirm()
    hex_id, number = stops[-1].rsplit(".", 1)
    assert company in table.view(hex_id)["stations"][int(number)]


def test_a_station_without_a_city_is_assigned_to_one_of_two(visit: Visitors) -> None:
    """Two cities on one hex: which one is meant depends on where the click is."""
    record = game_where(lambda game: kinds(game).count("assign_station") > 1)
    table = at_screen(guest(visit), record)
    stops = [one["action"]["stop"] for one in table.now["offers"]]
    company = table.now["ask"]["params"]["company"]
    for stop in (stops[0], stops[1]):
        table.page.locator(f'[data-stop="{stop}"]').click(force=True)
        expect(table.page.locator(f'[data-stop="{stop}"]')).to_have_class(re.compile("taken"))
    table.confirm()
    hex_id, number = stops[1].rsplit(".", 1)
    assert company in table.view(hex_id)["stations"][int(number)]


# ---------------------------------------------------------------------------------------------------------- best routes


def _proposed(game: Game) -> RunTrains | None:
    return next((o.action for o in game.offers() if isinstance(o.action, RunTrains) and o.action.routes), None)


def test_better_routes_are_shown_as_they_come_and_can_be_taken(visit: Visitors) -> None:
    """Where the proof takes long the page shows the bound, then what is better; a click takes it instead."""
    record = game_where(lambda game: _proposed(game) is not None)
    proposal = _proposed(record.game)
    assert proposal is not None and record.game.ask is not None
    backwards = [asdict(route_along(route.train, route.way[::-1])) for route in proposal.routes]
    routes = [{"route": route, "revenue": 900} for route in backwards]
    company = record.game.ask.about.params["company"]
    better = {"company": company, "routes": routes, "revenue": 900, "proved": False, "upper_bound": 990}
    page = guest(visit)
    events = [{**better, "routes": [], "revenue": 0}, better]
    body = "".join(f"event: message\ndata: {json.dumps(one)}\n\n" for one in events)
    page.route("**/routes/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=body))
    table = at_screen(page, record)
    status = page.locator(".routes").get_by_role("status")
    expect(status).to_contain_text("900")
    expect(status.locator(".proof")).to_contain_text("990")
    status.get_by_role("button", name="Take these").click()
    expect(page.locator(".routes").get_by_role("button", name="Back to the best")).to_be_visible()
    table.confirm()
    played = told(page, "GET", f"/api/games/{table.game}/export")
    assert json.dumps(backwards)[1:-1] in json.dumps(played)


# ------------------------------------------------------------------------------------------------------------ elsewhere


def test_a_dark_hex_says_why_no_tile_may_lie_there(visit: Visitors) -> None:
    record = game_where(lambda game: kinds(game).count("lay_tile") > 5)
    table = at_screen(guest(visit), record)
    lit = {one["action"]["hex"] for one in table.now["offers"] if "hex" in one["action"]}
    dark = next(one.id for one in TITLE.layout.hexes if one.id not in lit and one.name)
    table.hex(dark).click()
    expect(table.page.locator(".reasons .chip").first).to_be_visible()


def test_a_tile_is_laid_with_a_finger_on_a_phone(visit: Visitors) -> None:
    record = game_where(lambda game: kinds(game).count("lay_tile") > 5)
    table = at_screen(guest(visit, size=PHONE, has_touch=True, is_mobile=True), record)
    offers = [one["action"] for one in table.now["offers"] if one["action"]["type"] == "lay_tile"]
    by_hex = {name: [one for one in offers if one["hex"] == name] for name in {one["hex"] for one in offers}}
    name = max(by_hex, key=lambda one: len({lay["tile"] for lay in by_hex[one]}))
    table.hex(name).tap()
    tiles = table.question.get_by_role("group", name="Tile").get_by_role("button")
    expect(tiles).to_have_count(len({lay["tile"] for lay in by_hex[name]}))
    tiles.first.tap()
    expect(table.confirmation).to_be_enabled()
    table.go_on(table.confirmation.tap)
    assert table.view(name)["tile"] in {lay["tile"] for lay in by_hex[name]}


@pytest.mark.parametrize(
    ("dark", "tabs"),
    [(False, ("Market", "Companies", "Trains", "Tiles", "Table", "Rules")), (True, ("Market", "Trains"))],
    ids=["light", "dark"],
)
def test_nobody_is_kept_out(
    visit: Visitors, faults: Callable[[Page], list[str]], dark: bool, tabs: tuple[str, ...]
) -> None:
    """Routes, market, companies, trains, tiles and holdings can be used with every aid."""
    record = game_where(lambda game: "run_trains" in kinds(game) and len(game.view().hexes) > 12)
    page = at_screen(guest(visit, dark=dark), record).page
    for tab in tabs:
        page.get_by_role("tab", name=tab).click()
        assert faults(page) == []


def test_the_board_can_be_read_as_text(visit: Visitors) -> None:
    record = game_where(lambda game: any(hex_view.tile for hex_view in game.view().hexes))
    table = at_screen(guest(visit), record)
    laid = next(one for one in table.now["view"]["hexes"] if one["tile"])
    table.page.keyboard.press("t")
    table.page.get_by_role("button", name="All", exact=True).click()
    line = table.page.get_by_role("listitem").filter(has_text=re.compile(rf"^{laid['id']}\b"))
    expect(line).to_contain_text(f"tile {laid['tile']}")
    expect(line).to_contain_text("track to")


# ------------------------------------------------------------------------------------------------- what the bots think


@pytest.mark.parametrize(
    "language, log, why, costs",
    [
        ("en", "Log", "Why the bot gave answer", "Costs 55 K and pays 20 K a round."),
        ("es", "Diario", "Por qué el bot dio la respuesta", "Cuesta 55 K y paga 20 K por ronda."),
    ],
)
def test_a_bot_says_why_it_answered_so(visit: Visitors, language: str, log: str, why: str, costs: str) -> None:
    """Of all locals the one for 55 pays most for its price: a bot that plans drafts it first."""
    page = guest(visit, language=language)
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "policy"}] * 2]
    game = told(page, "POST", "/api/games", {"title": TITLE.id, "seats": seats, "start": True})["id"]
    table = Table(page, game)
    if not table.now["seq"]:
        told(page, "POST", f"/api/games/{game}/actions", {"seq": 0, "action": action_to_json(PassDraft())})
    page.get_by_role("tab", name=log).click()
    page.get_by_role("log").get_by_role("button", name=why).first.click()
    expect(page.get_by_role("log").get_by_role("status").first).to_have_text(costs)


@pytest.mark.parametrize(
    "language, tab, question, sentence",
    [
        ("en", "Companies", "What will a share bring?", re.compile(r"^Expects \d+.K a round on average from ")),
        ("es", "Compañías", "¿Qué dará una acción?", re.compile(r"^Espera de media \d+.K por ronda de ")),
    ],
)
def test_what_a_share_will_bring_is_told_on_request(
    visit: Visitors, language: str, tab: str, question: str, sentence: re.Pattern[str]
) -> None:
    """Whoever studies a game may ask; a table that plays without hints shows no such question."""
    page = guest(visit, language=language)
    at_screen(page, game_where(lambda game: len(game.state.floated) > 1))
    page.get_by_role("tab", name=tab).click()
    asked = page.get_by_role("button", name=question)
    asked.first.click()
    expect(page.locator(".hint").get_by_role("status").first).to_have_text(sentence)
    hotseat(page)
    page.get_by_role("tab", name=tab).click()
    expect(page.get_by_role("tabpanel")).to_be_visible()
    expect(asked).to_have_count(0)
