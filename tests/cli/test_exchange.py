"""Games of 18xx.games at the command line: import, export, replay with facts; and what is wrong with a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ferrovia.cli.saves import read_game
from ferrovia.interop.following import Following
from ferrovia.text import Words
from interop.games import Export, exported

Run = Callable[..., Any]


def write(export: Export, name: str = "export.json") -> str:
    Path(name).write_text(json.dumps(export), "utf-8")
    return name


def spoilt(number: int, **changes: Any) -> Export:
    """An export in which one action says something else."""
    export = exported()
    export["actions"][number - 1] |= changes
    return export


FIRST_LOCAL, FIRST_PURCHASE = (
    next(action["id"] for action in exported()["actions"] if action["type"] == kind) for kind in ("bid", "par")
)


# ------------------------------------------------------------------------------------------------------------ it works


def test_an_export_becomes_a_game_that_can_be_looked_at_and_continued(run: Run) -> None:
    export = exported()
    export["actions"] = export["actions"][:150]
    export |= {"status": "active", "result": {}}
    result = run("import", write(export), "--save", "game.json")
    assert result.exit_code == 0
    assert "18CZ: " in result.stdout
    assert "Saved in game.json." in result.stdout
    assert result.stderr == ""
    shown = run("show", "game.json")
    assert shown.exit_code == 0
    assert "phase" in shown.output.lower()
    resumed = run("play", "--resume", "game.json", typed=["quit"])
    assert "ferrovia play --resume game.json" in resumed.output


def test_import_does_not_write_over_anything(run: Run) -> None:
    Path("letter.txt").write_text("dear aunt")
    result = run("import", write(exported()), "--save", "letter.txt")
    assert result.exit_code == 2
    assert Path("letter.txt").read_text() == "dear aunt"


def test_a_game_goes_out_as_it_came_in(run: Run) -> None:
    run("import", write(exported()), "--save", "game.json")
    result = run("export", "game.json", "-o", "back.json")
    assert result.exit_code == 0
    assert json.loads(Path("back.json").read_text()) == exported()
    assert json.loads(run("export", "game.json").stdout) == exported()


def test_a_title_that_is_not_played_there_cannot_be_exported(run: Run) -> None:
    run("play", "chicago-express", "--players", "Ana,Ben", "--save", "game.json")
    result = run("export", "game.json")
    assert result.exit_code == 2
    assert "Chicago Express" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_replay_tells_the_story_of_an_export(run: Run) -> None:
    result = run("replay", write(exported()))
    assert result.exit_code == 0
    assert "   1  P1 " in result.stdout
    assert "wins." in result.stdout


def test_facts_are_written_in_the_words_of_the_traces(run: Run) -> None:
    export = exported()
    result = run("replay", write(export), "--facts", "facts.jsonl")
    assert result.exit_code == 0
    lines = [json.loads(line) for line in Path("facts.jsonl").read_text("utf-8").splitlines()]
    assert list(lines[0]) == ["setup"]
    assert [line["after"] for line in lines[1:-1]] == list(range(len(export["actions"]) + 1))
    assert lines[-1]["finished"] is True
    assert {key for line in lines[1:-1] for key in line} <= {"after", "set", "gone"}
    assert lines[1]["set"]["phase"] == "a"


def test_what_could_not_be_played_as_recorded_is_noticed_beside_the_facts(run: Run) -> None:
    """A run with another revenue than the rules give: taken as it was written down, and told on stderr only."""
    number = next(a["id"] for a in exported()["actions"] if a["type"] == "run_routes" and a["routes"])
    action = exported()["actions"][number - 1]
    more = [{**action["routes"][0], "revenue": action["routes"][0]["revenue"] + 10}, *action["routes"][1:]]
    export = spoilt(number, routes=more)
    export["actions"] = export["actions"][:number]
    result = run("replay", write(export), "--facts", "facts.jsonl")
    assert result.exit_code == 0
    assert result.stderr.startswith(f"action {number}: ")
    assert "notice" not in Path("facts.jsonl").read_text("utf-8")
    told = run("import", "export.json")
    assert told.exit_code == 0
    assert told.stderr == result.stderr


def test_an_export_can_be_shown_and_drawn_without_importing_it(run: Run) -> None:
    write(exported())
    assert "position 5 of" in run("show", "export.json", "--at", "5").output
    result = run("show", "export.json", "--at", "100", "--svg", "board.svg")
    assert result.exit_code == 0
    assert Path("board.svg").read_text("utf-8").startswith("<svg ")


# ------------------------------------------------------------------------------------------------------- what is wrong


REFUSED = (
    f"action {FIRST_PURCHASE} (par by P",
    "start-price",
    "[VII.5.2 «",
    "not 999 K",
)
"""Number, who and what, rule, paragraph, and the reason in words."""


def test_an_action_that_the_rules_refuse_is_named_and_the_part_before_it_is_kept(run: Run) -> None:
    write(spoilt(FIRST_PURCHASE, share_price="999,0,1"))
    result = run("import", "export.json", "--save", "part.json")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    for part in ("export.json: ", *REFUSED):
        assert part in result.stderr
    kept = read_game(Path("part.json"), Words("en")).record
    kinds = {type(entry.action).__name__ for entry in kept.entries}
    assert "DraftLocal" in kinds and "StartCompany" not in kinds
    assert run("show", "part.json").exit_code == 0


def test_facts_stay_up_to_the_refused_action(run: Run) -> None:
    write(spoilt(FIRST_PURCHASE, share_price="999,0,1"))
    result = run("replay", "export.json", "--facts", "facts.jsonl")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    for part in REFUSED:
        assert part in result.stderr
    lines = Path("facts.jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[-1])["after"] == FIRST_PURCHASE - 1


def test_replay_tells_the_part_before_a_refused_action(run: Run) -> None:
    write(spoilt(FIRST_PURCHASE, share_price="999,0,1"))
    result = run("replay", "export.json")
    assert result.exit_code == 2
    assert "   1  P1 " in result.stdout
    for part in REFUSED:
        assert part in result.stderr


def test_a_refusal_in_spanish(run: Run) -> None:
    write(spoilt(FIRST_PURCHASE, share_price="999,0,1"))
    assert "la regla «start-price» rechaza la acción" in run("import", "export.json", "--lang", "es").stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (json.dumps({**exported(), "title": "1846"}), ("1846", "18CZ")),
        (json.dumps(exported())[:5000], ("not a complete export",)),
        ("dear aunt", ("not a complete export",)),
        ("[]", ("an export is an object",)),
        (json.dumps({"title": "18CZ", "actions": []}), ("players",)),
        (json.dumps({**exported(), "actions": [7]}), ("action 1", "no type")),
        (json.dumps({**exported(), "actions": [{"type": "bid", "auto_actions": [1]}]}), ("action 1", "automatic")),
        (json.dumps({**exported(), "actions": [{"type": "undo", "action_id": "x"}, {}]}), ("action 1", "no number")),
        (json.dumps({**exported(), "players": exported()["players"][:1]}), ("2 to 6 players",)),
        (json.dumps(spoilt(FIRST_LOCAL, company=None)), (f"action {FIRST_LOCAL} (bid by P",)),
        (json.dumps(spoilt(1, type="dance")), ("action 1 (dance by P1)", "dance")),
    ],
    ids=["title", "cut", "letter", "list", "players", "number", "automatic", "undo", "one player", "gap", "unknown"],
)
@pytest.mark.parametrize("command", [("import",), ("replay", "--facts", "facts.jsonl")], ids=["import", "facts"])
def test_a_bad_export_is_told_in_one_line(run: Run, command: tuple[str, ...], text: str, told: tuple[str, ...]) -> None:
    Path("bad.json").write_text(text, "utf-8")
    result = run(command[0], "bad.json", *command[1:])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("bad.json: ")
    for part in told:
        assert part in result.stderr


def test_what_is_no_text_is_no_export(run: Run) -> None:
    """It was called a game file of ours that is not complete."""
    Path("export.json").write_bytes(b"\xff\xfe\x00")
    result = run("import", "export.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "export.json is no export of 18xx.games: it is no text." in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("said", "told"), [(17, "action 2 (?): it has no type"), ({"type": "pass"}, "action 2 (pass):")]
)
def test_what_nobody_does_is_told_without_a_name(run: Run, said: Any, told: str) -> None:
    export = exported()
    export["actions"][1] = said
    assert told in " ".join(run("import", write(export)).stderr.split())


@pytest.mark.parametrize(
    "fault", [KeyError("x"), ValueError("x"), TypeError("x")], ids=lambda fault: type(fault).__name__
)
@pytest.mark.parametrize("command", [("import",), ("replay", "--facts", "facts.jsonl")], ids=["import", "facts"])
def test_a_fault_of_ours_is_not_told_as_one_of_the_file(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], fault: Exception
) -> None:
    """A reader that stumbles is a fault of the program: it comes through with its traceback."""

    def stumble(*_: Any) -> Any:
        raise fault

    monkeypatch.setattr(Following, "is_by_who_is_asked", stumble)
    with pytest.raises(AssertionError) as stopped:
        run(command[0], write(exported()), *command[1:])
    assert repr(fault) in str(stopped.value)


def test_an_export_without_facts_leaves_no_file(run: Run) -> None:
    Path("bad.json").write_text(json.dumps({**exported(), "title": "1846"}), "utf-8")
    run("replay", "bad.json", "--facts", "facts.jsonl")
    assert not Path("facts.jsonl").exists()


def test_a_saved_game_has_no_facts_of_its_own(run: Run) -> None:
    run("play", "18cz", "--players", "Ana,Ben", "--save", "game.json")
    result = run("replay", "game.json", "--facts", "facts.jsonl")
    assert result.exit_code == 2
    assert "is not an export of 18xx.games" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "export.json", "--facts", "export.json"),
        ("show", "export.json", "--svg", "export.json"),
        ("replay", "export.json", "--facts", "none/facts.jsonl"),
        ("show", "export.json", "--svg", "none/board.svg"),
    ],
    ids=" ".join,
)
def test_a_place_that_cannot_be_written_to(run: Run, command: tuple[str, ...]) -> None:
    before = Path(write(exported())).read_text()
    result = run(*command)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert Path("export.json").read_text() == before


def test_what_is_noticed_is_said_in_spanish_too(run: Run) -> None:
    """A run with another revenue than the rules give."""
    number = next(a["id"] for a in exported()["actions"] if a["type"] == "run_routes" and a["routes"])
    routes = exported()["actions"][number - 1]["routes"]
    export = spoilt(number, routes=[{**routes[0], "revenue": routes[0]["revenue"] + 10}, *routes[1:]])
    export["actions"] = export["actions"][:number]
    told = run("import", write(export), "--lang", "es")
    assert told.exit_code == 0
    assert told.stderr.startswith(f"acción {number}: ")
    again = run("replay", "export.json", "--facts", "facts.jsonl", "--lang", "es")
    assert again.stderr == told.stderr
