"""How fast the browser's part is: a late game drawn, a click answered, the next question; what the entry page weighs.

Run by `make bench`, or alone: `python bench/desk.py [title …]`. Bots play a game of each title from a seed; it is put
on a server at a late question about the map and opened in Chromium with an empty cache. Server, browser and this
program share the machine: the median counts, the worst tells how busy it was.
"""

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from ferrovia import Record, automatic_answer, find_title
from ferrovia.bots import BOTS
from server import Figure, a_server

CHROMIUM = Path("/usr/bin/chromium")
SEED = 3
RUNS = 7
SIZE = {"width": 1440, "height": 900}
LATE = {"chicago-express": "choose-action", "18cz": "track", "1862": "track", "1824": "track", "18esp": "build"}
"""The question about the map at which the game of each title is opened: the last of its kind but ten."""
BEFORE_THE_END = 10
ENTRY = 150_000

CHOICES = ".board .choice, .question .kinds:not([role=group]) .button, .question .send"
"""What a click on a hex leads to: tiles around it, answers that name it, or an answer that can be confirmed."""
DEPTH = 3
"""A hex, a tile and a turn; more is not chosen before something can be confirmed."""

DRAWN = """() => new Promise((resolve) => {
  const [answer] = performance.getEntriesByType("navigation");
  new PerformanceObserver((list, watch) => {
    const [board] = list.getEntriesByName("board");
    if (!board) return;
    watch.disconnect();
    resolve(board.startTime - answer.responseStart);
  }).observe({ type: "mark", buffered: true });
})"""
"""Milliseconds from the first byte of the server's answer to the painted board. Nobody looks into the page meanwhile:
that would take its time."""

WATCH = """([event, sign, count]) => {
  window.took = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing like ${sign} after ${event}`)), 20_000);
    addEventListener(event, ({ timeStamp }) => {
      const look = () => {
        const found = document.querySelectorAll(sign);
        if (count === null ? found.length === 0 : found[0]?.textContent === count) return false;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        return true;
      };
      const watch = new MutationObserver(look);
      if (!look()) watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    }, { capture: true, once: true });
  });
}"""
"""Prepares to tell how long after an event something is there (or a text has changed) and painted."""

WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((one) => /\\.(js|css)$|\\/$/.test(new URL(one.name).pathname))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def late_game(title: str) -> dict[str, Any]:
    """The file of a game that bots have played, taken back to one of its last questions about the map."""
    record, random = Record.new(find_title(title), ["Ana", "Ben", "Eva"]), Random(SEED)
    bots, met = dict.fromkeys(record.game.state.players, BOTS["simple"]), list[int]()
    while record.game.ask is not None:
        if record.game.ask.about.key == LATE[title] and record.game.ask.who in bots:
            met.append(len(record.entries))
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
    record.back_to(next(at for at in reversed(met[:-BEFORE_THE_END]) if len(record.at(at).offers()) > 1))
    return record.to_json()


@dataclass
class Visitor:
    """A guest whose browser has nothing of the client yet, whenever they come again."""

    browser: Browser
    address: str
    state: Any = None

    @contextmanager
    def __call__(self) -> Iterator[Page]:
        context = self.browser.new_context(base_url=self.address, viewport=SIZE, storage_state=self.state)
        yield context.new_page()
        context.close()

    def ask(self, page: Page, path: str, body: Any) -> Any:
        """Asks the server beside the page."""
        page.request.get("/api/me")
        token = next(one.get("value", "") for one in page.context.cookies() if one.get("name") == "csrftoken")
        headers = {"content-type": "application/json", "x-csrftoken": token}
        answer = page.request.post(path, data=json.dumps(body), headers=headers, timeout=600_000)
        assert answer.ok, answer.text()
        return answer.json()

    def be_somebody(self) -> None:
        with self() as page:
            self.ask(page, "/api/guest", {"name": "Ana"})
            self.state = page.context.storage_state()


@dataclass
class Times:
    """Milliseconds of every run."""

    drawn: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    """The processor's time of the page until question and tabs stood too: on a busy machine it says more."""
    clicked: list[float] = field(default_factory=list)
    confirmed: list[float] = field(default_factory=list)


def measure(visitor: Visitor, game: str, times: Times) -> None:
    """Opens a game, begins an answer on the map, confirms it and takes it back."""
    with visitor() as page:
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
        tools.send("Performance.enable")
        page.goto(f"/game/{game}")
        times.drawn.append(page.evaluate(DRAWN))
        page.wait_for_selector("[role=tablist]")
        counted = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
        times.worked.append(counted["TaskDuration"] * 1e3)
        page.wait_for_load_state("networkidle")
        on_map = page.locator(".board .target.may")
        page.evaluate(WATCH, ["pointerup", CHOICES, None])
        on_map.first.click()
        times.clicked.append(page.evaluate("window.took"))
        confirm = page.locator(".question .send .primary")
        for _ in range(DEPTH):
            if confirm.count() == 0:
                page.locator(CHOICES).first.click()
        page.wait_for_selector(".question .send .primary:enabled")
        counter = page.locator(".history .count")
        page.evaluate(WATCH, ["pointerup", ".history .count", counter.text_content()])
        confirm.click()
        times.confirmed.append(page.evaluate("window.took"))
        seq = page.request.get(f"/api/games/{game}/position").json()["seq"]
        visitor.ask(page, f"/api/games/{game}/undo", {"seq": seq})


def figures(visitor: Visitor, titles: Iterable[str]) -> Iterator[Figure]:
    visitor.be_somebody()
    with visitor() as page:
        page.goto("/", wait_until="networkidle")
        weight = page.evaluate(WEIGHT)
        yield Figure("the entry page, gzipped", f"{weight / 1e3:.0f} kB", "≤ 150 kB", weight <= ENTRY)
    for title in titles:
        file, times = late_game(title), Times()
        with visitor() as page:
            game = visitor.ask(page, "/api/import", {"file": file})["id"]
        for _ in range(RUNS):
            measure(visitor, game, times)
        yield figure(f"{title}, {len(file['log'])} answers: board drawn", times.drawn, 500)
        yield figure("  the processor's time, with the panel", times.worked)
        yield figure("  click → choices", times.clicked, 50)
        yield figure("  confirm → next question", times.confirmed, 100)


def figure(what: str, times: Sequence[float], wanted: float | None = None) -> Figure:
    usual, told = median(times), f"{median(times):.0f} ms, worst {max(times):.0f} ms"
    return Figure(what, told, "", None) if wanted is None else Figure(what, told, f"≤ {wanted} ms", usual <= wanted)


def main() -> None:
    if not CHROMIUM.exists():
        print(f"the browser is not measured: {CHROMIUM} is missing")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server("-m", "ferrovia.server", database=f"sqlite:///{folder}/games.db") as port,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        for figure in figures(Visitor(browser, f"http://127.0.0.1:{port}"), sys.argv[1:] or LATE):
            print(figure.line, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
