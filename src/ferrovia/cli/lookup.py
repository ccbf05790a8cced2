"""Looking things up: what has happened so far, what trains could run, and what the rules say."""

from collections.abc import Iterator
from typing import Any

from ferrovia import BadData, Game, Record, Title
from ferrovia.cli.language import Trouble
from ferrovia.cli.names import plain
from ferrovia.cli.screen import Screen
from ferrovia.model.board import place_of
from ferrovia.model.ids import TrainId
from ferrovia.model.route import Route
from ferrovia.text import Words


def show_log(record: Record, screen: Screen, words: Words, *, first: int = 0) -> None:
    """What each answer brought about, from some position on; of answers under earlier rules, which they were."""
    game = _position(record, first)
    for number, entry in enumerate(record.entries[first:], first + 1):
        if game is None:
            screen.log_entry(number, [f"{words.player(entry.who)}: {in_words(record.title, entry.action, words)}"])
        else:
            game = game.play(entry.action)
            screen.log_entry(number, [words.event(event) for event in game.events])


def _position(record: Record, number: int) -> Game | None:
    """None for a position under earlier rules."""
    try:
        return record.at(number)
    except BadData:
        return None


def in_words(title: Title, action: Any, words: Words) -> str:
    form = title.forms[type(action)]
    return words.action(form.name, {field.name: getattr(action, field.name) for field in form.fields})


def best_routes_in_words(game: Game, wanted: str | None, words: Words) -> Iterator[str]:
    """What a company, or each one, could run best now, train by train, and whether that is proved."""
    if game.title.routes is None:
        raise Trouble(words.ui("server.no-trains-here"))
    known = [view.id for view in game.view().companies if view.open]
    chosen = [company for company in known if wanted is None or plain(company) == plain(wanted)]
    if wanted is not None and not chosen:
        raise Trouble(words.ui("no-such-company", company=wanted, known=", ".join(known)))
    for company in chosen:
        best = game.best_routes(company)
        assert best is not None
        told = "routes-proved" if best.proved else "routes-bound"
        bound, spent = words.money(best.upper_bound), f"{best.microseconds / 1000:.1f}"
        name, revenue = words.company(company), words.money(best.revenue)
        yield words.ui(told, company=name, revenue=revenue, bound=bound, milliseconds=spent)
        for told_route in best.routes:
            yield f"  {words.money(told_route.revenue)}  {_way_of(game, told_route.route, words)}"


def _way_of(game: Game, route: Route, words: Words) -> str:
    """A train by its face, its stops by name, and by their hexes as they can be typed: "2: Madrid – G25 (F24 G25)"."""
    card = game.state.trains.get(TrainId(route.train))
    face = words.named("face", card.face if card else route.train)
    places = " ".join(place_of(stop)[0] for stop in route.stops)
    return f"{face}: {words.routes([route])} ({places})"


def show_rules(title: Title, wanted: str, screen: Screen, words: Words) -> bool:
    """Our statement of the paragraphs that are wanted, or the headings if none is; False where there is none such."""
    book = title.rulebook.paragraphs
    if not wanted:
        for heading, paragraphs in _by_heading(title).items():
            screen.say(f"{words.heading(heading)}: {', '.join(paragraphs)}")
        screen.say(words.ui("rules-hint", example=next(iter(book))), "dim")
        return True
    found = [paragraph for paragraph in book if _is_in(paragraph, plain(wanted).strip("[]"))]
    for paragraph in found:
        screen.rule(paragraph, book[paragraph])
    return bool(found)


def _by_heading(title: Title) -> dict[str, list[str]]:
    headings: dict[str, list[str]] = {}
    for paragraph, heading in title.rulebook.paragraphs.items():
        headings.setdefault(heading, []).append(paragraph)
    return headings


def _is_in(paragraph: str, wanted: str) -> bool:
    """`CE-3.3`, `3.3` and `3` all name paragraph CE-3.3."""
    full = plain(paragraph)
    names = (full, full.partition("-")[2])
    return any(name == wanted or name.startswith(f"{wanted}.") for name in names)
