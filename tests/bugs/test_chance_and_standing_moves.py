"""Standing moves of the players were also offered to chance, and chance could draw them.

And chance drew a kind of answer first, so that not every answer was as likely as any other.
"""

from collections import Counter
from random import Random

from ferrovia import Ask, Game, Move, Offer, Span
from ferrovia.engine import chance
from ferrovia.engine.play import Table
from ferrovia.engine.record import start
from ferrovia.model.ids import CHANCE
from ferrovia.model.message import Message
from support.toy import Blow, Calm, Tip, a_ferry, a_title


def test_chance_makes_no_standing_moves() -> None:
    game = a_ferry()
    assert game.ask is not None and game.ask.who == CHANCE
    assert [type(offer.action) for offer in game.offers()] == [Blow]
    day = game.play(Blow(2))
    assert Tip in [type(offer.action) for offer in day.offers()]


def test_every_answer_of_chance_is_as_likely_as_any_other() -> None:
    def ask(table: Table) -> Ask:
        return Ask(CHANCE, (three_winds, one_calm), Message("wind", {}))

    three_winds = Move(
        Blow, lambda table: (Offer(Blow(n), Span(n, n)) for n in (1, 2, 3)), (), lambda table, action: None
    )
    one_calm = Move(Calm, lambda table: (Offer(Calm()),), (), lambda table, action: None)
    game: Game = start(a_title({"game": (ask,)}, actions=(Blow, Calm)), ["A", "B"])
    random = Random(1)
    drawn = Counter(chance.draw(game, random) for _ in range(4000))
    assert set(drawn) == {Blow(1), Blow(2), Blow(3), Calm()}
    assert all(900 < count < 1100 for count in drawn.values())
