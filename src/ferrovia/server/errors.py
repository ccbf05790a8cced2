"""What can go wrong, as answers: each kind has its status code and a sentence in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from ferrovia import Refusal
from ferrovia.server.database import Taken, Unavailable, Unstorable
from ferrovia.server.schema import ConflictProblem, Problem, RefusedProblem, Update
from ferrovia.server.words import language_of, plain_words
from ferrovia.text import Words

LOG = structlog.get_logger("ferrovia.server")

STATUS: Mapping[str, int] = {
    "bad-request": 400,
    "not-signed-in": 401,
    "not-allowed": 403,
    "not-found": 404,
    "conflict": 409,
    "too-large": 413,
    "refused": 422,
    "too-many": 429,
    "unavailable": 503,
}
PLAIN: Mapping[str, str] = {"bad-file": "bad-file-plain", "bad-options": "bad-options-plain"}
"""What the engine says about bad data is English: whoever plays in another language gets the sentence without it."""
KINDS = {code: kind for kind, code in STATUS.items()}


class Fault(Exception):
    """A request that is not carried out. The sentence is `ui.server.<sentence>` of the catalogue."""

    def __init__(self, kind: str, sentence: str, **params: Any) -> None:
        super().__init__(f"{kind}: {sentence}")
        self.kind = kind
        self.sentence = sentence
        self.params = params
        self.update: Update | None = None
        """The game as it stands now, where somebody was quicker."""

    def response(self, words: Words) -> Response[Any]:
        problem: dict[str, Any] = {"error": self.kind, "message": self._told(words)}
        if self.kind == "conflict":
            problem["update"] = self.update
        wait = {"retry-after": str(self.params["seconds"])} if self.kind == "too-many" else None
        return Response(problem, status_code=STATUS[self.kind], headers=wait)

    def _told(self, words: Words) -> str:
        if self.sentence in PLAIN and words.language != "en":
            return words.ui(f"server.{PLAIN[self.sentence]}")
        return words.ui(f"server.{self.sentence}", **self.params)


class Stale(Fault):
    """Somebody was quicker: the fresh update goes along."""

    def __init__(self, update: Update) -> None:
        super().__init__("conflict", "stale")
        self.update = update


class AnswerRefused(Fault):
    """The rules do not allow it; `message` is the rule's own sentence."""

    def __init__(self, refusal: Refusal, told: Words) -> None:
        super().__init__("refused", "refused")
        self.refusal = refusal
        self.message = told.refusal(refusal.rule, refusal.params)
        self.heading = told.heading(refusal.cite.heading)

    def response(self, words: Words) -> Response[Any]:
        problem = RefusedProblem(
            error="refused",
            message=self.message,
            rule=self.refusal.rule,
            paragraph=self.refusal.cite.paragraph,
            heading=self.heading,
        )
        return Response(problem, status_code=422)


def _words(request: Request[Any, Any, Any]) -> Words:
    return plain_words(language_of(request))


def on_fault(request: Request[Any, Any, Any], fault: Fault) -> Response[Any]:
    return fault.response(_words(request))


def on_unavailable(request: Request[Any, Any, Any], error: Unavailable) -> Response[Any]:
    LOG.error("database unavailable", path=request.url.path, error=str(error))
    answer = Fault("unavailable", "unavailable").response(_words(request))
    answer.headers["retry-after"] = "2"
    return answer


def on_taken(request: Request[Any, Any, Any], _error: Taken) -> Response[Any]:
    return Fault("conflict", "taken").response(_words(request))


def on_invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    """A body, query or path that is not as the contract says: which field, and what is wrong with it."""
    return Fault("bad-request", "invalid", detail=_what_is_wrong(error)).response(_words(request))


def _what_is_wrong(error: ValidationException) -> str:
    found = cast("list[dict[str, Any]]", error.extra) if isinstance(error.extra, list) else []
    for item in found:
        return f"{item.get('key', '')}: {item.get('message', '')}".removeprefix(": ")
    return error.detail


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework refuses: no such address or method, malformed JSON, a body too large."""
    code = error.status_code if error.status_code in KINDS else 400 if error.status_code < 500 else 503
    kind = KINDS[code]
    sentence = {"bad-request": "malformed", "not-found": "no-such-page"}.get(kind, kind)
    answer = Fault(kind, sentence).response(_words(request))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer


def on_unreadable(request: Request[Any, Any, Any], _error: Exception) -> Response[Any]:
    """What the JSON reader or the database gives up on: no UTF-8, nested without end, a NUL in a text."""
    return Fault("bad-request", "malformed").response(_words(request))


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A mistake of ours: logged in full, told in one sentence."""
    LOG.error("failed", path=request.url.path, exc_info=error)
    message = _words(request).ui("server.failed")
    return Response(Problem(error="failed", message=message), status_code=500)


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    Fault: on_fault,
    Unavailable: on_unavailable,
    Taken: on_taken,
    ValidationException: on_invalid,
    HTTPException: on_http,
    UnicodeDecodeError: on_unreadable,
    RecursionError: on_unreadable,
    Unstorable: on_unreadable,
    Exception: on_failure,
}


def response_to(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """How an error is told."""
    told = next(EXCEPTION_HANDLERS[kind] for kind in type(error).__mro__ if kind in EXCEPTION_HANDLERS)
    return told(request, error)


_MEANING: Mapping[int, str] = {
    400: "The request is not as described here.",
    401: "Nobody is signed in, or the token is unknown.",
    403: "This person may not do this, or the CSRF token is missing.",
    404: "There is no such thing, or it may not be seen.",
    409: "It cannot be done now: somebody was quicker, or the game is not at that stage.",
    413: "The body is too large.",
    422: "The rules do not allow it; the paragraph comes along.",
    429: "Too many attempts; try again later.",
    503: "The database cannot be reached; try again later.",
}


def errors(*codes: int) -> dict[int, ResponseSpec]:
    """The documentation of the errors an endpoint can answer with; 503 goes without saying."""
    shapes: dict[int, type[Any]] = {409: ConflictProblem, 422: RefusedProblem}
    listed: Sequence[int] = sorted({*codes, 503})
    return {
        code: ResponseSpec(shapes.get(code, Problem), description=_MEANING[code], generate_examples=False)
        for code in listed
    }
