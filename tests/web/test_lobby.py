"""From the first page to a game and around it: everything but the game page itself."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from ferrovia import Record, automatic_answer, find_title
from ferrovia.bots import BOTS
from ferrovia.interop import export_game
from support.browser import DESKTOP, PHONE, Visitors

TITLE = "chicago-express"
ENTRY_WEIGHT = 150_000
CLIENT_WEIGHT = 200_000
SMALLEST_TARGET = 44
UNSEATED = "You no longer sit at this table."

Fault = Callable[[Page], list[str]]


# ------------------------------------------------------------------------------------------------------------- helpers


def asked(page: Page, path: str) -> Any:
    """What the server says to this visitor."""
    answer = page.request.get(path)
    assert answer.ok, answer.text()
    return answer.json()


def game_of(page: Page) -> str:
    """The id of the game the page is at."""
    page.wait_for_url(re.compile(r"/game/"))
    return page.url.rpartition("/")[2]


def question_of(page: Page, game: str) -> str:
    """The first words of what is asked now; further on there may be drawings among the words."""
    return " ".join(asked(page, f"/api/games/{game}/position")["ask"]["text"].split()[:3])


def new_table(page: Page, company: str, *, private: bool = False) -> str:
    """Opens a table for three through the form."""
    page.goto(f"/new/{TITLE}")
    page.get_by_role("radio", name=company).check()
    if private:
        page.get_by_role("radio", name="By invitation").check()
    page.get_by_role("button", name=re.compile("Open the table|Start")).click()
    return game_of(page)


def invitation(page: Page) -> str:
    return page.get_by_role("textbox", name="Invitation link").input_value()


def register(page: Page, name: str, password: str) -> None:
    page.goto("/account")
    form = page.locator("form").filter(has=page.get_by_role("button", name="Make an account"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


# ------------------------------------------------------------------------------------------------------ the way to play


def test_play_against_bots_in_three_clicks(visit: Visitors) -> None:
    """A fresh visitor needs no account, no name and at most three clicks to be asked the first question."""
    page = visit()
    page.get_by_role("link", name="Play: Chicago Express").click()
    page.get_by_role("button", name="Start").click()
    game = game_of(page)
    info = asked(page, f"/api/games/{game}")
    assert sorted(seat["kind"] for seat in info["seats"]) == ["bot", "bot", "human"]
    assert (info["status"], info["draw_seats"]) == ("running", True)
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    expect(page.locator("main")).to_contain_text(question_of(page, game))


def test_the_default_name_can_be_changed(visit: Visitors) -> None:
    page = visit(f"/new/{TITLE}")
    expect(page.get_by_label("Your name")).not_to_have_value("")
    page.get_by_label("Your name").fill("Isabel")
    page.get_by_role("button", name="Start").click()
    game_of(page)
    expect(page.get_by_role("banner")).to_contain_text("Isabel")


def test_the_form_follows_the_title(visit: Visitors) -> None:
    """The numbers of players, the options and the bots are the title's."""
    page = visit(f"/new/{TITLE}")
    title = asked(page, f"/api/titles/{TITLE}")
    seats = page.get_by_role("combobox", name=re.compile("^Seat"))
    fewer, more = page.get_by_role("button", name="Fewer players"), page.get_by_role("button", name="More players")
    while fewer.is_enabled():
        fewer.click()
    expect(seats).to_have_count(min(title["seats"]))
    while more.is_enabled():
        more.click()
    expect(seats).to_have_count(max(title["seats"]))
    for option in title["options"]:
        page.get_by_label(option["label"]).select_option(option["choices"][-1]["value"])
    seats.nth(1).select_option(f"bot:{title['bots'][-1]['id']}")
    page.get_by_role("checkbox", name="Draw the seats by lot").uncheck()
    page.get_by_role("button", name="Start").click()
    info = asked(page, f"/api/games/{game_of(page)}")
    assert info["options"] == {option["key"]: option["choices"][-1]["value"] for option in title["options"]}
    assert info["seats"][1]["bot"] == title["bots"][-1]["id"]


def test_an_option_that_does_not_fit_is_told_in_words(visit: Visitors) -> None:
    """The sixth of three players cannot open the auction; the form stays as it is."""
    page = visit(f"/new/{TITLE}")
    page.get_by_label("Who opens the first auction").select_option("6")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("seat 6")
    expect(page.get_by_label("Who opens the first auction")).to_have_value("6")


