"""1862 at the prompt: Parliament, mergers, trains with warranties; what is printed can be typed back."""

from functools import lru_cache
from random import Random

import pytest

from cli.conftest import Run
from cli.railways import kind_of
from ferrovia import Game, Offer, action_to_json, new_game
from ferrovia.cli.choices import HANDFUL, grouped
from ferrovia.cli.language import words_of
from ferrovia.cli.reading import Reader
from ferrovia.text import LANGUAGES
from support.eastern import TITLE, a_sensible_answer, game_where

PLAYERS = ("Ana", "Ben", "Eva")
ANSWERS = 330


@lru_cache
def offers_by_kind() -> dict[str, tuple[Game, Offer]]:
    """Of every kind of answer that some games offer, the last offer of a position."""
    found: dict[str, tuple[Game, Offer]] = {}
    for seed in range(8):
        game, random = new_game(TITLE.id, PLAYERS), Random(seed)
        for _ in range(ANSWERS):
            if game.ask is None:
                break
            found |= {str(action_to_json(offer.action)["type"]): (game, offer) for offer in game.offers()}
            game = game.play(a_sensible_answer(game, random))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_for_an_answer_can_be_typed_back(language: str) -> None:
    """Every kind of answer: from the first auction to the last option of a merger."""
    kinds = offers_by_kind()
    assert {"start_auction", "bid", "choose_par", "merge", "redeem_option", "buy_train", "pay_dividend"} <= kinds.keys()
    words = words_of(TITLE, language)
    for kind, (game, offer) in kinds.items():
        typed = words.action(kind, action_to_json(offer.action))
        assert kind_of(Reader(TITLE, words).action(game, typed)) == kind_of(offer.action), typed


def test_many_bids_are_told_by_the_lowest_and_the_highest() -> None:
    game, _ = offers_by_kind()["bid"]
    words = words_of(TITLE, "en")
    (group,) = [g for g in grouped(game, game.offers(), words) if g.heading.startswith("Bid (£")]
    bids = [offer for offer in game.offers() if type(offer.action).__name__ == "Bid"]
    assert [choice.offer for choice in group.choices] == [*bids[:HANDFUL], bids[-1]]
    assert Reader(TITLE, words).action(game, f"bid {bids[-2].action.price}") == bids[-2].action


def test_a_number_of_warranties_is_no_money() -> None:
    game, offer = next(
        (game, offer)
        for game in (game_where(lambda game: any(offer.amount for offer in game.offers())).game,)
        for offer in game.offers()
        if offer.amount
    )
    assert offer.amount is not None
    (group, *_) = [g for g in grouped(game, game.offers(), words_of(TITLE, "en")) if g.choices[0].offer.amount]
    assert f"{offer.amount.low} to {offer.amount.high}" in " ".join(choice.what for choice in group.choices)
    assert "£" not in group.choices[0].what


def test_a_parliament_round_at_the_prompt(run: Run) -> None:
    """A company is put up, its bid and par are typed, a wrong bid is explained; the tables tell permits and duties."""
    typed = ["1", "bid 25", "why bid 33", "pass", "tables", "quit"]
    told = run("play", TITLE.id, "--seats", "human,simple,simple", "--seed", "3", typed=typed).stdout
    assert "(priority deal)" in told
    assert "On offer from phase B:" in told
    assert "freight permit" in told
    assert "Player 1 puts" in told
    assert "Player 1 bids £25" in told
    assert "bank £" in told
    assert "[4.1 «Proposals»] Bids are multiples of £5, not £33." in told
