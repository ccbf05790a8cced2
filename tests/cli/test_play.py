"""Games at the prompt, from the first bid to the last dividend."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from ferrovia.cli.saves import read_game
from ferrovia.text import Words

Run = Callable[..., Any]

BOTS_ONLY = ("play", "chicago-express", "--seats", "simple,simple,random", "--seed", "7")

TO_THE_FIRST_DIVIDEND = [
    "expand PRR Q5 P4", "expand NYC R3", "decline auction", "decline auction",  # Ben holds nothing: his is refused
    "decline development", "decline auction", "decline expansion", "decline expansion", "decline expansion",
    "decline expansion",
]  # fmt: skip


def answers_in(file: str) -> int:
    return len(read_game(Path(file), Words("en")).record.entries)


# ----------------------------------------------------------------------------------------------------------------- bots


def test_bots_play_a_whole_game_by_themselves(run: Run) -> None:
    result = run(*BOTS_ONLY)
    assert result.exit_code == 0
    assert "General dividends" in result.output
    assert re.search(r"(Easy 1|Easy 2|Random 3) wins\.|Shared victory", result.output)


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    first, second = run(*BOTS_ONLY), run(*BOTS_ONLY)
    assert first.output == second.output
    assert first.output != run(*BOTS_ONLY[:-1], "8").output


def test_quick_start_seats_one_person_against_bots_and_says_so(run: Run) -> None:
    result = run("play", "chicago-express")
    assert result.exit_code == 0
    assert "Quick start: you against two easy bots." in result.output
    assert "At the table: Player 1, Easy 2 (bot), Easy 3 (bot)." in result.output
    assert "Player 1> " in result.output


def test_one_person_against_bots_to_the_end(run: Run) -> None:
    """Whoever only ever passes and declines gets to the end too."""
    typed = ["pass", "decline auction", "decline expansion", "decline development"] * 60
    result = run("play", "chicago-express", "--seats", "Ana,simple,random", "--seed", "3", typed=typed)
    assert result.exit_code == 0
    assert "Result" in result.output


def test_a_bot_gives_advice_and_says_why_it_answered_like_that(run: Run) -> None:
    typed = ["advice last", "advice", "advice moon", "pass", "advice last", "quit"]
    told = run("play", "chicago-express", "--seats", "Ana,simple,random", "--seed", "3", typed=typed).output
    assert "No bot has answered yet." in told
    assert "The steady bot would " in told
    assert "There is nothing to say about a share of “moon”." in told
    assert "answered like that: " in told


# ------------------------------------------------------------------------------------------------------------- hot-seat


def test_three_people_to_the_first_dividend(hot_seat: Run) -> None:
    result = hot_seat(TO_THE_FIRST_DIVIDEND)
    assert result.exit_code == 0
    assert "Ana expands PRR to Q5 and P4 for $2." in result.output
    assert "[CE-5.1 «Expanding a company's network»]" in result.output
    assert "General dividends" in result.output
    assert re.search(r"Ana receives \$\d+: 1 share of PRR", result.output)


def test_board_tables_question_and_choices_are_shown(hot_seat: Run) -> None:
    output = hot_seat([]).output
    for shown in ("Q3●", "treasury", "> Ana", "Auction □□□ 0/3", "Ana: Choose", "Expand a network: PRR", " 1 PRR"):
        assert shown in output


def test_after_the_first_question_only_changes_are_shown(hot_seat: Run) -> None:
    """Sixty lines of board and tables after every answer hid what had happened."""
    assert hot_seat([]).output.count("A2●") == 1
    after = hot_seat(["expand PRR Q5"]).output
    assert after.count("A2●") == 1
    assert "  Q5, plain, cost" in after
    assert "PRR: treasury" in after


def test_a_choice_by_number(hot_seat: Run) -> None:
    assert "Ana offers a share of PRR" in hot_seat(["1"]).output


def test_an_expansion_grown_by_number_and_by_name(hot_seat: Run) -> None:
    number = re.search(r" (\d+) Q5 ", hot_seat([]).output)
    assert number
    grown = hot_seat([number[1], "p4", ""]).output
    assert "So far: expand PRR to Q5 (−$1)." in grown
    assert "Ana expands PRR to Q5 and P4 for $2." in grown
    by_number = hot_seat([number[1], "1", ""]).output
    assert re.search(r"Ana expands PRR to Q5 and \w+", by_number)


def test_growing_can_be_left_and_says_why_a_piece_does_not_fit(hot_seat: Run) -> None:
    number = re.search(r" (\d+) Q5 ", hot_seat([]).output)
    assert number
    output = hot_seat([number[1], "A2", "zzz", "99", "back", "auction PRR"]).output
    assert "A2 Chicago does not touch the network of PRR." in output
    assert "“zzz” is not a hex" in output
    assert "There is no choice 99" in output
    assert "Ana offers a share of PRR" in output


def test_undo_and_redo(hot_seat: Run) -> None:
    output = hot_seat(["redo", "expand PRR Q5", "undo", "redo", "undo", "expand PRR R4", "redo", "log 1"]).output
    assert output.count("There is nothing to redo.") == 2
    assert output.count("Taken back.") == 2
    assert output.count("Ana expands PRR to Q5 for $1.") == 2  # played, and given again
    assert "  13  Ana expands PRR to R4 for $1." in output


def test_undo_at_the_start_has_nothing_to_take_back(run: Run) -> None:
    assert "nothing to take back" in run("play", "chicago-express", "--players", "Ana,Ben", typed=["undo"]).output


def test_save_and_resume(run: Run, hot_seat: Run) -> None:
    left = hot_seat(["expand PRR Q5", "save evening.json", "quit"])
    assert left.exit_code == 0
    assert "Saved in evening.json." in left.output
    assert "ferrovia play --resume evening.json" in left.output
    resumed = run("play", "--resume", "evening.json", typed=["decline auction", "quit"])
    assert "  13  Ana expands PRR to Q5 for $1." in resumed.output  # what happened last is told
    assert "Ben> decline auction" in resumed.output
    assert answers_in("evening.json") == 14


def test_a_game_with_a_file_is_kept_after_every_answer(hot_seat: Run) -> None:
    """Nobody has to save: also when the terminal is closed, all answers are in the file."""
    hot_seat(["expand PRR Q5"], "--save", "kept.json")
    assert answers_in("kept.json") == 13


def test_a_broken_game_goes_on_as_it_would_have(run: Run) -> None:
    """Bots answer a resumed game exactly as they would have answered the unbroken one."""
    table = ("play", "chicago-express", "--seats", "Ana,simple,random", "--seed", "5")
    typed = ["7", "pass", "pass", "pass", "pass", "decline auction"]
    run(*table, "--save", "whole.json", typed=typed)
    for number, line in enumerate(typed):
        how = ("play", "--resume", "parts.json") if number else (*table, "--save", "parts.json")
        run(*how, typed=[line])
    assert Path("parts.json").read_text() == Path("whole.json").read_text()


def test_a_save_that_fails_at_the_prompt_does_not_end_the_game(hot_seat: Run) -> None:
    Path("letter.txt").write_text("dear aunt")
    output = hot_seat(["save", "save letter.txt", "save none/such.json", "save \x00", "auction PRR"]).output
    assert "Save where?" in output
    assert "letter.txt already exists" in output
    assert "none/such.json cannot be written" in output
    assert "Ana offers a share of PRR" in output
    assert Path("letter.txt").read_text() == "dear aunt"


# ------------------------------------------------------------------------------------------------------ why, hex, rules


def test_why_cites_the_paragraph(hot_seat: Run) -> None:
    output = hot_seat(["why develop Q3", "why expand PRR A2", "why bid 8", "why auction wabash"]).output
    assert "[CE-6.1 «What can be developed»]" in output
    assert "[CE-5.3 «How a network is expanded»]" in output
    assert "[CE-3.2 «How to play»]" in output
    assert "[CE-4.2 «Auctioning a share»]" in output


def test_why_of_a_legal_answer_says_what_it_would_do(hot_seat: Run) -> None:
    output = hot_seat(["why auction PRR", "why 2", "why"]).output
    assert "Allowed: auction a share of PRR." in output
    assert "Allowed: auction a share of B&O." in output
    assert "· Ana offers a share of PRR; the opening bid is $4." in output
    assert "Why what?" in output
    assert output.rstrip().endswith("it was not saved.")  # nothing was played: it is still the same question
    assert "> Ben" not in output


def test_the_wrong_player_is_told_whose_turn_it_is(hot_seat: Run) -> None:
    output = hot_seat(["Ben: auction PRR", "why Eva auction PRR", "Ana auction PRR"]).output
    assert output.count("[CE-3.1 «How to play»]") == 2
    assert "Ana offers a share of PRR" in output


def test_whoever_has_passed_is_told_so(run: Run) -> None:
    output = run("play", "chicago-express", "--players", "Ana,Ben,Eva", typed=["pass", "Ana: bid 9"]).output
    assert "[CE-4.5 «Auctioning a share»]" in output


def test_hex_rules_log_and_board(hot_seat: Run) -> None:
    output = hot_seat(["hex Q3", "hex pittsburgh", "hex", "rules 3.3", "rules", "rules x", "log 2", "log x"]).output
    assert "Q3 Binghamton, city, cost 2, income 1, development +1; nobody there; no house." in output
    assert "K4 Pittsburgh, industrial city" in output
    assert "Which hex?" in output
    assert "[CE-3.3 «How to play»]" in output
    assert "Auctioning a share: CE-4.1, CE-4.2" in output
    assert "There is no paragraph “x”" in output
    assert "  12  Eva passes." in output
    assert "“x” is not a number of answers" in output


def test_the_large_board_and_the_board_in_words(hot_seat: Run) -> None:
    output = hot_seat(["board", "board words"]).output
    assert re.search(r"\\_{3,}/", output)
    assert "K4 Pittsburgh" in output
    assert "S3 New York, start; NYC there." in output


def test_help_lists_answers_and_commands(hot_seat: Run) -> None:
    output = hot_seat(["help"]).output
    assert "expand COMPANY HEXES…" in output
    for command in ("board", "tables", "choices", "hex", "why", "rules", "log", "undo", "redo", "save", "help", "quit"):
        assert re.search(rf"^  {command}\b", output, re.MULTILINE)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("bid eight", "“eight” is not a whole amount. Possible: 7 to 40."),
        ("3", "[CE-4.4 «Auctioning a share»] $3 is below the opening bid of $7."),
        ("bid 41", "[CE-4.6 «Auctioning a share»]"),
        ("dance", "I do not understand “dance”."),
        ("r", "“r” may mean: routes, rules, redo"),
        ("999999999999999999", "I do not understand"),
    ],
)
def test_bad_input_never_ends_the_game(run: Run, typed: str, told: str) -> None:
    result = run("play", "chicago-express", "--players", "Ana,Ben,Eva", typed=[typed, "$8"])
    assert result.exit_code == 0
    assert told in result.output
    assert "Ana bids $8" in result.output


# -------------------------------------------------------------------------------------------------------------- Spanish


def test_a_game_in_spanish(hot_seat: Run) -> None:
    result = hot_seat(
        ["por qué urbanizar Q3", "ampliar PRR Q5", "deshacer", "casilla Q3", "bailar", "ayuda", "tablas", "salir"],
        "--lang",
        "es",
    )
    assert result.exit_code == 0
    for told in (
        "Ana amplía la red de la PRR a Q5 por 1\xa0$.",
        "[CE-6.1 «Requisitos para urbanizar una casilla»]",
        "Deshecho.",
        "Q3 Binghamton, ciudad, coste 2",
        "No entiendo «bailar».",
        "ampliar COMPAÑÍA CASILLAS…",
        "Has dejado la partida; no se ha guardado.",
    ):
        assert told in result.output, told


def test_the_language_of_the_terminal_is_the_usual_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "Comienzo rápido" in run("play", "chicago-express").output


# ------------------------------------------------------------------------------------------------- tiles and trains

RAILWAYS = ("play", "18cz", "--players", "Ana,Ben,Eva")
TO_THE_FIRST_TURN = ["pass", "pass", "pass", "start VBW 70", "start BCB 60", "start MW at 60 K", "done", "done", "done"]
"""Nobody drafts; Ana's VBW is dearest and operates first."""


