"""The game page: people play Chicago Express in real browsers, by mouse, finger and keyboard."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ferrovia import Game, Record, action_to_json, find_title
from ferrovia.bots import BOTS
from ferrovia.model.message import Message
from ferrovia.text import Words
from support.browser import DESKTOP, PHONE, Visitors, expect_game

Fault = Callable[[Page], list[str]]

NAMES = ("Ana", "Ben", "Eva")
TITLE = find_title("chicago-express")
WORDS = Words("en", title=TITLE.id, layout=TITLE.layout, currency=TITLE.currency)
CONFIRM = re.compile("^Confirm")


# ------------------------------------------------------------------------------------------------------------- helpers


def told(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Asks the server something as this visitor, beside the page."""
    if not _csrf(page):
        page.request.get("/api/me")
    answer = page.request.fetch(
        path,
        method=method,
        data=None if body is None else json.dumps(body),
        headers={"content-type": "application/json", "x-csrftoken": _csrf(page)},
    )
    assert answer.ok, answer.text()
    return answer.json()


def _csrf(page: Page) -> str:
    return next((c.get("value", "") for c in page.context.cookies() if c.get("name") == "csrftoken"), "")


def position(page: Page, game: str) -> Any:
    return told(page, "GET", f"/api/games/{game}/position")


def guest(visit: Visitors, name: str, **how: Any) -> Page:
    page = visit("/help", **how)
    told(page, "POST", "/api/guest", {"name": name})
    return page


def played(is_enough: Callable[[Game], bool]) -> Record:
    """A game that bots have played up to the first position that is enough."""
    record, random = Record.new(TITLE, NAMES), Random(3)
    while not is_enough(record.game):
        record.play(BOTS["simple"](record.game, random))
    return record


def is_turn(game: Game) -> bool:
    return game.ask is not None and game.ask.about.key == "choose-action"


def red_dials(game: Game) -> list[str]:
    return [g.key for g in game.view().gauges if g.kind == "dial" and g.red is not None and g.at >= g.red]


def kinds(game: Game) -> set[str]:
    return {action_to_json(offer.action)["type"] for offer in game.offers()}


def at_screen(page: Page, record: Record) -> str:
    """Goes on with a game around this visitor's screen."""
    game = told(page, "POST", "/api/import", {"file": record.to_json()})["id"]
    page.goto(f"/game/{game}")
    expect_game(page)
    return game