def test_my_seat_can_be_any(visit: Visitors) -> None:
    page = visit(f"/new/{TITLE}")
    page.get_by_role("combobox", name="Seat 3").select_option("me")
    page.get_by_role("checkbox", name="Draw the seats by lot").uncheck()
    page.get_by_role("button", name="Start").click()
    info = asked(page, f"/api/games/{game_of(page)}")
    assert [seat["you"] for seat in info["seats"]] == [False, False, True]


def test_around_one_screen(visit: Visitors) -> None:
    """Everybody here gets a name of their own and is played from this screen."""
    page = visit(f"/new/{TITLE}")
    page.get_by_role("radio", name="Around this screen").check()
    expect(page.get_by_role("checkbox", name="Draw the seats by lot")).to_have_count(0)
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Name of the player in seat 2").fill("Ben")
    page.get_by_label("Name of the player in seat 3").fill("ben")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_label("Name of the player in seat 3")).to_be_focused()
    page.get_by_label("Name of the player in seat 3").fill("Eva")
    page.get_by_role("button", name="Start").click()
    info = asked(page, f"/api/games/{game_of(page)}")
    assert (info["hotseat"], info["draw_seats"]) == (True, False)
    assert [(seat["name"], seat["you"]) for seat in info["seats"]] == [("Ana", True), ("Ben", True), ("Eva", True)]


# ----------------------------------------------------------------------------------------------------- the waiting room