def test_bots_play_a_whole_game_of_18cz(run: Run) -> None:
    result = run("play", "18cz", "--seats", "simple,random,random", "--seed", "3")
    assert result.exit_code == 0
    assert "Course of the game, stop 23 of 23: End of the game" in result.output
    assert re.search(r"(Easy 1|Random 2|Random 3) wins\.", result.output)


def test_the_first_turn_of_a_company_by_hand(run: Run) -> None:
    """A home tile by number, a second tile by hex, then tile and turn; a station; a train; then the next company."""
    typed = [*TO_THE_FIRST_TURN, "lay I10 6 2", "lay I10 57 2", "lay_tile I12", "1", "done", "done", "quit"]
    output = run(*RAILWAYS, typed=typed).output
    for told in (
        "Ana starts VBW at 70\u00a0K and pays 140\u00a0K for the director's certificate.",
        "VBW has its home station in I10 Strakonice.",
        "Ana: VBW must lay track (2 yellow tiles left",
        "Lay a tile: I10 Strakonice, 57",
        "track to I8 and H9",
        "VBW lays tile 6 on I10 Strakonice.",
        "Tile?",
        "Type a number of this list; Enter shows everything again.",
        "VBW buys a train (2a) for 70\u00a0K.",
        "Ben: BCB must lay track",
    ):
        assert told in output, told
    assert "Tile 57 is yellow, and yellow tiles go on empty hexes: I10 Strakonice is not empty." in output


