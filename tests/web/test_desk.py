"""The desk: at every kind of question one sees what one has, and the whole preview beside its confirmation."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ferrovia import Game, find_title, rest_of_turn
from ferrovia.server.games.foresight import foreseen
from support.browser import PHONE, Visitors, expect_game
from support.questions import RARE, asked_of_players, kinds_of, positions, questions, rare, usual
from web.test_18cz import guest, told, waits_to_be_confirmed

LAPTOP, DESKTOP = (1280, 720), (1440, 900)
SIZES = {"laptop": LAPTOP, "desktop": DESKTOP, "phone": PHONE}
TITLES = ("chicago-express", "18cz", "1862", "1824", "18esp")
BUILDING = [("18cz", "track"), ("1862", "track"), ("1824", "track"), ("18esp", "build")]
"""The question with which an operating turn begins, or nearly."""

CUT = """() => {
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (one) => one.textContent.trim().replaceAll(/\\s+/g, ' ').slice(0, 50);
  const told = (one) => `${one.className || one.tagName}: ${words(one)}`;
  const box = (one) => one.getBoundingClientRect();
  const floats = (one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position);
  const isInline = (one) => getComputedStyle(one).display === 'inline';
  const meet = (a, b) => a.bottom > b.top + 1 && b.bottom > a.top + 1;
  const parts = ['.standing, .asked, .turn, .kinds .button, .rest, .send .primary, .outlook li, .outlook p',
    '.names .button, .moves li, [role=tab]'];
  const out = [];
  for (const one of document.querySelectorAll(`.game :is(${parts.join()})`)) {
    if (!shown(one)) continue;
    if (one.scrollWidth > one.clientWidth + 1 && !isInline(one)) out.push(`cut: ${told(one)}`);
  }
  for (const one of document.querySelectorAll('.game .question *')) {
    const short = getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1;
    if (short && shown(one)) out.push(`shortened: ${told(one)}`);
  }
  // the decision may lie over what is chosen from, nothing else over anything
  const rows = [...document.querySelectorAll('.question > *:not(.decision), .question .decision > *')]
    .filter((one) => shown(one) && box(one).height > 0 && !floats(one));
  for (const [n, one] of rows.entries()) for (const other of rows.slice(n + 1)) {
    const apart = one.closest('.decision') !== other.closest('.decision');
    if (!apart && meet(box(one), box(other))) out.push(`overlapped: ${told(one)} / ${told(other)}`);
  }
  const decision = document.querySelector('.question .decision');
  for (const one of document.querySelectorAll('.question :is(.asked, [role=group].kinds)')) {
    const isUnder = decision && shown(one) && box(decision).height > 0 && meet(box(one), box(decision));
    if (isUnder) out.push(`under the preview: ${told(one)}`);
  }
  for (const one of document.querySelectorAll('.question .kinds .button')) {
    if (shown(one) && box(one).right > box(one.parentElement).right + 1) out.push(`beyond the edge: ${told(one)}`);
  }
  const panes = [...document.querySelectorAll('.pane')].filter(floats).map(box);
  if (panes.length > 1 && meet(panes[0], panes[1])) out.push('two panes overlap');
  const edge = document.querySelector('.game > .ask').getBoundingClientRect().left || innerWidth;
  if (panes.some((pane) => pane.right > edge + 1)) out.push('a pane reaches into the panel');
  if (document.documentElement.scrollWidth > innerWidth + 1) out.push('the page is wider than the screen');
  return out;
}"""
"""What of the panel is cut off or lies over something else, measured by boxes."""
SERIOUS = ("serious", "critical")

HIDDEN = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect() ?? null;
  const [ask, outlook, send] = [box('.game > .ask'), box('.question .outlook'), box('.question .send')];
  if (!outlook || !send) return [];
  const out = [];
  const amount = box('.question .stepper');
  if (amount && (amount.top < ask.top - 1 || amount.bottom > outlook.top + 1)) out.push('the amount is out of sight');
  if (outlook.top < ask.top - 1) out.push(`preview begins ${Math.round(ask.top - outlook.top)} px above the panel`);
  if (outlook.bottom > send.top + 1) out.push(`preview ends ${Math.round(outlook.bottom - send.top)} px under Confirm`);
  if (send.bottom > innerHeight + 1) out.push('Confirm is out of sight');
  return out;
}"""


