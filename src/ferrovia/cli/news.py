"""What has changed between two positions, and what whoever is asked has now: instead of all tables once more."""

from collections.abc import Iterable, Iterator, Mapping

from ferrovia import Game, Title
from ferrovia.cli.figures import figure_in_words, limited
from ferrovia.model.view import CompanyView, PlayerView, View
from ferrovia.render.sentences import describe_hex
from ferrovia.text import Words

FEW_HEXES = 6
"""More changes on the board than these are easier to see than to read."""
UNTOLD = frozenset({"certificate-limit"})
"""Figures that stand beside others."""


class News:
    """Tells in short lines what is new."""

    def __init__(self, title: Title, words: Words) -> None:
        self._layout, self._words = title.layout, words

    def standing(self, game: Game) -> Iterator[str]:
        """Where the game stands, and what the player and the company in question have."""
        if game.ask is None:
            return
        view = game.view()
        yield self._stop(view)
        company = game.ask.about.params.get("company")
        of_company = next((one for one in view.companies if one.id == company), None)
        if of_company is not None:
            yield self._company(view, of_company)
        player = next((one for one in view.players if one.id == game.ask.who), None)
        if player is not None:
            yield self._player(player)

    def since(self, before: View, now: View) -> Iterator[str]:
        """What changed: on the board, for companies, for players."""
        yield from self._hexes(before, now)
        was = {company.id: company for company in before.companies}
        for company in now.companies:
            if changes := list(self._of_company(before, now, was.get(company.id), company)):
                yield f"{self._words.company(company.id)}: {', '.join(changes)}"
        players = {player.id: player for player in before.players}
        for player in now.players:
            if changes := list(self._of_player(players[player.id], player)):
                yield f"{self._words.player(player.id)}: {', '.join(changes)}"

    def _stop(self, view: View) -> str:
        words, course = self._words, view.course
        parts = [words.stop(course.stops[course.at])]
        parts += [words.ui("phase", phase=view.phase)] if view.phase else []
        parts += [words.ui("bank", amount=view.bank)] if view.bank is not None else []
        return " · ".join([*parts, *(words.term("mark", mark) for mark in view.marks)])

    def _company(self, view: View, company: CompanyView) -> str:
        words = self._words
        told = [
            f"{words.term('figure', name)} {figure_in_words(words, name, value)}"
            for name, value in company.figures.items()
            if value or name == "treasury"
        ]
        told += [f"{words.ui('trains')} {self._trains(view, company)}"] if company.trains else []
        told += [words.term("mark", mark) for mark in company.marks]
        return f"{words.company(company.id)}: {', '.join(told)}"

    def _player(self, player: PlayerView) -> str:
        words = self._words
        told = [words.money(player.cash)]
        told += [
            f"{words.term('figure', name)} {limited(words, name, player.figures)}"
            for name in player.figures
            if name not in UNTOLD
        ]
        told += [f"{words.company(company)} ×{held}" for company, held in player.shares.items()]
        return f"{words.player(player.id)}: {', '.join([*told, *player.privates])}"

    def _hexes(self, before: View, now: View) -> Iterator[str]:
        was = {there.id: there for there in before.hexes}
        changed = [there.id for there in now.hexes if was.get(there.id) != there]
        if len(changed) > FEW_HEXES:
            yield self._words.ui("many-hexes-changed", hexes=", ".join(map(self._words.hex, changed)))
        else:
            yield from (describe_hex(self._layout, now, hex_id, self._words) for hex_id in changed)

    def _of_company(self, before: View, now: View, was: CompanyView | None, company: CompanyView) -> Iterator[str]:
        if was is None or was == company:
            return
        yield from self._figures(was.figures, company.figures)
        if was.director != company.director and company.director:
            yield f"{self._words.ui('director')} {self._words.owner(company.director)}"
        if was.trains != company.trains:
            yield f"{self._words.ui('trains')} {_moved(self._trains(before, was), self._trains(now, company))}"
        yield from _added(was.privates, company.privates)

    def _of_player(self, was: PlayerView, player: PlayerView) -> Iterator[str]:
        words = self._words
        if was.cash != player.cash:
            yield _moved(words.money(was.cash), words.money(player.cash))
        yield from self._figures(was.figures, player.figures)
        for company in {**was.shares, **player.shares}:
            held = was.shares.get(company, 0), player.shares.get(company, 0)
            if held[0] != held[1]:
                yield f"{words.company(company)} {_moved(f'×{held[0]}', f'×{held[1]}')}"
        yield from _added(was.privates, player.privates)

    def _figures(self, was: Mapping[str, int], now: Mapping[str, int]) -> Iterator[str]:
        for name, value in now.items():
            if name not in UNTOLD and was.get(name) != value:
                after = figure_in_words(self._words, name, value)
                before = figure_in_words(self._words, name, was[name]) if name in was else ""
                yield f"{self._words.term('figure', name)} {_moved(before, after)}"

    def _trains(self, view: View, company: CompanyView) -> str:
        return ", ".join(self._words.named("face", view.faces[train]) for train in company.trains)


def _moved(before: str, after: str) -> str:
    return f"{before or '–'} → {after or '–'}"


def _added(was: Iterable[str], now: Iterable[str]) -> Iterator[str]:
    had, has = list(was), list(now)
    yield from (f"+{thing}" for thing in has if thing not in had)
    yield from (f"−{thing}" for thing in had if thing not in has)
