"""When Detroit reached 8 in a dividend phase, the end was announced only after the next turn."""

from titles.chicago_express.tables import a_table


def test_the_dividend_phase_that_brings_detroit_to_8_says_so() -> None:
    game = a_table().dividends_paid(6).dials(auction=3, development=4).turn_of("A").game()
    assert [event.params for event in game.events if event.key == "end-in-sight"] == [{"reason": "detroit"}]