def settled(page: Page) -> None:
    """The server has said what the answer in the making would do."""
    expect(page.locator(".question[aria-busy=true]")).to_have_count(0)


KINDS = ".question .kinds .button:not(.at-once), .question .do .button"
"""What is pressed for an answer that is no plain no."""


def choose_something(page: Page, number: int = 0) -> bool:
    """Chooses an answer that is not a plain no, field by field; whether it can be confirmed."""
    question, buttons = page.locator(".question"), page.locator(KINDS)
    if buttons.count() > 0 and (number > 0 or question.locator(".send .primary:enabled").count() == 0):
        buttons.nth(number).click()
    for _ in range(4):
        settled(page)
        if question.locator(".send .primary:enabled").count() > 0:
            return True
        proposals = question.locator("tbody .take")
        if proposals.count() > 0:
            proposals.first.click()
        group = question.locator("[role=group]:not(.kinds, .outlook, :has(.hexes), :has([aria-pressed=true]))")
        choices = group.locator("button:enabled:not([aria-disabled=true])")
        if choices.count() > 0:
            choices.first.click()
        elif question.locator("select").count() > 0:
            question.locator("select").select_option(index=1)
    return question.locator(".send .primary:enabled").count() > 0


def opened(page: Page, file: Any) -> None:
    game = told(page, "POST", "/api/import", {"file": file})["id"]
    page.goto(f"/game/{game}")
    expect_game(page, patience=60_000)
    expect(page.locator(".question .standing")).to_be_visible()


def troubles(page: Page, key: str, faults: Callable[[Page], list[str]]) -> Iterator[str]:
    """What is wrong with a question: before anything is chosen, and with each kind of answer ready to be confirmed."""
    if cash_of_asked(page) not in numbers(page.locator(".question .standing").inner_text()):
        yield f"{key}: one's own money is not shown"
    settled(page)
    yield from (f"{key}: {trouble}" for trouble in page.evaluate(CUT))
    pressed = page.locator(KINDS)
    labels = [re.sub(r"[\s\d]+", " ", label).partition(":")[0].strip() for label in pressed.all_inner_texts()]
    for number, label in enumerate(labels):
        if label in labels[:number]:
            continue
        if choose_something(page, number):
            settled(page)
            found = [*page.evaluate(HIDDEN), *page.evaluate(CUT)]
            yield from (f"{key}, {label}: {trouble}" for trouble in found)
            expect(page.locator(".question .standing")).to_be_in_viewport()
        for _ in range(3):
            page.keyboard.press("Escape")
        expect(pressed).to_have_count(len(labels))
    yield from (f"{key}: {fault}" for fault in faults(page) if any(f"({grave})" in fault for grave in SERIOUS))


def numbers(text: str) -> list[int]:
    """The amounts of a text, however its language parts their thousands."""
    return [int(digits) for digits in re.findall(r"\d+", re.sub(r"(?<=\d)[,\u202f](?=\d{3})", "", text))]


def cash_of_asked(page: Page) -> int:
    """What whoever is asked has."""
    game = page.url.rpartition("/")[2].partition("?")[0]
    now = told(page, "GET", f"/api/games/{game}/position")
    return abs(next(player["cash"] for player in now["view"]["players"] if player["id"] == now["ask"]["who"]))


CASES = [(size, language, light) for size in SIZES for language in ("en", "es") for light in ("day", "night")]