def test_friends_meet_by_a_link(visit: Visitors) -> None:
    """Host and guests see each other come and go live; the host starts for all of them."""
    host = visit()
    new_table(host, "With people online", private=True)
    link = invitation(host)

    ben = visit(link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").first.click()
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Ben")
    expect(host.get_by_text("Ben sits down.")).to_be_visible()
    ben.get_by_role("button", name="Leave").click()
    expect(host.get_by_role("list", name="Seats")).not_to_contain_text("Ben")

    ben.get_by_role("button", name="Sit here").first.click()
    eva = visit(link)
    eva.get_by_label("Your name").fill("Eva")
    eva.get_by_role("button", name="Sit here").click()
    expect(host.get_by_text("Everybody is here. You can start.")).to_be_visible()
    expect(ben.get_by_text("The host starts the game.")).to_be_visible()

    host.get_by_role("button", name="Start the game").click()
    for page in (host, ben, eva):
        expect(page.get_by_role("list", name="Seats")).to_have_count(0)
    game = link.split("/")[-2]
    assert asked(eva, f"/api/games/{game}")["status"] == "running"
    expect(host.locator("main")).to_contain_text(question_of(host, game))
    for page in (ben, eva):
        expect(page.locator("main")).to_contain_text(asked(page, f"/api/games/{game}")["course"])


@pytest.mark.parametrize("drawn", [True, False])
def test_the_waiting_room_says_whether_seats_are_drawn(visit: Visitors, drawn: bool) -> None:
    """They are, unless the host has decided otherwise."""
    page = visit(f"/new/{TITLE}")
    page.get_by_role("radio", name="With people online").check()
    draw = page.get_by_role("checkbox", name="Draw the seats by lot")
    expect(draw).to_be_checked()
    draw.set_checked(drawn)
    page.get_by_role("button", name="Open the table").click()
    game = game_of(page)
    expect(page.get_by_role("list", name="Seats")).to_be_visible()
    expect(page.get_by_text("The seats will be drawn by lot")).to_have_count(int(drawn))
    assert asked(page, f"/api/games/{game}")["draw_seats"] is drawn


def test_the_host_can_send_somebody_away(visit: Visitors) -> None:
    host = visit()
    new_table(host, "With people online")
    ben = visit(invitation(host))
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").first.click()
    host.get_by_role("button", name="Send away: Ben").click()
    expect(host.get_by_role("list", name="Seats")).not_to_contain_text("Ben")
    expect(ben.get_by_role("button", name="Sit here").first).to_be_visible()
    expect(ben.get_by_text(UNSEATED)).to_be_visible()


def test_who_leaves_is_not_told_so(visit: Visitors) -> None:
    host = visit()
    new_table(host, "With people online")
    ben = visit(invitation(host))
    ben.get_by_role("button", name="Sit here").first.click()
    ben.get_by_role("button", name="Leave").click()
    expect(ben.get_by_role("button", name="Sit here").first).to_be_visible()
    expect(ben.get_by_text(UNSEATED)).to_have_count(0)


@pytest.mark.parametrize(
    "language, sit, told",
    [
        ("en", "Sit here", f"{UNSEATED} The table was closed, or it is no longer open to you."),
        ("es", "Sentarse", "Ya no tienes sitio en esta mesa. La mesa se ha cerrado o ya no está abierta para ti."),
    ],
    ids=["en", "es"],
)
def test_who_is_sent_away_from_a_hidden_table_is_told_what_is_known(
    visit: Visitors, language: str, sit: str, told: str
) -> None:
    """Without the invitation the table can no longer be seen: closed or not, the seat is lost."""
    host = visit()
    game = new_table(host, "With people online", private=True)
    ben = visit(invitation(host), language=language)
    ben.locator("#my-name").fill("Ben")
    ben.get_by_role("button", name=sit).first.click()
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Ben")
    ben.evaluate("sessionStorage.clear()")
    ben.goto(f"/game/{game}")
    expect(ben.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    host.get_by_role("button", name="Send away: Ben").click()
    expect(ben.get_by_role("main")).to_contain_text(told)


def test_who_signs_out_elsewhere_is_shown_the_way_in(visit: Visitors) -> None:
    """In the waiting room of a hidden table, which a nobody cannot see."""
    host = visit()
    game = new_table(host, "With people online", private=True)
    ben = visit(invitation(host))
    ben.get_by_role("button", name="Sit here").first.click()
    expect(ben.get_by_role("button", name="Leave")).to_be_visible()
    ben.evaluate("sessionStorage.clear()")
    ben.goto(f"/game/{game}")
    expect(ben.get_by_role("button", name="Leave")).to_be_visible()
    ben.context.clear_cookies(name="session")
    ben.context.set_offline(True)
    expect(ben.get_by_text("Not connected")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.get_by_role("main")).to_contain_text("You are signed out.")
    expect(ben.get_by_role("banner")).to_contain_text("Sign in")
    ben.get_by_role("main").get_by_role("link", name="Sign in").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Nobody yet")


def test_the_host_can_close_the_table(visit: Visitors) -> None:
    host = visit()
    game = new_table(host, "With people online")
    ben = visit(invitation(host))
    ben.get_by_role("button", name="Sit here").first.click()
    expect(ben.get_by_role("button", name="Leave")).to_be_visible()
    host.once("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="Close the table").click()
    host.wait_for_url("**/")
    assert host.request.get(f"/api/games/{game}").status == 404
    expect(ben.get_by_text("The table was closed")).to_be_visible()
    expect(ben.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_have_count(0)
    ben.get_by_role("link", name="Back to the games").click()
    ben.wait_for_url("**/")


def test_the_host_fills_the_table_with_bots(visit: Visitors) -> None:
    host = visit()
    game = new_table(host, "With people online")
    free = host.get_by_role("button", name=re.compile("^Let a bot play: "))
    expect(free).to_have_count(2)
    free.last.click()
    expect(free).to_have_count(1)
    host.get_by_role("button", name=re.compile("^Send away: ")).click()
    expect(free).to_have_count(2)
    free.first.click()
    expect(free).to_have_count(1)
    free.click()
    host.get_by_role("button", name="Start the game").click()
    expect(host.get_by_role("list", name="Seats")).to_have_count(0)
    assert sorted(seat["kind"] for seat in asked(host, f"/api/games/{game}")["seats"]) == ["bot", "bot", "human"]


def test_a_table_by_invitation_is_hidden_from_others(visit: Visitors) -> None:
    host = visit()
    game = new_table(host, "With people online", private=True)
    stranger = visit(f"/game/{game}")
    expect(stranger.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    expect(stranger.get_by_role("button", name="Sit here")).to_have_count(0)


def test_an_invitation_outlives_a_reload(visit: Visitors) -> None:
    """Who only looks on finds the hidden table again at its own address, in this tab."""
    host = visit()
    game = new_table(host, "With people online", private=True)
    looker = visit(invitation(host))
    expect(looker.get_by_role("button", name="Sit here").first).to_be_visible()
    looker.goto(f"/game/{game}")
    expect(looker.get_by_role("button", name="Sit here").first).to_be_visible()
    looker.reload()
    expect(looker.get_by_role("button", name="Sit here").first).to_be_visible()


def test_a_lost_connection_is_shown_and_found_again(visit: Visitors) -> None:
    host = visit()
    new_table(host, "With people online")
    ben = visit(invitation(host))
    host.context.set_offline(True)
    expect(host.get_by_text("Not connected")).to_be_visible()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").first.click()
    host.context.set_offline(False)
    expect(host.get_by_text("Not connected")).to_have_count(0)
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Ben")


# ------------------------------------------------------------------------------------------------------------ the lists


def test_open_tables_can_be_found_and_joined(visit: Visitors) -> None:
    host = visit(f"/new/{TITLE}")
    host.get_by_label("Your name").fill("Rosalía")
    host.get_by_role("radio", name="With people online").check()
    host.get_by_label("A word about it (optional)").fill("Evening express")
    host.get_by_role("button", name="Open the table").click()
    game = game_of(host)

    page = visit()
    tables = page.get_by_role("region", name="Tables")
    page.get_by_role("searchbox").fill("evening exp")
    row = tables.get_by_role("listitem").filter(has_text="Evening express")
    expect(row).to_contain_text("2 free seats")
    expect(row).to_contain_text("Rosalía")
    page.get_by_role("searchbox").fill("nothing is called that")
    expect(tables).to_contain_text("No game matches that.")
    page.get_by_role("searchbox").fill("Rosalía")
    row.get_by_role("link").click()
    assert game_of(page) == game
    page.get_by_role("button", name="Sit here").first.click()
    expect(host.get_by_text("sits down.")).to_be_visible()


def test_a_game_that_waits_for_me_comes_first(visit: Visitors) -> None:
    page = visit(f"/new/{TITLE}")
    page.get_by_role("radio", name="Around this screen").check()
    page.get_by_label("Name of the player in seat 2").fill("Ben")
    page.get_by_label("Name of the player in seat 3").fill("Eva")
    page.get_by_role("button", name="Start").click()
    game = game_of(page)
    page.goto("/")
    row = page.get_by_role("region", name="Waiting for you").get_by_role("listitem").first
    expect(row.get_by_role("link")).to_have_attribute("href", f"/game/{game}")
    twice = page.get_by_role("region", name="Tables").locator(f'a[href="/game/{game}"]')
    for tab in ("Mine", "Open seats", "Running", "Finished", "Analyses", "Archive"):
        page.get_by_role("button", name=tab).click()
        expect(page.get_by_role("button", name=tab)).to_have_attribute("aria-pressed", "true")
        page.wait_for_load_state("networkidle")
        expect(twice).to_have_count(0)


def send(page: Page, path: str, **data: Any) -> Any:
    """Sends something as the page would."""
    token = next(cookie.get("value", "") for cookie in page.context.cookies() if "csrf" in cookie.get("name", ""))
    answer = page.request.post(path, data=data, headers={"x-csrftoken": token})
    assert answer.ok, answer.text()
    return answer.json()


def test_branches_are_named_stand_under_their_game_and_can_be_renamed_shared_and_deleted(visit: Visitors) -> None:
    page = visit()
    game = new_table(page, "Against bots")
    first = send(page, f"/api/games/{game}/clone", seq=0)["id"]
    send(page, f"/api/games/{first}/clone", seq=0)
    page.goto("/")
    page.get_by_role("button", name="Analyses").click()
    tables = page.get_by_role("region", name="Tables")
    expect(tables.get_by_role("heading", name="Chicago Express")).to_be_visible()
    rows = tables.get_by_role("listitem").filter(has_text="Chicago Express at 0")
    expect(rows).to_have_count(2)
    inner = [rows.nth(n).locator("img").bounding_box() for n in range(2)]
    assert inner[0] is not None and inner[1] is not None
    assert inner[0]["x"] < inner[1]["x"], "a branch of a branch is indented"

    rows.first.locator("summary").click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name="Name").fill("What if B&O")
    page.keyboard.press("Enter")
    row = tables.get_by_role("listitem").filter(has_text="What if B&O")
    expect(row).to_have_count(1)

    held: list[Route] = []
    page.route("**/archived*", lambda route: held.append(route))
    row.locator("summary").click()
    page.get_by_role("button", name="Put away").click()
    page.get_by_role("button", name="Archive").click()
    expect(row).to_have_count(0)
    held[0].continue_()  # answered when the list that was asked in is no longer there
    page.unroute("**/archived*")
    row.locator("summary").click()
    page.get_by_role("button", name="Take out of the archive").click()
    page.get_by_role("button", name="Analyses").click()
    row.locator("summary").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(row).to_have_count(0)
    assert page.request.get(f"/api/games/{first}").status == 404


def test_lists_are_narrowed_by_title_seats_and_pace(visit: Visitors) -> None:
    host = visit(f"/new/{TITLE}")
    host.get_by_role("radio", name="With people online").check()
    host.get_by_role("radio", name="in one sitting").check()
    host.get_by_label("A word about it (optional)").fill("Quick express")
    host.get_by_role("button", name="Open the table").click()
    game_of(host)
    page = visit()
    row = page.get_by_role("region", name="Tables").get_by_role("listitem").filter(has_text="Quick express")
    expect(row).to_contain_text("in one sitting")
    for label, fits, other in (("Title", TITLE, "1862"), ("Players", "3", "5"), ("Pace", "live", "days")):
        page.get_by_label(label, exact=True).select_option(other)
        expect(row).to_have_count(0)
        page.get_by_label(label, exact=True).select_option(fits)
        expect(row).to_have_count(1)


# -------------------------------------------------------------------------------------------------------------- people


def test_a_guest_keeps_the_games_with_an_account(visit: Visitors) -> None:
    """Register, sign out, sign in elsewhere, sign out everywhere."""
    page = visit()
    game = new_table(page, "Against bots")
    register(page, "Keeper of games", "four good words here")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nobody yet")

    elsewhere = visit("/account")
    form = elsewhere.locator("form").filter(has=elsewhere.get_by_role("button", name="Sign in"))
    form.get_by_label("Name").fill("Keeper of games")
    form.get_by_label("Password").fill("not the right words")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).not_to_be_empty()
    form.get_by_label("Password").fill("four good words here")
    form.get_by_role("button").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Keeper of games")
    assert any(seat["you"] for seat in asked(elsewhere, f"/api/games/{game}")["seats"])

    elsewhere.get_by_role("button", name="Sign out everywhere").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Nobody yet")


def test_a_key_for_programs_is_shown_once_and_works(visit: Visitors, server: str) -> None:
    page = visit()
    register(page, "Programmer", "four good words here")
    page.get_by_label("What is it for?").fill("notebook")
    page.get_by_role("radio", name="Read and play").check()
    page.get_by_role("button", name="Make a key").click()
    secret = page.locator("code").inner_text()
    expect(page.get_by_role("listitem").filter(has_text="notebook")).to_contain_text("Read and play")

    program = visit.browser.new_context(base_url=server, extra_http_headers={"authorization": f"Bearer {secret}"})
    visit.contexts.append(program)
    assert program.request.get("/api/me").json()["user"]["name"] == "Programmer"
    page.reload()
    expect(page.get_by_role("listitem").filter(has_text="notebook")).to_be_visible()
    expect(page.get_by_text(secret)).to_have_count(0)
    page.get_by_role("button", name="Withdraw: notebook").click()
    expect(page.get_by_role("listitem").filter(has_text="notebook")).to_have_count(0)
    assert program.request.get("/api/me").status == 401


def test_a_password_can_be_changed(visit: Visitors) -> None:
    page = visit()
    register(page, "Changes her mind", "four good words here")
    elsewhere = visit("/account")
    form = elsewhere.locator("form").filter(has=elsewhere.get_by_role("button", name="Sign in"))
    form.get_by_label("Name").fill("Changes her mind")
    form.get_by_label("Password").fill("four good words here")
    form.get_by_role("button").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Changes her mind")

    page.get_by_label("Present password").fill("not the right words")
    page.get_by_label("New password").fill("five even better words here")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("alert").filter(has_text="That is not your password.")).to_be_visible()
    page.get_by_label("Present password").fill("four good words here")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("The new password counts from now on.")).to_be_visible()
    expect(page.get_by_label("Present password")).to_have_value("")
    assert asked(page, "/api/me")["user"]["name"] == "Changes her mind"
    assert asked(elsewhere, "/api/me") == {"user": None}


def test_an_account_can_be_deleted(visit: Visitors) -> None:
    page = visit()
    register(page, "Passing through", "four good words here")
    page.get_by_role("button", name="Delete the account").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password").fill("wrong wrong wrong")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    dialog.get_by_label("Password").fill("four good words here")
    dialog.get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/")
    assert asked(page, "/api/me") == {"user": None}


# --------------------------------------------------------------------------------------------------------- game files


def test_a_game_file_goes_on_around_this_screen(visit: Visitors) -> None:
    page = visit()
    game = new_table(page, "Against bots")
    content = page.request.get(f"/api/games/{game}/export").body()
    page.goto("/import")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": content}
    )
    imported = game_of(page)
    assert imported != game
    assert asked(page, f"/api/games/{imported}")["hotseat"]