def online(host: Page, other: Page, *, public: bool = True) -> str:
    """A game of these two that has begun."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = told(host, "POST", "/api/games", {"title": TITLE.id, "seats": seats, "public": public})
    game = made["id"]
    told(other, "POST", f"/api/games/{game}/join", {"invite": made["invite"]})
    told(host, "POST", f"/api/games/{game}/start")
    return game


def board(page: Page) -> Locator:
    return page.get_by_role("application")


def hex_on(page: Page, name: str) -> Locator:
    return page.locator(f'[data-hex="{name}"]')


def lit(page: Page) -> list[str]:
    return page.locator(".target.may").evaluate_all("all => all.map((one) => one.dataset.hex)")


def question(page: Page) -> Locator:
    return page.locator(".question")


def count(page: Page, seq: int, latest: int | None = None) -> None:
    """The page shows this position of the game."""
    expect(page.get_by_role("group", name=re.compile("^Hist"))).to_contain_text(f"{seq} / {latest or seq}")


def is_at_once(button: Locator) -> bool:
    """Whether an answer is given by one click: a no that names nothing."""
    return "at-once" in (button.get_attribute("class") or "")


def choose(page: Page, kind: str) -> None:
    question(page).get_by_role("button", name=kind, exact=True).click()


def confirm(page: Page) -> None:
    question(page).get_by_role("button", name=CONFIRM).click()


def answer(page: Page, kind: str) -> None:
    button = question(page).get_by_role("button", name=kind, exact=True)
    at_once = is_at_once(button)
    button.click()
    if not at_once:
        confirm(page)


def companies(page: Page) -> Locator:
    return question(page).get_by_role("group", name="Company")


def is_complete(page: Page) -> bool:
    """Whether the hex chosen belongs to one company only, so that nothing is left to choose."""
    return companies(page).locator("[aria-pressed=true]").count() > 0


def settle_company(page: Page) -> None:
    if not is_complete(page):
        companies(page).get_by_role("button", disabled=False).first.click()


# -------------------------------------------------------------------------------------------------------- people online


def test_three_guests_play_until_the_first_dividend(visit: Visitors) -> None:
    """Each has a browser of their own; every move is seen by the other two as it happens."""
    pages = [guest(visit, name) for name in NAMES]
    host = pages[0]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    game = told(host, "POST", "/api/games", {"title": TITLE.id, "seats": seats, "public": True})["id"]
    for page in pages[1:]:
        told(page, "POST", f"/api/games/{game}/join", {})
    told(host, "POST", f"/api/games/{game}/start")
    for page in pages:
        page.goto(f"/game/{game}")
        page.get_by_role("tab", name="Log").click()
    seat_of = {seat["seat"]: NAMES.index(seat["name"]) for seat in told(host, "GET", f"/api/games/{game}")["seats"]}

    now = position(host, game)
    while now["view"]["course"]["at"] < 2:
        mine = pages[seat_of[now["ask"]["who"]]]
        expect(mine.get_by_text("Your turn").first).to_be_visible()
        expect(mine).to_have_title(re.compile("Your turn"))
        _move(mine, now)
        for page in pages:
            count(page, now["seq"] + 1)
        now = position(host, game)
    for page in pages:
        expect(page.get_by_role("log")).to_contain_text(WORDS.event(Message("general-dividends", {"number": 1})))
        expect(page.locator(".course").first).to_contain_text(WORDS.stop(Message("dividend-round", {"number": 2})))


def _move(page: Page, now: Any) -> None:
    """The first bidder gets each share at the opening bid; later somebody expands, the others decline."""
    view, asked = now["view"], now["ask"]
    if asked["key"] == "first-bid":
        confirm(page)
    elif asked["key"] == "bid":
        answer(page, "Pass")
    elif sum(len(hex_view["tokens"]) for hex_view in view["hexes"]) == len(view["players"]) + 1:
        choose(page, "Expand a network")
        expect(page.locator(".target.may").first).to_be_visible()
        page.locator(".target.may").first.click()
        confirm(page)
    else:
        left = [gauge["key"] for gauge in view["gauges"] if gauge["kind"] == "dial" and gauge["at"] < gauge["red"]]
        choose(page, "Decline")
        question(page).get_by_role("group", name="Dial").get_by_role("button", name=left[0]).click()
        confirm(page)


def test_undo_is_free_until_another_acts_and_then_needs_consent(visit: Visitors) -> None:
    ana, ben = guest(visit, "Ana"), guest(visit, "Ben")
    game = online(ana, ben)
    for page in (ana, ben):
        page.goto(f"/game/{game}")
    first, second = (ana, ben) if position(ana, game)["ask"]["you"] else (ben, ana)

    confirm(first)
    expect(question(second)).to_contain_text("Your turn")
    first.get_by_role("button", name="Undo").click()
    expect(question(first)).to_contain_text("Your turn")
    expect(question(second)).to_contain_text("Waiting for")
    first.get_by_role("button", name="Redo").click()
    expect(question(second)).to_contain_text("Your turn")

    confirm(second)
    expect(question(first)).to_contain_text("Your turn")
    expect(first.get_by_role("button", name="Undo")).to_be_visible()
    first.get_by_role("button", name="Undo").click()
    first.get_by_role("dialog").get_by_role("button", name="Ask them").click()
    second.get_by_role("button", name="Agree").click()
    expect(question(first)).to_contain_text("Bid at least")
    expect(question(second)).to_contain_text("Waiting for")


@pytest.mark.parametrize("answer_given, kind", [("Agree", "bot"), ("Refuse", "human")])
def test_a_substitute_is_agreed_to_beside_the_question(visit: Visitors, answer_given: str, kind: str) -> None:
    """Whatever tab is open, whoever must agree is asked where the game asks its questions."""
    ana, ben = guest(visit, "Ana"), guest(visit, "Ben")
    game = online(ana, ben)
    for page in (ana, ben):
        page.goto(f"/game/{game}")
        page.get_by_role("tab", name="Companies").click()
    seats = told(ana, "GET", f"/api/games/{game}")["seats"]
    seat = next(one["seat"] for one in seats if one["name"] == "Ben")
    told(ana, "POST", f"/api/games/{game}/substitute", {"seat": seat, "by": "bot", "bot": "simple"})
    asked = ".ask [role=status]"
    expect(ana.locator(asked)).to_contain_text("Not answered yet: Ben")
    expect(ben.locator(asked)).to_contain_text("Ana proposes that a bot plays for Ben.")
    ben.locator(asked).get_by_role("button", name=answer_given).click()
    for page in (ana, ben):
        expect(page.locator(asked)).to_have_count(0)
    seats = told(ana, "GET", f"/api/games/{game}")["seats"]
    assert next(one["kind"] for one in seats if one["seat"] == seat) == kind


def sign_out(page: Page) -> None:
    """As from another tab: the page itself is told nothing."""
    page.context.clear_cookies(name="session")


def test_an_answer_of_somebody_signed_out_leads_to_the_way_in(visit: Visitors) -> None:
    ana, ben = guest(visit, "Ana"), guest(visit, "Ben")
    game = online(ana, ben)
    asked = ana if position(ana, game)["ask"]["you"] else ben
    with asked.expect_response("**/log*"), asked.expect_response("**/chat*"):  # what is read after the board
        asked.goto(f"/game/{game}")
    expect(question(asked).get_by_role("button", name=CONFIRM)).to_be_enabled()
    sign_out(asked)
    confirm(asked)
    notice = asked.get_by_role("alert").filter(has=asked.get_by_role("link", name="Sign in"))
    expect(notice.first).to_be_visible()
    expect(asked.get_by_role("banner")).to_contain_text("Sign in")
    expect(asked.locator(".ask")).to_contain_text("You are signed out and can only watch.")
    expect(question(asked)).to_contain_text("Waiting for")
    asked.locator(".ask").get_by_role("link", name="Sign in").click()
    expect(asked.get_by_role("heading", level=1)).to_have_text("Nobody yet")


def test_who_is_signed_out_of_a_hidden_game_is_told_so(visit: Visitors) -> None:
    """The line says that nothing more will be told; the page says why, and where to go."""
    ana, ben = guest(visit, "Ana"), guest(visit, "Ben")
    game = online(ana, ben, public=False)
    ben.goto(f"/game/{game}")
    expect(board(ben)).to_be_visible()
    told(ben, "POST", "/api/logout-everywhere")
    told(ana, "POST", f"/api/games/{game}/chat", {"text": "are you there?"})
    expect(ben.get_by_role("main")).to_contain_text("You are signed out. The table was closed, or it is no longer open")
    expect(ben.get_by_role("banner")).to_contain_text("Sign in")
    expect(ben.get_by_role("main").get_by_role("link", name="Sign in")).to_be_visible()
    ben.get_by_role("link", name="Back to the games").click()
    ben.wait_for_url("**/")


def test_notes_outlive_a_page_left_at_once(visit: Visitors) -> None:
    page = guest(visit, "Ana")
    game = at_screen(page, Record.new(TITLE, NAMES))
    page.get_by_role("tab", name="Notes").click()
    notes = page.get_by_role("tabpanel").get_by_role("textbox")
    expect(notes).to_be_enabled()
    page.evaluate("() => { window.setTimeout = () => 0; }")  # the pause after the last word never ends
    notes.fill("Sell before the third dividend.")
    page.goto("/help")
    kept = f"/api/games/{game}/notes"
    page.wait_for_function("path => fetch(path).then(r => r.json()).then(n => n.text.startsWith('Sell'))", arg=kept)


def test_what_was_said_during_a_break_is_read_afterwards(visit: Visitors) -> None:
    ana, ben = guest(visit, "Ana"), guest(visit, "Ben")
    game = online(ana, ben)
    ana.goto(f"/game/{game}")
    ana.get_by_role("tab", name="Log").click()
    told(ben, "POST", f"/api/games/{game}/chat", {"text": "before"})
    expect(ana.get_by_role("log")).to_contain_text("before")
    ana.context.set_offline(True)
    expect(ana.get_by_text("Not connected")).to_be_visible()
    told(ben, "POST", f"/api/games/{game}/chat", {"text": "meanwhile"})
    ana.context.set_offline(False)
    expect(ana.get_by_role("log")).to_contain_text("meanwhile")
    assert ana.get_by_role("log").inner_text().count("before") == 1


def test_who_was_too_late_gets_the_game_as_it_is(visit: Visitors) -> None:
    """A page that missed a move sends an answer: it is not taken, and the page shows the game as it stands."""
    page = guest(visit, "Ana")
    record = Record.new(TITLE, NAMES)
    page.route("**/stream*", lambda route: route.abort())
    visit.complaints.clear()
    game = at_screen(page, record)
    expect(question(page)).to_contain_text("Ana's turn")
    now = position(page, game)
    told(page, "POST", f"/api/games/{game}/actions", {"seq": now["seq"], "action": {"type": "bid", "amount": 9}})
    confirm(page)
    expect(question(page)).to_contain_text("Ben's turn")
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+"))).to_be_visible()
    assert position(page, game)["view"]["players"][0]["cash"] == now["view"]["players"][0]["cash"]
    visit.complaints[:] = [line for line in visit.complaints if "ERR_FAILED" not in line]


def test_whoever_waits_for_a_bot_sees_that_it_thinks(visit: Visitors) -> None:
    page = guest(visit, "Ana")
    page.route("**/stream*", lambda route: route.abort())  # its answer never arrives
    visit.complaints.clear()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "search"}, {"kind": "bot", "bot": "simple"}]
    game = told(page, "POST", "/api/games", {"title": TITLE.id, "seats": seats, "start": True})["id"]
    page.goto(f"/game/{game}")
    confirm(page)
    expect(question(page)).to_contain_text("Strong bot is thinking")
    visit.complaints[:] = [line for line in visit.complaints if "ERR_FAILED" not in line]


# ------------------------------------------------------------------------------------------------------- at one screen


def test_a_game_at_one_screen_with_a_bot_to_its_end(visit: Visitors) -> None:
    """The creator answers for everybody here; at the end there is a ranking and the value over time."""
    page = guest(visit, "Ana")
    seats = [{"kind": "me"}, {"kind": "named", "name": "Ben"}, {"kind": "bot", "bot": "random"}]
    wish = {"title": TITLE.id, "seats": seats, "hotseat": True, "start": True}
    game = told(page, "POST", "/api/games", wish)["id"]
    page.goto(f"/game/{game}")
    expect(question(page)).to_contain_text("Ana's turn")
    confirm(page)
    expect(question(page)).to_contain_text("Ben's turn")
    answer(page, "Pass")
    expect(question(page)).not_to_contain_text("Ben's turn")  # his answer has arrived
    _play_on(page, game)
    expect(page.get_by_role("heading", name=re.compile("wins?$"))).to_be_visible()
    standings = position(page, game)["standings"]
    rows = page.locator("section:has(#result-head) li")
    expect(rows).to_have_count(3)
    for row, standing in zip(rows.all(), standings, strict=True):
        expect(row).to_contain_text(f"${standing['worth']}")
    expect(page.locator("figure:has(polyline)")).to_be_visible()
    expect(page.locator("figure polyline")).to_have_count(3)  # a level line has no height and does not count as visible
    page.get_by_role("button", name="Estimate").click()
    expect(page.get_by_role("table", name="Over time: Estimate")).to_contain_text("Ana")
    page.keyboard.press(",")
    expect(question(page)).to_contain_text("Position")


def _play_on(page: Page, game: str) -> None:
    """Answers beside the page until the game is over: pass and decline, which ends it soonest."""
    now = position(page, game)
    for _ in range(600):
        if now["outcome"]:
            return
        if not now["offers"]:
            page.wait_for_timeout(20)
            now = position(page, game)
            continue
        quiet = next(offer for offer in now["offers"] if offer["passive"])
        now = told(page, "POST", f"/api/games/{game}/actions", {"seq": now["seq"], "action": quiet["action"]})
    pytest.fail("the game does not end")


def test_an_expansion_is_narrowed_previewed_and_confirmed(visit: Visitors) -> None:
    """Click by click; before anything is sent, the page shows what it costs and brings, and where."""
    page = guest(visit, "Ana")
    game = at_screen(page, played(is_turn))
    before = position(page, game)
    choose(page, "Expand a network")
    first = next(offer["action"] for offer in before["offers"] if offer["action"]["type"] == "expand")
    mark = question(page).get_by_role("group", name="Company").get_by_role("button", name=first["company"])
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    hex_on(page, first["hexes"][0]).click()
    outlook = page.get_by_role("group", name="What it would do")
    expect(outlook).to_contain_text("treasury")
    expect(outlook).to_contain_text("→")
    more = [name for name in lit(page) if name != first["hexes"][0]]
    if more:
        hex_on(page, more[0]).click()
        expect(page.locator(".order")).to_have_count(2)
        page.locator(".chip").last.click()
        expect(page.locator(".order")).to_have_count(1)
    assert position(page, game)["seq"] == before["seq"]
    confirm(page)
    count(page, before["seq"] + 1)
    assert position(page, game)["last"]["hexes"] == first["hexes"]
    expect(page.locator(".last")).to_have_count(1)


def test_a_reload_in_the_middle_loses_nothing(visit: Visitors) -> None:
    page = guest(visit, "Ana")
    game = at_screen(page, played(is_turn))
    page.get_by_role("tab", name="Players").click()
    asked = question(page).locator(".asked")
    text = asked.inner_text()
    choose(page, "Expand a network")
    page.locator(".target.may").first.click()
    page.reload()
    expect(asked).to_have_text(text)
    expect(page.get_by_role("tab", name="Players")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".order")).to_have_count(0)
    seq = position(page, game)["seq"]
    count(page, seq)
    choose(page, "Expand a network")
    page.locator(".target.may").first.click()
    confirm(page)
    count(page, seq + 1)
    page.reload()
    count(page, seq + 1)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def test_every_position_can_be_looked_at(visit: Visitors) -> None:
    """Slider, keys, what happened since my last move, a copy to try things out; live goes on."""
    page = guest(visit, "Ana")
    record = played(lambda game: is_turn(game) and game.view().course.at == 3)
    game, latest = at_screen(page, record), len(record.entries)
    slider = page.get_by_role("slider", name="Position")
    slider.fill("0")
    count(page, 0, latest)
    expect(page.locator(".course").first).to_contain_text("Initial auctions")
    expect(question(page).get_by_role("button", name="Expand a network")).to_have_count(0)
    page.locator("h1").focus()
    page.keyboard.press(".")
    count(page, 1, latest)
    page.keyboard.press("l")
    count(page, latest)
    page.keyboard.press("m")
    since = page.get_by_role("region", name="Since my last move")
    expect(since).to_contain_text("What it did to")
    since.get_by_role("button", name="Play it").click()
    history = page.get_by_role("group", name="History")
    expect(history.get_by_text(re.compile("^Position"))).to_be_visible()
    page.keyboard.press("p")
    slider.fill("20")
    page.get_by_role("button", name="Try from here").click()
    expect(history).to_contain_text(re.compile("Branch “.* at 20”"))
    history.get_by_role("button", name="Branch", exact=True).click()
    page.wait_for_url(lambda url: game not in url)
    count(page, 20)


# -------------------------------------------------------------------------------------------------- what is not allowed


def test_a_dark_hex_explains_itself_in_spanish(visit: Visitors) -> None:
    page = guest(visit, "Ana", language="es")
    game = at_screen(page, played(is_turn))
    choose(page, "Ampliar una red")
    company = question(page).get_by_role("group", name="Compañía").get_by_role("button", disabled=False).first
    company.click()
    hex_on(page, "A4").click()
    reason = page.get_by_role("alert").filter(has_text="[CE-5.3]")
    expect(reason).to_contain_text("A4")
    wanted = {"type": "expand", "company": company.get_by_role("img").get_attribute("aria-label"), "hexes": ["A4"]}
    seq = position(page, game)["seq"]
    preview = told(page, "POST", f"/api/games/{game}/preview?lang=es", {"seq": seq, "action": wanted})
    tail = preview["refusal"]["message"].split(wanted["company"])[0].strip()
    expect(reason).to_contain_text(tail)

    reason.get_by_role("button", name="[CE-5.3]").click()
    rule = told(page, "GET", f"/api/games/{game}/rules/CE-5.3?lang=es")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(rule["text"])
    expect(dialog).to_contain_text(rule["heading"])
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert position(page, game)["seq"] == seq


def test_a_grey_answer_explains_itself(visit: Visitors) -> None:
    """A kind of action whose needle is red is folded away, with the reason; looking changes nothing."""
    page = guest(visit, "Ana")
    record = played(lambda game: is_turn(game) and bool(red_dials(game)))
    at_screen(page, record)
    dial = red_dials(record.game)[0]
    kind = {"auction": "Auction a share", "expansion": "Expand a network", "development": "Develop a hex"}[dial]
    expect(question(page).get_by_role("button", name=kind)).to_have_count(0)
    question(page).get_by_text(re.compile("^Not now")).click()
    reason = question(page).get_by_role("listitem").filter(has_text=kind)
    expect(reason).to_contain_text("[CE-3.3]")
    expect(reason).to_contain_text(WORDS.refusal("dial-in-red", {"dial": dial}))
    count(page, len(record.entries))


def test_an_amount_beyond_its_span_is_explained(visit: Visitors) -> None:
    page = guest(visit, "Ana")
    at_screen(page, Record.new(TITLE, NAMES))
    amount = page.get_by_role("spinbutton", name="Bid")
    amount.fill("99")
    expect(page.get_by_role("alert").filter(has_text="[CE-4.6]")).to_contain_text("$99")
    amount.fill("12")
    expect(question(page).get_by_role("button", name="Confirm: Bid $12")).to_be_enabled()
    amount.press("Enter")
    expect(question(page)).to_contain_text("Ana has bid $12")


# ------------------------------------------------------------------------------------------------------ without a mouse


def test_keyboard_only(visit: Visitors) -> None:
    """Bids by digits and plus, a kind by its number, hexes by arrows, undo, the list of keys."""
    page = guest(visit, "Ana")
    at_screen(page, Record.new(TITLE, NAMES))
    expect(question(page).get_by_role("button", name="Confirm: Bid $7")).to_be_enabled()
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(question(page).get_by_role("button", name="Confirm: Bid $9")).to_be_enabled()
    page.keyboard.press("Enter")
    count(page, 1)
    page.keyboard.press("2")  # passes at once
    count(page, 2)
    expect(question(page).get_by_role("button", name="Undo")).to_be_enabled()
    page.keyboard.press("u")
    count(page, 3)
    expect(question(page)).to_contain_text("Ben's turn")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Go to the map")
    page.keyboard.press("Escape")

    record = played(lambda game: is_turn(game) and "expand" in kinds(game))
    at_screen(page, record)
    page.keyboard.press("2")
    expect(page.locator(".target.may").first).to_be_visible()
    page.keyboard.press("b")
    expect(board(page)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board-cursor")).to_contain_text("can be chosen")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".order")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#board-cursor")).to_contain_text("chosen, number 1")
    if not is_complete(page):
        companies(page).get_by_role("button", disabled=False).first.press("Enter")
        page.keyboard.press("b")
    page.keyboard.press("Enter")
    count(page, len(record.entries) + 1)


def test_the_board_as_text(visit: Visitors) -> None:
    """Everything on the board in words, and an answer given from there."""
    page = guest(visit, "Ana")
    record = played(is_turn)
    at_screen(page, record)
    page.keyboard.press("t")
    text = page.get_by_role("region", name="Board as text")
    text.get_by_role("button", name="All").click()
    expect(text.get_by_role("listitem")).to_have_count(len(TITLE.layout.hexes))
    expect(text.get_by_role("listitem").filter(has_text="R5 Philadelphia")).to_contain_text("PRR")
    choose(page, "Expand a network")
    text.get_by_role("button", name="Can be chosen").click()
    text.get_by_role("button", name=re.compile("^Choose:")).first.click()
    expect(text).to_contain_text("chosen, number 1")
    settle_company(page)
    confirm(page)
    count(page, len(record.entries) + 1)
    page.get_by_role("button", name="Board as map").click()
    expect(board(page)).to_be_visible()


# --------------------------------------------------------------------------------------------------------------- phone


def test_a_phone(visit: Visitors) -> None:
    """Pinch, tap, answer in the sheet; nothing is cut off and everything is large enough for a thumb."""
    page = guest(visit, "Ana", size=PHONE, has_touch=True, is_mobile=True)
    record = played(is_turn)
    at_screen(page, record)
    question(page).get_by_role("button", name="Expand a network").tap()
    expect(page.locator(".target.may").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.evaluate(TOO_SMALL) == []

    before = _scale(page)
    _pinch(page)
    assert _scale(page) > before * 1.3
    page.get_by_role("button", name="Whole map").tap()
    assert _scale(page) < before

    page.locator(".target.may").last.tap()
    expect(page.locator(".order")).to_have_count(1)
    settle_company(page)
    sheet = question(page).get_by_role("button", name=CONFIRM)
    expect(sheet).to_be_in_viewport()
    sheet.tap()
    count(page, len(record.entries) + 1)
    page.get_by_role("tab", name="Players").tap()
    expect(page.get_by_role("tabpanel")).to_contain_text("Ben")
    page.get_by_role("button", name="Fold the question").tap()
    expect(page.get_by_role("button", name="Unfold the question")).to_be_visible()


TOO_SMALL = """() => [...document.querySelectorAll(".game button, .game select, .game input:not([type=range])")]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((one) => !one.matches(".seq, .fold, [role=log] *, .text-switch"))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 120))"""


def _scale(page: Page) -> float:
    transform = page.locator(".board svg > g").first.get_attribute("transform") or ""
    return float(transform.partition("scale(")[2].rstrip(")"))


def _pinch(page: Page) -> None:
    """Two fingers move apart on the map."""
    place = board(page).bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80), ("touchMove", 100)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_mouse_moves_the_map(visit: Visitors) -> None:
    """Wheel zooms, drag pans and is no click, 0 shows the whole map again."""
    page = guest(visit, "Ana")
    at_screen(page, played(is_turn))
    choose(page, "Expand a network")
    expect(page.locator(".target.may").first).to_be_visible()
    whole, untouched = _scale(page), page.locator(".board svg > g").get_attribute("transform") or ""
    target = page.locator(".target.may").first.bounding_box()
    assert target is not None
    x, y = target["x"] + target["width"] / 2, target["y"] + target["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    expect(page.locator(".board svg > g")).not_to_have_attribute("transform", untouched)
    assert _scale(page) > whole * 1.5
    page.mouse.down()
    page.mouse.move(x - 90, y + 40, steps=4)
    page.mouse.up()
    expect(page.locator(".order")).to_have_count(0)
    page.keyboard.press("0")
    assert _scale(page) == pytest.approx(whole)


# -------------------------------------------------------------------------------------------------------- for everybody


@pytest.mark.parametrize("size, dark, language", [(DESKTOP, False, "en"), (PHONE, True, "es")], ids=["desk", "phone"])
def test_axe_finds_nothing(visit: Visitors, faults: Fault, size: tuple[int, int], dark: bool, language: str) -> None:
    """While choosing, in every tab, in an earlier position, in the board as text, and at the end."""
    page = guest(visit, "Ana", size=size, dark=dark, language=language)
    at_screen(page, played(is_turn))
    question(page).locator(".kinds button").nth(1).click()
    page.locator(".target.may").first.click()
    expect(page.locator(".order")).to_have_count(1)
    found = {"choosing": faults(page)}
    tabs = page.get_by_role("tab").all()
    for tab in tabs[1:] if size == DESKTOP else tabs[-1:]:
        tab.click()
        found[tab.inner_text()] = faults(page)
    page.keyboard.press("Escape")
    page.locator("h1").focus()
    page.keyboard.press("t")
    found["text"] = faults(page)
    page.keyboard.press("t")
    page.keyboard.press(",")
    found["past"] = faults(page)
    at_screen(page, played(lambda game: game.ask is None))
    expect(page.locator("figure:has(polyline)")).to_be_visible()
    found["result"] = faults(page)
    assert found == {place: [] for place in found}