@pytest.mark.parametrize("case", CASES, ids=["-".join(case) for case in CASES])
@pytest.mark.parametrize(
    ("title", "met"), [*((it, "usual") for it in RARE), *((it, "rare") for it in RARE if RARE[it])]
)
@pytest.mark.sampled(each=2, by="title")
def test_every_kind_of_question_can_be_read_whole(
    visit: Visitors, faults: Callable[[Page], list[str]], title: str, met: str, case: tuple[str, str, str]
) -> None:
    """One's money, the question, its answers and the whole preview beside Confirm; nothing cut, nothing overlapped,
    and nothing that keeps anybody out."""
    size, language, light = case
    page = guest(visit, size=SIZES[size], language=language, dark=light == "night", has_touch=size == "phone")
    found: list[str] = []
    for position in usual(title) if met == "usual" else rare(title):
        opened(page, position.file)
        found += troubles(page, position.key, faults)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("title", TITLES)
def test_every_question_of_a_title_is_among_them(title: str) -> None:
    met = {key for key, _ in kinds_of(usual(title)) | kinds_of(rare(title))}
    assert met == asked_of_players(title)


def test_the_rest_of_a_turn_is_ended_by_one_click(visit: Visitors) -> None:
    """It says what is left out, and what comes of it while the pointer rests on it."""
    page = guest(visit, size=LAPTOP)
    has_trains = (record for key, record in questions("18esp") if key == "build" and rest_of_turn(record.game).ends)
    record = next(record for record in has_trains if len(rest_of_turn(record.game).answers) == 2)
    opened(page, record.to_json())
    rest = page.locator(".question .rest")
    expect(rest).to_contain_text("build no more · buy no more trains")
    rest.hover()
    expect(page.locator(".question .outlook")).to_be_visible()
    history = page.get_by_role("group", name="History")
    latest = len(record.entries)
    expect(history).to_contain_text(f"{latest} / {latest}")
    rest.click()
    expect(history).not_to_contain_text(f"{latest} / {latest}")
    log = told(page, "GET", f"/api/games/{page.url.rpartition('/')[2]}/log")["entries"]
    assert [entry["text"] for entry in log[latest : latest + 2]] == ["build no more", "buy no more trains"]


def buys_a_train_by_itself(game: Game, answers: Sequence[Any]) -> bool:
    return any(event.key == "train-bought" and automatic for event, automatic in foreseen(game, answers).events)


@pytest.mark.parametrize("way", ["no", "end of the turn"])
def test_a_no_that_buys_a_train_is_shown_first_where_nothing_can_be_pointed_at(visit: Visitors, way: str) -> None:
    """On a phone the first touch tells what comes of it, Confirm does it."""
    records = (record for key, record in questions("18cz") if key == "track")
    record = next(one for one in records if buys_a_train_by_itself(one.game, rest_of_turn(one.game).answers[:1]))
    latest = len(record.entries)
    page = guest(visit, size=PHONE, has_touch=True)
    opened(page, record.to_json())
    question, history = page.locator(".question"), page.get_by_role("group", name="History")
    (question.locator(".kinds .at-once") if way == "no" else question.locator(".rest")).tap()
    expect(question.locator(".outlook")).to_contain_text("buys")
    assert page.evaluate(HIDDEN) == []
    expect(history).to_contain_text(f"{latest} / {latest}")
    question.locator(".send .primary").tap()
    expect(history).not_to_contain_text(f"{latest} / {latest}")


def test_nothing_moves_under_the_finger_that_raises_a_bid(visit: Visitors) -> None:
    page = guest(visit, size=PHONE, has_touch=True)
    opened(page, positions("chicago-express")["bid"])
    more = page.locator(".question .stepper").get_by_role("button").last
    places: list[float] = []
    for _ in range(3):
        settled(page)
        box = more.bounding_box()
        assert box is not None
        places.append(box["y"])
        more.tap()
    assert len(set(places)) == 1


def test_a_question_is_not_asked_again_and_then_again(visit: Visitors) -> None:
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18esp")["build"])
    asked = page.locator(".question .asked")
    before = asked.inner_text()
    page.get_by_text("Do not ask me this again").click()
    page.get_by_role("button", name="in this game").click()
    expect(asked).not_to_have_text(before)
    wish = page.get_by_role("button", name="Ask me again")
    expect(wish).to_be_visible()
    wish.click()
    expect(wish).to_have_count(0)


