"""1824 in a real browser: the first stock round, an operating round, a compulsory exchange, a formation."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from ferrovia import Game, Record, find_title
from ferrovia.text import Words
from support.browser import Visitors
from support.reached import before_event, kinds, reached
from web.test_18cz import Table, guest, told

TITLE = find_title("1824")
NAMES = ("Ana", "Ben", "Eva")
WORDS = Words("en", title="1824", layout=TITLE.layout, currency=TITLE.currency)


def at_screen(page: Page, record: Record) -> Table:
    return Table(page, told(page, "POST", "/api/import", {"file": record.to_json()})["id"])


def asks(key: str) -> Any:
    def is_asked(game: Game) -> bool:
        return game.ask is not None and game.ask.about.key == key

    return is_asked


def label(kind: str) -> str:
    return WORDS.term("action-name", kind)


def choose_tile(table: Table, tile: str) -> None:
    """From the ring around the hex, where there are several."""
    choice = table.page.get_by_role("button", name=f"Take tile {tile}", exact=True)
    expect(choice.or_(table.confirmation).first).to_be_visible()
    if choice.is_visible():
        choice.click()


def choose_company(table: Table, company: str) -> None:
    group = table.question.get_by_role("group", name=re.compile("company", re.IGNORECASE))
    group.get_by_role("button", name=re.compile(rf"^{company}\b")).first.click()


def test_the_first_stock_round(visit: Visitors) -> None:
    """Somebody buys a mountain railway, the next a railway that will be a part of the Südbahn."""
    seats = [{"kind": "named", "name": name} for name in NAMES]
    page = guest(visit)
    wish = {"title": "1824", "seats": seats, "hotseat": True, "start": True, "options": {}}
    table = Table(page, told(page, "POST", "/api/games", wish)["id"])
    first = table.now["ask"]["who"]
    table.choose(label("buy_mountain"))
    mountains = table.question.get_by_role("group", name=re.compile("^Mountain"))
    mountains.get_by_role("button", name=re.compile("Semmeringbahn")).click()
    expect(table.confirmation).to_contain_text("Semmeringbahn")
    table.confirm()
    held = {player["id"]: player["privates"] for player in table.now["view"]["players"]}
    assert held[first] == ["B1"]

    second = table.now["ask"]["who"]
    assert second != first
    table.question.get_by_role("button", name=re.compile("^Buy a railway: SD1")).click()
    table.confirm()
    sd1 = next(one for one in table.now["view"]["companies"] if one["id"] == "SD1")
    assert sd1["director"] == second
    page.get_by_role("tab", name="Trains").click()
    expect(page.get_by_role("table", name="g-trains")).to_contain_text("1g")
    expect(page.get_by_role("table", name="Trains", exact=True)).to_contain_text("10")
    coming = page.locator(".ahead").filter(has_text="If the first 4 is bought now")
    expect(coming).to_contain_text("must exchange mountain railway 1 (Semmeringbahn)")


def test_an_operating_round(visit: Visitors) -> None:
    """A tile is laid, trains are run as proposed, and what the next train sets off stands beside the question."""
    record = reached(TITLE, NAMES, lambda game: asks("track")(game) and kinds(game).count("lay_tile") > 3)
    table = at_screen(guest(visit), record)
    lays = [one["action"] for one in table.now["offers"] if one["action"]["type"] == "lay_tile"]
    table.hex(lays[0]["hex"]).click()
    choose_tile(table, lays[0]["tile"])
    table.confirm()
    assert table.view(lays[0]["hex"])["tile"]
    while table.asked != "buy-trains":
        _go_on(table)
    coming = table.question.locator("details.ahead")
    coming.locator("summary").click()
    expect(coming).to_contain_text("forms at the end of the round")


def _go_on(table: Table) -> None:
    """Whatever is asked before trains are bought: no more track, no station, the best run, a dividend."""
    if table.asked == "run":
        expect(table.page.locator(".routes .proof")).to_have_text("proved best")
        table.confirm()
    else:
        table.answer(label({"track": "end_track", "station": "end_stations", "dividend": "pay_dividend"}[table.asked]))


def test_a_compulsory_exchange(visit: Visitors) -> None:
    """With the first 4 every mountain railway is exchanged at once; its owner chooses the company."""
    record = reached(TITLE, NAMES, asks("exchange-mountain"), avoided="exchange_mountain")
    table = at_screen(guest(visit), record)
    offer = table.now["offers"][-1]["action"]
    owner = table.now["ask"]["who"]
    table.choose(label("exchange_mountain"))
    choose_company(table, offer["company"])
    table.confirm()
    players = {player["id"]: player for player in table.now["view"]["players"]}
    assert offer["mountain"] not in players[owner]["privates"]
    assert players[owner]["shares"][offer["company"]] >= 1


def test_a_formation(visit: Visitors) -> None:
    """What was announced comes true when the round ends: the Staatsbahn has its director, its railways are gone."""
    record = before_event(TITLE, NAMES, "staatsbahn-formed", "end_trains")
    table = at_screen(guest(visit), record)
    page = table.page
    forming = [one["id"] for one in table.now["view"]["companies"] if "forming" in one["marks"]]
    page.get_by_role("tab", name="Companies").click()
    expect(page.locator("article").filter(has_text="forms at the end of the round").first).to_be_visible()
    table.answer(label("end_trains"))
    now = {one["id"]: one for one in table.now["view"]["companies"]}
    assert all(now[company]["open"] and not now[company]["marks"] for company in forming)
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("tabpanel")).to_contain_text(f"{forming[0]} forms and receives")
