"""Greedy bots offered each other one coin for a local railway, were refused, and offered again for ever."""

from random import Random

from ferrovia import answer_of_itself, new_game
from ferrovia.bots import BOTS


def test_a_game_between_greedy_bots_ends() -> None:
    game, random = new_game("18cz", ["Ana", "Ben", "Eva", "Leo"]), Random(3)
    bots = dict.fromkeys(game.state.players, BOTS["greedy"])
    for _ in range(3000):
        answer = answer_of_itself(game, random, bots)
        if answer is None:
            break
        game = game.play(answer[0])
    assert game.ask is None