@pytest.mark.parametrize(
    ("title", "key"), [("18cz", "track"), ("1862", "track"), ("1824", "track"), ("18esp", "build")]
)
@pytest.mark.sampled(each=2)
def test_the_keyboard_alone_plays_an_operating_turn(visit: Visitors, title: str, key: str) -> None:
    """Keys of the page only, no Tab through it: each question is left by its no, or by a digit, the map and Enter."""
    page = guest(visit, size=LAPTOP)
    opened(page, positions(title)[key])
    game = page.url.rpartition("/")[2]

    def now() -> Any:
        return told(page, "GET", f"/api/games/{game}/position")

    first = now()
    company = first["ask"]["params"]["company"]
    for _ in range(20):
        at = now()
        if at["ask"]["params"].get("company") != company:
            break
        if any(offer["passive"] for offer in at["offers"]):
            page.keyboard.press("n")
            seq = at["seq"]
            if waits_to_be_confirmed(page, lambda seq=seq: now()["seq"] > seq):
                page.keyboard.press("n")
        else:
            settled(page)
            if page.locator(".question .send .primary").count() == 0:
                page.keyboard.press("1")
                settled(page)
            if page.locator(".question .send .primary").count() == 0 and page.locator(".board .target.may").count() > 0:
                page.keyboard.press("b")
                page.keyboard.press("ArrowDown")
                page.keyboard.press("Enter")
                settled(page)
            elif page.locator(".question .send .primary").count() == 0:  # the first of what there is
                page.keyboard.press("Enter")
                settled(page)
            page.keyboard.press("Enter")
        page.wait_for_function(
            "([path, seq]) => fetch(path).then((r) => r.json()).then((p) => p.seq > seq)",
            arg=[f"/api/games/{game}/position", at["seq"]],
        )
        expect(page.get_by_role("group", name="History")).not_to_contain_text(f"{at['seq']} / {at['seq']}")
    assert now()["ask"]["params"].get("company") != company


def test_what_is_chosen_beside_the_table_of_shares_is_in_sight(visit: Visitors) -> None:
    """It stands over the long table of companies, so that the preview never lies over it; named without its kind."""
    page = guest(visit, size=LAPTOP)
    opened(page, positions("1824")["trade"])
    page.get_by_role("button", name="Buy a mountain railway").click()
    railways = page.get_by_role("group", name="Mountain railway")
    expect(railways.get_by_role("button", name="Karstbahn brings 25 G", exact=True)).to_be_visible()
    settled(page)
    choices, decision = railways.bounding_box(), page.locator(".question .decision").bounding_box()
    assert choices is not None and decision is not None and choices["y"] + choices["height"] <= decision["y"]


def test_a_choice_says_what_it_is_about(visit: Visitors) -> None:
    """A train how far it runs, how many are left and when it is obsolete; a dividend what a share gets; a lot what it
    pays and what the bidders have."""
    page = guest(visit, size=LAPTOP)
    question = page.locator(".question")
    opened(page, positions("18cz")["buy-trains"])
    question.get_by_role("button", name="Buy a train").click()
    expect(question.locator(".facts").first).to_contain_text(re.compile(r"stops .* of \d+ left .* obsolete"))
    opened(page, positions("18cz")["dividend"])
    expect(question.get_by_role("list", name="What each answer would bring")).to_contain_text("K a share")
    opened(page, positions("chicago-express")["bid"])
    expect(question).to_contain_text("unsold")
    expect(question.get_by_role("list", name="What the bidders have")).to_contain_text("Ben")