def test_an_export_of_18xx_games_comes_in_by_the_page(visit: Visitors) -> None:
    """One that we have written: the same game, as far as it was played."""
    record, random = Record.new(find_title("18cz"), ["Ana", "Ben", "Eva"], {"profile": "site"}), Random(1)
    bots = dict.fromkeys(record.game.state.players, BOTS["simple"])
    while len(record.entries) < 40 and (given := automatic_answer(record.game, random, bots)) is not None:
        record.play(*given)
    exported = json.dumps(export_game(record)).encode()
    page = visit("/import")
    page.locator("input[type=file]").set_input_files(
        {"name": "export.json", "mimeType": "application/json", "buffer": exported}
    )
    imported = game_of(page)
    players = asked(page, f"/api/games/{imported}/position")["view"]["players"]
    assert [one["cash"] for one in players] == [record.game.state.cash[player] for player in record.game.state.players]


@pytest.mark.parametrize("content", [b"no game at all", b"[]", json.dumps({"format": "else"}).encode()])
def test_a_broken_file_is_refused_in_words(visit: Visitors, content: bytes) -> None:
    page = visit("/import", language="es")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": content}
    )
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"\w+ \w+"))
    assert page.url.endswith("/import")


# ------------------------------------------------------------------------------------------- words, colours, addresses


