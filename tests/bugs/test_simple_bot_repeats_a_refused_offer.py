"""Simple bots offered each other one coin for a local railway, were refused, and offered again for ever."""

from random import Random

from ferrovia import automatic_answer, new_game
from ferrovia.bots import BOTS


def test_a_game_between_simple_bots_ends() -> None:
    game, random = new_game("18cz", ["Ana", "Ben", "Eva", "Leo"]), Random(3)
    bots = dict.fromkeys(game.state.players, BOTS["simple"])
    for _ in range(3000):
        answer = automatic_answer(game, random, bots)
        if answer is None:
            break
        game = game.play(answer[0])
    assert game.ask is None