def test_market_tiles_and_routes_of_the_past_are_looked_at(visit: Visitors) -> None:
    """Who holds a company stands beside its marker, what a tile becomes beside the tile; a past position has its own
    best routes."""
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18cz")["dividend"])
    panel = page.get_by_role("tabpanel")
    page.keyboard.press("A")
    panel.locator(".stone").first.hover()
    expect(panel.locator("#market-card")).to_contain_text("Holders")
    page.keyboard.press("L")
    panel.get_by_role("button", name="Tile 57,").click()
    chain = panel.get_by_role("region", name="Tile 57")
    expect(chain).to_contain_text("Becomes")
    assert chain.get_by_role("button").count() > 1
    page.keyboard.press(",")
    expect(page).to_have_url(re.compile(r"\?at=\d+$"))
    page.keyboard.press("C")
    panel.get_by_role("button", name="Best routes now").first.click()
    expect(panel).to_contain_text("proved best")


def test_impossible_answers_are_folded_with_their_reasons(visit: Visitors) -> None:
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18cz")["buy-trains"])
    page.locator(".not-now summary").click()
    reasons = page.locator(".not-now li")
    expect(reasons.first.locator(".chip")).to_be_visible()
    assert reasons.count() >= 1


def test_a_position_has_an_address(visit: Visitors) -> None:
    page = guest(visit, size=LAPTOP)
    file = positions("18cz")["track"]
    opened(page, file)
    page.goto(f"{page.url}?at=7")
    history = page.get_by_role("group", name="History")
    expect(history).to_contain_text("7 / ")
    page.keyboard.press(".")
    expect(history).to_contain_text("8 / ")
    assert page.url.endswith("?at=8")
    page.keyboard.press("End")
    expect(history).to_contain_text(f"{len(file['log'])} / {len(file['log'])}")
    assert "?" not in page.url


def test_the_edge_of_the_panel_is_moved_and_remembered(visit: Visitors, faults: Callable[[Page], list[str]]) -> None:
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18cz")["track"])
    before = page.locator(".game > .ask").bounding_box()
    edge = page.get_by_role("separator")
    edge.focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    by_keys = page.locator(".game > .ask").bounding_box()
    assert before is not None and by_keys is not None and by_keys["width"] > before["width"] + 50
    grip = edge.bounding_box()
    assert grip is not None
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=3)
    page.mouse.up()
    page.mouse.move(x - 200, y)  # it has been let go
    page.reload()
    expect(page.locator(".question .standing")).to_be_visible()
    after = page.locator(".game > .ask").bounding_box()
    assert after is not None and abs(after["width"] - by_keys["width"] - 60) < 12
    assert faults(page) == []


# ------------------------------------------------------------------------------------------------------------- the map


OVER_SLOTS = """() => {
  const slots = [...document.querySelectorAll('.board svg [data-slot]')].map((slot) => slot.getBoundingClientRect());
  const out = [];
  for (const text of document.querySelectorAll('.board svg [data-name] text')) {
    const box = text.getBoundingClientRect();
    const air = box.height * 0.22;  // above and below the letters themselves
    for (const slot of slots) {
      const wide = Math.min(box.right, slot.right) - Math.max(box.left, slot.left);
      const high = Math.min(box.bottom - air, slot.bottom) - Math.max(box.top + air, slot.top);
      if (wide > slot.width * 0.2 && high > slot.height * 0.2) out.push(text.textContent);
    }
  }
  return out;
}"""
"""Names that lie over the place of a station, by their boxes."""


@pytest.mark.parametrize(("title", "key"), BUILDING)
@pytest.mark.sampled(each=2)
def test_names_leave_the_places_of_stations_free(visit: Visitors, title: str, key: str) -> None:
    page = guest(visit, size=DESKTOP)
    opened(page, positions(title)[key])
    expect(page.locator(".board svg [data-name]").first).to_be_attached()
    assert page.evaluate(OVER_SLOTS) == []


