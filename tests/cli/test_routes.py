"""`ferrovia routes`: the best routes of any company at any position."""

import json
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from ferrovia import Record, automatic_answer, find_title
from ferrovia.bots import BOTS, at_random
from ferrovia.cli import app
from ferrovia.text import Words


@pytest.fixture
def running(tmp_path: Path) -> tuple[Path, str, int]:
    """A saved game of 18CZ that asks a company to run, the company, and the best that it is offered."""
    record, random = Record.new(find_title("18cz"), ["Ana", "Ben", "Eva"]), Random(5)
    while record.game.ask is not None and record.game.ask.about.key != "run":
        record.play(at_random(record.game, random))
    assert record.game.ask is not None
    company = record.game.ask.about.params["company"]
    best = record.game.best_routes(company)
    assert best is not None and best.proved
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record.to_json()), "utf-8")
    return file, company, best.revenue


def test_routes_are_shown_with_their_proof(running: tuple[Path, str, int]) -> None:
    file, company, revenue = running
    told = CliRunner().invoke(app, ["routes", str(file), "--company", company, "--lang", "en"])
    assert told.exit_code == 0
    assert f"{company}: {revenue}\u00a0K, proved best" in told.output


def test_a_route_is_told_by_names_and_as_it_is_typed(tmp_path: Path) -> None:
    """The train by its face, the stops by their names, and the hexes; nothing by the name it has in the program."""
    title = find_title("18cz")
    record, random = Record.new(title, ["Ana", "Ben", "Eva"]), Random(3)
    bots = dict.fromkeys(record.game.state.players, BOTS["simple"])
    company = next(face.id for face in title.layout.companies if face.letters == "OFE")
    while not (runs := record.game.best_routes(company)) or runs.revenue == 0:
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
    (tmp_path / "game.json").write_text(json.dumps(record.to_json()), "utf-8")
    shown = CliRunner().invoke(app, ["routes", str(tmp_path / "game.json"), "--company", "OFE", "--lang", "en"]).output
    words = Words("en", title=title.id, layout=title.layout, currency=title.currency)
    for best in runs.routes:
        face = record.game.state.trains[best.route.train].face
        hexes = " ".join(stop.partition(".")[0] for stop in best.route.stops)
        assert f"{face}: {words.routes([best.route])} ({hexes})" in shown
        assert best.route.train not in shown and best.route.stops[0] not in shown


def test_an_unknown_company_is_named(running: tuple[Path, str, int]) -> None:
    told = CliRunner().invoke(app, ["routes", str(running[0]), "--company", "RENFE", "--lang", "en"])
    assert told.exit_code == 2
    assert "There is no running company RENFE" in told.output


def test_a_game_without_trains_says_so(tmp_path: Path) -> None:
    record = Record.new(find_title("chicago-express"), ["Ana", "Ben"])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record.to_json()), "utf-8")
    told = CliRunner().invoke(app, ["routes", str(file), "--lang", "es"])
    assert (told.exit_code, told.output.strip()) == (2, "En este juego no se operan trenes.")


@pytest.mark.parametrize(("lang", "command", "told"), [("en", "routes", "proved best"), ("es", "rutas", "demostrado")])
def test_routes_are_shown_inside_a_game(running: tuple[Path, str, int], lang: str, command: str, told: str) -> None:
    """Within a game `routes` says the same of a company, in any case of its letters, and the question stays."""
    file, company, revenue = running
    typed = f"{command} {company.lower()}\n{command} renfe\nquit\n"
    shown = CliRunner().invoke(app, ["play", "--resume", str(file), "--lang", lang], input=typed)
    assert shown.exit_code == 0
    assert f"{company}: {revenue}\u00a0K, " in shown.output and told in shown.output
    assert "renfe; " in shown.output
