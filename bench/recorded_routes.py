"""Best routes at every run of the recorded games beside the project: `python bench/recorded_routes.py [--plot FILE]`.

For each run: what the people ran, the best known before, what is found here, whether it is proved, and the time of one
core. Games of titles that are not built yet are left out.
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass
from math import log10
from pathlib import Path
from statistics import median, quantiles

from ferrovia import Game, titles
from ferrovia.interop.course import steps
from ferrovia.interop.exported import read_export
from ferrovia.interop.replay import follower_for
from ferrovia.interop.sites import SITES
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.view import BestRoutes

REPEATS = 3
GAMES = Path(__file__).parents[2] / "shared/games"


@dataclass(frozen=True)
class Run:
    """One run of a recorded game."""

    game: str
    action: int
    company: str
    ran: int
    known: int
    found: int
    proved: bool
    milliseconds: float


def runs_of(log: Path) -> list[Run]:
    """Every run of a game, solved at the position at which it was made."""
    export = read_export(log.read_text("utf-8"))
    known = {line["at"]: line for line in map(json.loads, log.with_suffix(".routes.jsonl").open(encoding="utf-8"))}
    follower = follower_for(export)
    runs: list[Run] = []
    for played in steps(follower):
        action = export.actions[played] if played < len(export.actions) else {}
        number = action.get("id", played + 1)
        if number in known and action.get("type") == "run_routes":
            company = CompanyId(Owner(action["entity"]))
            best, spent = solved(follower.game, company)
            line = known[number]
            assert line["company"] == company
            name = f"{log.parent.name}/{log.stem}"
            ran, best_known = line["revenue_run"], line["best_known"]
            runs.append(Run(name, number, company, ran, best_known, best.revenue, best.proved, spent))
    return runs


def solved(game: Game, company: CompanyId) -> tuple[BestRoutes, float]:
    """The best routes and the milliseconds they take from the bare board on: the least of some times, so that what else
    the machine does matters little."""

    def once() -> tuple[float, BestRoutes]:
        game.state.board.forget()
        began = time.process_time()
        best = game.best_routes(company)
        assert best is not None
        return 1000 * (time.process_time() - began), best

    spent, best = min((once() for _ in range(REPEATS)), key=lambda run: run[0])
    return best, spent


WIDTH, HEIGHT, LEFT, BOTTOM = 720, 240, 48, 30
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
STYLE = "text{font:11px sans-serif;fill:#444}path{stroke:#ccc}circle{fill:#0f5b50}"


def drawing(runs: list[Run]) -> str:
    """The time of every run in the order of the games, on a logarithmic scale, as SVG."""
    top = max(run.milliseconds for run in runs)

    def height(milliseconds: float) -> str:
        share = log10(max(milliseconds, 0.06) / 0.05) / log10(max(top, 0.06) / 0.05)
        return f"{HEIGHT - BOTTOM - share * (HEIGHT - 2 * BOTTOM):.1f}"

    step = (WIDTH - LEFT - 10) / len(runs)
    dots = (
        f'<circle cx="{LEFT + step * at:.1f}" cy="{height(run.milliseconds)}" r="2"/>' for at, run in enumerate(runs)
    )
    lines = (
        f'<path d="M{LEFT} {height(ms)}H{WIDTH - 10}"/><text x="2" y="{height(ms)}">{ms} ms</text>'
        for ms in (0.1, 1, 10, 100)
        if ms <= top
    )
    note = f'<text x="{LEFT}" y="{HEIGHT - 8}">{len(runs)} recorded runs, in the order of the games</text>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
    return f"{head}<style>{STYLE}</style>{''.join(lines)}{''.join(dots)}{note}</svg>"


def plot(runs: list[Run], target: Path) -> None:
    """Draws a PNG with the browser that the tests use."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2)
        page.set_content(f'<body style="margin:0">{drawing(runs)}</body>')
        page.screenshot(path=target)
        browser.close()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--plot", type=Path)
    chosen = reader.parse_args()
    playable = {title.id for title in titles()}
    finished = {name for name, site in SITES.items() if site.title in playable}
    logs = [log for log in sorted(GAMES.glob("*/[0-9]*.json")) if log.parent.name in finished]
    if not logs:
        sys.exit("no recorded games of a finished title lie beside the project")
    runs = [run for log in logs for run in runs_of(log)]
    times = sorted(run.milliseconds for run in runs)
    for run in runs:
        if run.found != run.known or not run.proved or run.ran > run.found:
            figures = f"ran {run.ran}, known {run.known}, found {run.found}, proved {run.proved}"
            print(f"{run.game} action {run.action} {run.company}: {figures}")
    print(f"{len(runs)} runs, {sum(run.proved for run in runs)} proved")
    better, below = sum(r.found > r.known for r in runs), sum(r.found < r.known for r in runs)
    print(f"better than the best known {better}, below it {below}")
    print(f"median {median(times):.2f} ms, 99 % {quantiles(times, n=100)[98]:.2f} ms, worst {times[-1]:.2f} ms")
    if chosen.plot:
        plot(runs, chosen.plot)


if __name__ == "__main__":
    main()