def test_the_chip_of_a_company_lights_what_it_reaches(visit: Visitors) -> None:
    """Every stop that the server says, a cross on those that are blocked; again pressed, it is dark again."""
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18cz")["track"])
    game = page.url.rpartition("/")[2]
    chips = page.get_by_role("group", name="What a company reaches").get_by_role("button")
    company = chips.first.locator("title, text").last.text_content()
    told_reach = told(page, "GET", f"/api/games/{game}/reach?company={company}")
    chips.first.click()
    expect(page.locator("[data-reach]")).to_have_count(len(told_reach["stops"]))
    expect(page.locator("[data-blocked]")).to_have_count(len(told_reach["blocked"]))
    chips.first.click()
    expect(page.locator("[data-reach]")).to_have_count(0)


def test_layers_are_switched_by_keys_and_the_map_is_saved(visit: Visitors) -> None:
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18cz")["track"])
    laid = page.locator(".tile-number")
    page.keyboard.press("#")
    expect(laid.first).to_be_attached()
    page.keyboard.press("s")  # the map of the start: nothing is laid
    expect(laid).to_have_count(0)
    page.keyboard.press("s")
    page.keyboard.press("v")
    expect(page.locator(".axis").first).to_be_attached()
    page.get_by_role("button", name="What the map shows").click()
    for form, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Save the map as {form}").click()
        content = waiting.value.path().read_bytes()
        assert content.startswith(start)
        assert b"var(--" not in content


# ----------------------------------------------------------------------------------------------------- history and tabs


def test_a_click_in_the_past_starts_nothing(visit: Visitors) -> None:
    """The slider keeps its place and size, and a marked hex of the present is only looked at."""
    page = guest(visit, size=LAPTOP)
    file = positions("18cz")["track"]
    opened(page, file)
    slider = page.get_by_role("slider", name="Position")
    now = slider.bounding_box()
    lit = page.locator(".target.may").first.get_attribute("data-hex")
    page.keyboard.press("PageUp")
    expect(page.get_by_role("button", name="Back to now").first).to_be_visible()
    assert slider.bounding_box() == now
    page.locator(f"[data-hex={lit}]").click(force=True)
    expect(page.locator(".board .choice")).to_have_count(0)
    expect(page.locator(".send .primary")).to_have_count(0)
    game = page.url.rpartition("/")[2].partition("?")[0]
    assert told(page, "GET", f"/api/games/{game}/position")["seq"] == len(file["log"])


def test_every_tab_has_a_key_and_every_command_a_name(visit: Visitors) -> None:
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18cz")["track"])
    tabs = page.get_by_role("tab")
    for key, name in zip("ACJTLISGRN", tabs.all_inner_texts(), strict=True):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name, exact=True)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("k")
    page.keyboard.type("usti")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".board")).to_contain_text("Teplice & Ústí nad Labem")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("All commands")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.sampled(each=2)
