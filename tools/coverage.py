"""Writes docs/coverage.md: for each title every paragraph of its rulebook, its code, and its tests.

`python tools/coverage.py` writes the page; with `--check` it only says whether the page is up to date. Either way it
fails if a paragraph has no test, or a test or a line of code names a paragraph that does not exist.
"""

import contextlib
import io
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from citations import Code, citations_in, is_section, modules_in, paragraphs_of, users_of

PROJECT = Path(__file__).parents[1]
PAGE = PROJECT / "docs" / "coverage.md"
SOURCE = PROJECT / "src" / "ferrovia"

sys.path = [path for path in sys.path if Path(path) != Path(__file__).parent]  # this file is not the package `coverage`

import pytest  # noqa: E402

import ferrovia  # noqa: E402

Proofs = Mapping[str, list[str]]
"""For each paragraph the names of its tests, in the order in which they stand."""
Users = Mapping[str, list[str]]
"""For each paragraph, or each section that is cited as a whole, the definitions that cite it."""


class Collector:
    """A pytest plugin that reads the marks of all tests it is shown."""

    def __init__(self) -> None:
        self.proofs: defaultdict[str, list[str]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            name = item.name.partition("[")[0].removeprefix("test_")
            for mark in item.iter_markers("rule"):
                for paragraph in mark.args:
                    if name not in self.proofs[paragraph]:
                        self.proofs[paragraph].append(name)


def proofs_in(folder: Path) -> Proofs:
    collector, output = Collector(), io.StringIO()
    with contextlib.redirect_stdout(output):
        code = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", str(folder)], plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(output.getvalue())
    return collector.proofs


def folder_of(title: ferrovia.Title) -> str:
    """The name of a title's folder, in src and in tests."""
    modules = ((name, module) for name, module in sys.modules.items() if name.startswith("ferrovia.titles."))
    return next(name.split(".")[2] for name, module in modules if getattr(module, "TITLE", None) is title)


def users_in(title: ferrovia.Title) -> Users:
    """By citation first, then by the keys of rules, which may stand in the shared rules or in the engine."""
    book, folder = title.rulebook, SOURCE / "titles" / folder_of(title)
    users: defaultdict[str, list[str]] = defaultdict(list)
    for citation in citations_in(folder):
        whole = is_section(citation.label, book.paragraphs)
        for label in [citation.label] if whole else paragraphs_of(citation.label, book.paragraphs):
            users[label].append(citation.where)
    engine = [Code(SOURCE / "engine" / "play.py", "engine.play")]
    rooms = modules_in(folder), modules_in(SOURCE / "rules", "rules."), engine
    for key, names in users_of(book.keys, *rooms).items():
        users[book.keys[key]] += names
    return {label: list(dict.fromkeys(names)) for label, names in users.items()}


def table(title: ferrovia.Title, proofs: Proofs) -> Iterator[str]:
    book, users = title.rulebook, users_in(title)
    yield f"## {title.name}"
    yield ""
    yield "| paragraph | heading | keys | code | tests |"
    yield "|---|---|---|---|---|"
    for paragraph, heading in book.paragraphs.items():
        keys = ", ".join(f"`{key}`" for key, where in book.keys.items() if where == paragraph)
        code = ", ".join(f"`{name}`" for name in users.get(paragraph, ()))
        tests = ", ".join(name.replace("_", " ") for name in proofs.get(paragraph, ()))
        yield f"| {paragraph} | {heading} | {keys} | {code} | {tests} |"
    yield ""
    sections = {
        label: ", ".join(f"`{name}`" for name in users[label]) for label in users if label not in book.paragraphs
    }
    if sections:
        yield f"Sections cited as a whole: {'; '.join(f'{label} in {names}' for label, names in sections.items())}."
        yield ""


def complaints(title: ferrovia.Title, proofs: Proofs) -> Iterator[str]:
    for paragraph in title.rulebook.paragraphs:
        if paragraph not in proofs:
            yield f"{title.name}: no test for {paragraph}"
    for paragraph, names in proofs.items():
        if paragraph not in title.rulebook.paragraphs:
            yield f"{title.name}: {names[0]} is marked with {paragraph}, which does not exist"
    name = folder_of(title)
    for folder in (SOURCE / "titles" / name, SOURCE / "interop" / name, PROJECT / "tests" / "titles" / name):
        for cited in citations_in(folder):
            if not paragraphs_of(cited.label, title.rulebook.paragraphs):
                where = f"{cited.file.relative_to(PROJECT)}:{cited.line}"
                yield f"{title.name}: {where} cites [{cited.label}], which does not exist"


def main(check: bool) -> int:
    wrong = list[str]()
    page = ["# Which code follows which rule, and which test proves it", "", "Written by `tools/coverage.py`.", ""]
    for title in ferrovia.titles():
        proofs = proofs_in(PROJECT / "tests" / "titles" / folder_of(title))
        wrong += complaints(title, proofs)
        page += table(title, proofs)
    text = "\n".join(page)
    if check and (not PAGE.exists() or PAGE.read_text("utf-8") != text):
        wrong.append(f"{PAGE.relative_to(PROJECT)} is not up to date; tools/coverage.py writes it")
    if not check:
        PAGE.write_text(text, "utf-8")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