def test_a_bundle_of_lays_is_opened_by_its_number_and_left_by_enter(run: Run) -> None:
    """A number means the list shown last."""
    typed = [*TO_THE_FIRST_TURN, "lay I10 6 2", "1", "", "why 1", "1", "2", "quit"]
    output = run(*RAILWAYS, typed=typed).output
    assert output.count("ways") >= 4
    assert "is more than one answer: choose it first" in output
    assert re.search(r"VBW lays tile \w+ on \w+", output.split("choose it first")[1])


def test_tables_market_tiles_and_hexes_of_a_railway(run: Run) -> None:
    typed = [
        *TO_THE_FIRST_TURN,
        "lay I10 57 2",
        "hex I10",
        "hex strakonice",
        "market",
        "tables",
        "tiles",
        "board",
        "board words",
    ]
    output = run(*RAILWAYS, typed=typed).output
    assert output.count("I10 Strakonice, yellow tile 57; city 20, VBW there, track to H9 and J11.") == 3
    for told in (
        "Operating order: VBW, BCB, MW",
        "Not on the market: SX, PR, BY",
        "Trains left: a (2) ×5, b (2/2+2) ×4",
        "Local value 0 [40] 45",
        "Phase a",
        "> Ana",
        "start price of small companies: 50\u00a0K, 55\u00a0K",
        "57\u00a0×3",
        "|57",
    ):
        assert told in output, told
    prices, markers = (line for line in output.splitlines() if line.startswith(("40  50", "            BCB")))
    assert markers.index("BCB") == prices.index("60")