def test_info_tells_phases_and_endings(visit: Visitors, faults: Callable[[Page], list[str]], title: str) -> None:
    page = guest(visit, size=DESKTOP, language="es")
    opened(page, list(positions(title).values())[-1])
    page.keyboard.press("I")
    info = page.get_by_role("tabpanel")
    expect(info).to_contain_text("Cómo termina la partida")
    layout = find_title(title).layout
    expect(info.locator("tbody tr:not(.narrow)")).to_have_count(len(layout.phases))
    for size in (LAPTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert info.locator(".scroll").evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")
    expect(info.get_by_role("button", name=layout.endings[0], exact=True)).to_be_visible()
    assert [fault for fault in faults(page) if any(f"({grave})" in fault for grave in SERIOUS)] == []


def test_the_log_has_rounds_times_and_one_line_for_many_alike(visit: Visitors) -> None:
    page = guest(visit, size=DESKTOP)
    opened(page, positions("18cz")["track"])
    page.keyboard.press("G")
    log = page.get_by_role("log")
    expect(log.get_by_role("heading", name="Operating round").first).to_be_visible()
    expect(log.locator("time").first).to_be_attached()
    folded = log.locator("details").first
    expect(folded.locator("summary")).to_contain_text("more like it")
    page.get_by_role("button", name="Trains", exact=True).click()
    expect(log).not_to_contain_text("lays tile")


def test_a_game_without_a_market_has_a_spreadsheet_and_prices_too(visit: Visitors) -> None:
    """What the last share of each company fetched; the file has the shares of everybody."""
    page = guest(visit, size=DESKTOP)
    opened(page, positions("chicago-express")["choose-action"])
    page.keyboard.press("S")
    with page.expect_download() as given:
        page.get_by_role("button", name="Save as CSV").click()
    rows = given.value.path().read_text("utf-8").splitlines()
    assert rows[0].startswith(",Ana,Ben,Easy bot (2),")
    assert any(row.startswith("PRR,") for row in rows)
    page.get_by_role("button", name="Prices").click()
    expect(page.get_by_role("tabpanel").locator("figure polyline, figure path").first).to_be_attached()


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_tab_has_room_also_under_a_long_table_of_shares(visit: Visitors, way: str) -> None:
    """Where nothing of it could be read below the question, it opens over the map; Escape puts it back."""
    page = guest(visit, size=LAPTOP)
    opened(page, positions("1824")["trade"])
    body = page.get_by_role("tabpanel")

    def height() -> float:
        box = body.bounding_box()
        return box["height"] if box else 0

    low = height()
    assert low < 120
    if way == "click":
        page.get_by_role("tab", name="Companies").click()
    else:
        page.keyboard.press("C")
    expect(page.locator(".tabs.wide")).to_have_count(1)
    assert height() > 300
    page.keyboard.press("Escape")
    expect(page.locator(".tabs.wide")).to_have_count(0)
    assert height() == low


def test_the_spreadsheet_is_sorted_by_a_column(visit: Visitors) -> None:
    page = guest(visit, size=DESKTOP)
    opened(page, positions("18cz")["buy-trains"])
    page.keyboard.press("S")
    panel = page.get_by_role("tabpanel")
    sheet = panel.get_by_role("region", name="Table")
    rows = sheet.locator("tbody tr")
    expect(rows.first).to_be_visible()
    before = rows.all_inner_texts()
    treasury = sheet.get_by_role("button", name="treasury")
    treasury.click()
    column = sheet.locator("th[aria-sort=descending]")
    expect(column).to_contain_text("treasury ▾")
    at = column.evaluate("(head) => head.cellIndex")
    amounts = [int(re.sub(r"\D", "", text)) for text in rows.locator(f"td:nth-child({at + 1})").all_inner_texts()]
    assert amounts == sorted(amounts, reverse=True) and amounts[0] > amounts[-1]
    assert rows.all_inner_texts() != before
    treasury.click()
    expect(sheet.locator("th[aria-sort]")).to_have_count(0)
    assert rows.all_inner_texts() == before


@pytest.mark.parametrize(
    ("title", "key", "trading"),
    [("1862", "start-auction", True), ("18cz", "draft", True), ("18esp", "auction", True), ("18esp", "build", False)],
)
def test_shares_and_auctions_have_the_room_and_the_map_has_it_in_operating_rounds(
    visit: Visitors, title: str, key: str, trading: bool
) -> None:
    page = guest(visit, size=LAPTOP)
    opened(page, positions(title)[key])
    panel, board = page.locator(".game > .ask").bounding_box(), page.locator(".board").bounding_box()
    assert panel is not None and board is not None
    assert (panel["width"] > board["width"]) == trading
    page.keyboard.press("x")
    expect(page.locator(".game.trading")).to_have_count(0 if trading else 1)


def test_the_board_is_drawn_before_the_log_is_asked_for(visit: Visitors) -> None:
    page = guest(visit, size=LAPTOP)
    opened(page, positions("18cz")["track"])
    page.reload()
    expect(page.locator(".question .standing")).to_be_visible()
    page.wait_for_function("() => performance.getEntriesByType('resource').some((one) => one.name.includes('/log?'))")
    board, asked = page.evaluate(
        """() => [
          performance.getEntriesByName('board')[0].startTime,
          performance.getEntriesByType('resource').find((one) => one.name.includes('/log?')).startTime,
        ]"""
    )
    assert board <= asked
