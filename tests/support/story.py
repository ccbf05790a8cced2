"""A game told as a story: what was asked, what was answered, what happened, and how things stand after each turn.

Answers stand after `>` in few words (`Ana > expand PRR Q5 R4`), so that a story can be played again from its own text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from ferrovia import Bot, Game, Record, Title, automatic_answer
from ferrovia.engine.forms import Field
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.model.route import read_route
from ferrovia.model.view import View
from ferrovia.text import Words

ANSWER = re.compile(r"^  \S+ > (.*)$", re.MULTILINE)


def play_by_bots(title: Title, seats: Mapping[str, Bot], seed: int) -> list[Any]:
    """The answers of a game that plays itself."""
    random, record = Random(seed), Record.new(title, list(seats))
    bots = {PlayerId(Owner(name)): bot for name, bot in seats.items()}
    while record.game.ask is not None:
        answer = automatic_answer(record.game, random, bots)
        assert answer is not None
        record.play(*answer)
    return [entry.action for entry in record.entries]


def tell(first: Game, answers: Iterable[Any], *, turn: str, brief: str, heading: str) -> str:
    """The story of a game. With the question `turn` a turn begins; the question `brief` need not be repeated."""
    return "\n".join(_lines(first, answers, turn, brief, heading)) + "\n"


def _lines(game: Game, answers: Iterable[Any], turn: str, brief: str, heading: str) -> Iterator[str]:
    title = game.title
    words = Words("en", title=title.id, layout=title.layout, currency=title.currency)
    yield heading
    for answer in answers:
        assert game.ask is not None
        who, about = words.player(game.ask.who), game.ask.about
        if about.key == turn:
            yield ""
            yield from _standing(game.view(), words)
        if about.key != brief:
            yield f"{who}: {words.question(about)}"
        yield f"  {who} > {in_few_words(title, answer)}"
        game = game.play(answer)
        yield from (f"    {words.event(event)}" for event in game.events)
    yield ""
    yield from _standing(game.view(), words)
    for standing in game.outcome or ():
        yield f"{standing.rank}. {words.player(standing.player)} {words.money(standing.worth)}"


def _standing(view: View, words: Words) -> Iterator[str]:
    """How things stand: cash, income or price and treasury of companies, dials and scales."""
    yield "; ".join(f"{words.player(player.id)} has {words.money(player.cash)}" for player in view.players)
    figures = ((words.company(c.id), c.figures) for c in view.companies if c.open)
    yield "; ".join(f"{name} {_worth(of)}, owns {words.money(of['treasury'])}" for name, of in figures)
    yield "; ".join(f"{gauge.key} {gauge.values[gauge.at]}" for gauge in view.gauges)


def _worth(figures: Mapping[str, int]) -> str:
    if "income" in figures:
        return f"earns {figures['income']}"
    return f"stands at {figures['price']}" if "price" in figures else "has no price"


# ------------------------------------------------------------------------------------------------ answers in few words


def in_few_words(title: Title, action: Any) -> str:
    """`Expand("PRR", ("Q5", "R4"))` is `expand PRR Q5 R4`."""
    form = title.forms[type(action)]
    values = ((field, getattr(action, field.name)) for field in form.fields)
    return " ".join([form.name, *(_mark(field).join(map(str, v)) if field.many else str(v) for field, v in values)])


def _mark(field: Field) -> str:
    """What stands between the things of a row: a route is several words."""
    return " | " if field.kind == "route" else " "


def from_few_words(title: Title, text: str) -> Any:
    """The other way round; a row of things comes last."""
    name, *rest = text.split()
    kind, form = next((kind, form) for kind, form in title.forms.items() if form.name == name)
    values = dict[str, Any]()
    for field in form.fields:
        here, rest = (rest, []) if field.many else (rest[:1], rest[1:])
        if field.kind == "route":
            values[field.name] = tuple(read_route(route) for route in " ".join(here).split(_mark(field)) if route)
            continue
        read = [int(value) if field.kind in ("amount", "turn") else value for value in here]
        values[field.name] = tuple(read) if field.many else read[0]
    return kind(**values)


def answers_of(title: Title, story: str) -> list[Any]:
    return [from_few_words(title, words) for words in ANSWER.findall(story)]