def test_the_language_follows_the_browser_and_then_the_choice(visit: Visitors) -> None:
    """Everything changes at once, also what comes from the server, and stays after a reload."""
    page = visit(language="es")
    summary = {lang: asked(page, f"/api/titles/{TITLE}?lang={lang}")["summary"] for lang in ("en", "es")}
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("main")).to_contain_text(summary["es"])
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("main")).to_contain_text(summary["en"])
    expect(page.get_by_role("navigation").first).to_contain_text("New game")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_appearance_follows_the_system_and_then_the_choice(visit: Visitors) -> None:
    def ground(page: Page) -> str:
        return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    page = visit("/settings", dark=True)
    night = ground(page)
    page.get_by_role("radio", name="Paper").check()
    paper = ground(page)
    page.get_by_role("radio", name="High contrast").check()
    assert ground(page) == "rgb(255, 255, 255)"
    assert len({night, paper, "rgb(255, 255, 255)"}) == 3
    page.get_by_role("button", name="Switch to dark").click()
    page.reload()
    assert ground(page) == night
    expect(page.get_by_role("radio", name="Night train")).to_be_checked()


def test_a_title_page_says_what_it_is_and_its_rules(visit: Visitors) -> None:
    page = visit()
    title = asked(page, f"/api/titles/{TITLE}")
    page.get_by_role("link", name=f"About the game: {title['name']}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title["name"])
    expect(page.locator("main")).to_contain_text(title["summary"])
    rules = page.locator("dl > div")
    expect(rules).to_have_count(len(title["rules"]))
    rule = title["rules"][-1]
    page.get_by_role("searchbox").fill(rule["paragraph"])
    expect(rules.filter(has_text=rule["text"])).to_have_count(1)


@pytest.mark.parametrize("path", ["/nothing/here", "/elsewhere"])
def test_an_unknown_address_has_a_page(visit: Visitors, path: str) -> None:
    page = visit(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("End of the line")
    page.get_by_role("link", name="Back to the games").click()
    expect(page.get_by_role("region", name="Tables")).to_be_visible()


def test_an_unknown_game_says_so(visit: Visitors) -> None:
    page = visit("/game/nothing", language="es")
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+"))).to_be_visible()
    expect(page.get_by_role("link", name="Volver a las partidas")).to_be_visible()


def test_back_and_forward(visit: Visitors) -> None:
    page = visit()
    page.get_by_role("navigation").first.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help")
    expect(page).to_have_title("Help · Ferrovía")
    page.go_back()
    expect(page.get_by_role("region", name="Tables")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help")


# ------------------------------------------------------------------------------------------------- for everybody


def test_all_by_keyboard(visit: Visitors) -> None:
    """The skip link, the list of keys, the keys themselves, and a game without touching the mouse."""
    page = visit("/help")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("New game")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("n")
    expect(page.get_by_role("searchbox")).to_have_value("n")
    page.keyboard.press("Tab")
    page.keyboard.press("n")
    page.wait_for_url("**/new")
    page.get_by_role("link", name="Play: Chicago Express").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Your name").focus()
    page.keyboard.press("Enter")
    game_of(page)


def test_letters_can_be_switched_off(visit: Visitors) -> None:
    page = visit("/settings")
    page.get_by_role("group", name="Single-letter keys").get_by_role("radio", name="Off").check()
    page.keyboard.press("h")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(page.get_by_role("dialog")).to_have_count(0)


PAGES = ("/", "/new", f"/new/{TITLE}", f"/title/{TITLE}", "/account", "/settings", "/help", "/import", "/nowhere")


@pytest.mark.parametrize("size, dark, language", [(DESKTOP, False, "en"), (PHONE, True, "es")], ids=["desk", "phone"])
def test_axe_finds_nothing(visit: Visitors, faults: Fault, size: tuple[int, int], dark: bool, language: str) -> None:
    page = visit("/", size=size, dark=dark, language=language)
    found = {}
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found[path] = faults(page)
    assert found == {path: [] for path in PAGES}


def test_axe_finds_nothing_in_the_rooms_of_members(visit: Visitors, faults: Fault) -> None:
    """The waiting room, the account of a registered person, the lists with games, in the high-contrast theme."""
    page = visit("/settings")
    page.get_by_role("radio", name="High contrast").check()
    register(page, "Accessible", "four good words here")
    assert faults(page) == []
    new_table(page, "With people online")
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    assert faults(page) == []
    page.goto("/")
    expect(page.get_by_role("link", name="To the table")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("?")
    assert faults(page) == []


@pytest.mark.parametrize("width", [320, 390, 768])
def test_small_screens(visit: Visitors, width: int) -> None:
    """Nothing is cut off at the side, and whatever can be pressed is large enough for a thumb, but for words within a
    sentence."""
    page = visit("/", size=(width, 844), language="es", has_touch=True)
    page.goto(f"/new/{TITLE}")
    page.get_by_role("button", name="Empezar").click()
    game_of(page)
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(TOO_SMALL, SMALLEST_TARGET) == [], path


TOO_SMALL = """(least) => [...document.querySelectorAll(
    "button:not(.term), select, .button, input:not([type=radio], [type=checkbox], [type=file]), nav a, label:has(input)"
)].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility() && (height < least - 0.5 || width < least - 0.5);
}).map((one) => one.outerHTML.slice(0, 100))"""


def test_installable(visit: Visitors) -> None:
    """The manifest and every icon it names are there."""
    page = visit()
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = asked(page, str(link))
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])


def test_page_weight(client: Path) -> None:
    """What the entry page brings along before anything is opened, and the whole client, as they travel."""
    weights = {
        path.name: len(gzip.compress(path.read_bytes(), 9))
        for path in client.rglob("*")
        if path.suffix in (".js", ".css", ".html")
    }
    entry, texts = {"index.html"}, [(client / "index.html").read_text("utf-8")]
    while texts:  # a module brings those along that it imports at its head, not those that it fetches when needed
        named = re.findall(r"""(?:src=|href=|from|import)\s*["'][^"']*?([\w.-]+\.(?:js|css))["']""", texts.pop())
        found = {name for name in named if name in weights} - entry
        entry |= found
        texts += [(client / "assets" / name).read_text("utf-8") for name in found if name.endswith(".js")]
    assert len(entry) > 2
    assert sum(weights[name] for name in entry) <= ENTRY_WEIGHT, entry
    assert sum(weights.values()) <= CLIENT_WEIGHT, weights


# ------------------------------------------------------------------------------------------------------- first steps


def test_a_first_game_in_ten_steps_can_be_left_at_any_time(visit: Visitors) -> None:
    """The title page opens with how a round goes; the tour goes on and back by buttons, and Escape leaves it."""
    page = visit("/title/1824")
    expect(page.get_by_role("heading", name="How a round goes")).to_be_visible()
    take = page.get_by_role("button", name="A first game in 10 steps")
    take.click()
    tour = page.get_by_role("region", name="A first game in ten steps")
    expect(tour).to_contain_text("Step 1 of 10")
    tour.get_by_role("button", name="Next").click()
    expect(tour).to_contain_text("Step 2 of 10")
    tour.get_by_role("button", name="Back").focus()
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)
    take.click()
    for _ in range(9):
        tour.get_by_role("button", name="Next").click()
    expect(tour.get_by_role("link", name="Play")).to_have_attribute("href", "/new/1824")


def test_the_rules_are_folded_by_chapter_and_open_while_one_searches(visit: Visitors) -> None:
    page = visit("/title/18cz")
    paragraph = page.get_by_text("VIII.5.1", exact=True)
    expect(page.locator("details.chapter").first).to_be_visible()
    expect(paragraph).to_be_hidden()
    page.get_by_role("searchbox", name="Search the rules").fill("VIII.5.1")
    expect(paragraph).to_be_visible()


# -------------------------------------------------------------------------------------------------------- first steps


def test_words_explain_themselves_by_pointer_keyboard_and_tap(visit: Visitors) -> None:
    page = visit("/title/1862")
    page.get_by_role("group").filter(has_text="Stock rounds").locator("summary").click()
    word = page.locator("details[open] .term").filter(has_text="director").first
    explained = page.get_by_role("tooltip").filter(has_text="Whoever decides for a company")
    word.hover()
    expect(explained.first).to_be_visible()
    page.mouse.move(0, 0)
    expect(explained.first).to_be_hidden()
    word.focus()
    expect(explained.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(explained.first).to_be_hidden()


def test_headings_are_in_the_readers_language_with_the_original_beside(visit: Visitors) -> None:
    english = visit("/title/1862")
    rules = english.get_by_role("region", name="The rules in short")
    rules.locator("summary").filter(has_text="Parliament rounds").click()
    expect(rules.get_by_text("Proposals", exact=True)).to_be_visible()
    expect(rules.get_by_text("Propuestas", exact=True)).to_be_visible()
    spanish = visit("/title/1862", language="es")
    rules = spanish.get_by_role("region", name="Las reglas en breve")
    rules.locator("summary").filter(has_text="Rondas del Parlamento").click()
    expect(rules.get_by_text("Propuestas", exact=True)).to_have_count(1)


@pytest.mark.parametrize("title", ["chicago-express", "1824", "18cz", "1862", "18esp"])
def test_a_tour_of_ten_steps_can_be_taken_and_left(visit: Visitors, title: str) -> None:
    page = visit(f"/title/{title}", size=PHONE, language="es")
    page.get_by_role("button", name="Una primera partida en 10 pasos").click()
    for step in range(1, 10):
        expect(page.get_by_text(f"Paso {step} de 10")).to_be_visible()
        page.get_by_role("button", name="Siguiente").click()
    expect(page.get_by_text("Paso 10 de 10")).to_be_visible()
    page.get_by_role("button", name="Dejar el recorrido").click()
    expect(page.get_by_text("Paso 10 de 10")).to_have_count(0)


def test_a_game_that_is_over_says_why_and_leads_on(visit: Visitors) -> None:
    page = visit()
    new_table(page, "Against bots")
    bots = [{"kind": "bot", "bot": "random"}] * 2
    game = send(page, "/api/games", title=TITLE, seats=bots, start=True)["id"]
    page.wait_for_function(
        "game => fetch(`/api/games/${game}`).then(a => a.json()).then(a => a.status === 'finished')", arg=game
    )
    page.goto(f"/game/{game}")
    expect(page.get_by_text("The last general dividends were paid")).to_be_visible()
    page.get_by_role("link", name="Back to the games").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Welcome back")
