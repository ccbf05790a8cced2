"""What can be seen of 18CZ beyond holdings."""

import pytest

from titles.t18cz.tables import a_table


@pytest.mark.parametrize(("phase", "value"), [("a", 0), ("d", 30), ("g", 40), ("j", 50)])
def test_the_periods_of_the_view_say_what_red_tiles_pay(phase: str, value: int) -> None:
    """Whoever draws a red tile emphasises the value that routes earn there now."""
    company = a_table().phase(phase).has("KFN", price=80, held="A40 B20", stations="G20")
    game = company.turn_of("KFN").game()
    red = next(tile for tile in game.title.layout.tiles if tile.colour == "red")
    known = [red.stops[0].revenue[period] for period in game.view().periods if period in red.stops[0].revenue]
    assert (known[-1] if known else 0) == value == game.title.data.phases[phase].red_value