def test_a_game_without_market_and_tiles_says_so(hot_seat: Run) -> None:
    output = hot_seat(["market", "tiles"]).output
    assert "This game has no market." in output
    assert "This game has no tiles." in output


def test_a_railway_in_spanish(run: Run) -> None:
    typed = [*["pasar"] * 3, "inaugurar VBW 70", "inaugurar BCB 60", "inaugurar MW 60", *["listo"] * 3]
    typed += ["colocar ficha I10 57 2", "casilla I10", "mercado", "fichas", "salir"]
    output = run(*RAILWAYS, "--lang", "es", typed=typed).output
    for told in (
        "La VBW coloca la ficha 57 en I10 Strakonice.",
        "I10 Strakonice, ficha amarilla 57; ciudad 20, con VBW, vía hacia H9 y J11.",
        "Orden de operación: VBW, BCB, MW",
        "precio inicial de compañías pequeñas",
    ):
        assert told in output, told


# ------------------------------------------------------------------------------------------------------ a real terminal


ON_A_TERMINAL = """
import fcntl, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background are told to ignore Ctrl-C
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # keys like Ctrl-C reach the program only from its own terminal
from ferrovia.cli import app
app()
"""


@contextmanager
def a_terminal(*arguments: str, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`ferrovia` on a pseudo-terminal, as in a window."""
    ours, theirs = pty.openpty()
    program = [sys.executable, "-c", ON_A_TERMINAL, *arguments]
    settings = {**os.environ, "COLUMNS": "100", "TERM": "xterm-256color", "LANG": "en_GB.UTF-8", "LC_ALL": ""}
    process = subprocess.Popen(
        program, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=settings, start_new_session=True
    )
    os.close(theirs)
    try:
        yield process, ours
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def read_until(terminal: int, wanted: str, seconds: float = 20) -> str:
    """What the terminal shows until some text appears."""
    shown, end = "", time.monotonic() + seconds
    while wanted not in shown and time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                shown += os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                break
    assert wanted in shown, shown[-2000:]
    return shown


def press_until_gone(process: subprocess.Popen[bytes], terminal: int, key: bytes) -> str:
    """Presses a key, again after a while if need be: while a prompt is just being set up, a key may be lost."""
    for _ in range(5):
        os.write(terminal, key)
        with suppress(subprocess.TimeoutExpired):
            process.wait(3)
            return os.read(terminal, 65536).decode(errors="replace")
    raise AssertionError(f"{key!r} does not end the program")


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_by_key_is_clean_and_tells_how_to_go_on(tmp_path: Path, key: bytes) -> None:
    arguments = ("play", "chicago-express", "--seed", "1", "--save", "game.json")
    with a_terminal(*arguments, folder=tmp_path) as (process, terminal):
        read_until(terminal, "Player 1> ")
        os.write(terminal, b"pass\n")
        read_until(terminal, "Player 1 passes.")
        read_until(terminal, "Player 1> ")
        shown = press_until_gone(process, terminal, key)
        assert process.returncode == 0
        assert "ferrovia play --resume game.json" in shown
        assert "Traceback" not in shown
    assert len(read_game(tmp_path / "game.json", Words("en")).record.entries) > 0


def test_companies_are_coloured_in_a_real_terminal(tmp_path: Path) -> None:
    with a_terminal("play", "chicago-express", folder=tmp_path) as (process, terminal):
        assert "\x1b[" in read_until(terminal, "Player 1> ")
        os.write(terminal, b"quit\n")
        assert process.wait(20) == 0
