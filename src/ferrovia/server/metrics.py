"""What the server counts, for Prometheus."""

from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ferrovia import By


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "ferrovia_requests_total",
            "Answered requests.",
            ("method", "path", "status"),
            registry=self.registry,
        )
        self._duration = Histogram(
            "ferrovia_request_seconds",
            "Time until the answer began.",
            ("path",),
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.04, 0.1, 0.3, 1, 5),
        )
        answers = Counter(
            "ferrovia_answers_total", "Stored answers, by who gave them.", ("by",), registry=self.registry
        )
        self.answers = {by: answers.labels(by) for by in get_args(By)}
        self.refusals = Counter("ferrovia_refusals_total", "Answers that the rules refused.", registry=self.registry)
        self.streams = Gauge("ferrovia_streams", "Open live updates.", registry=self.registry)
        self.live_games = Gauge("ferrovia_live_games", "Games kept in memory.", registry=self.registry)

        self._of: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def answered(self, method: str, path: str, status: int, seconds: float) -> None:
        """One request more. `path` is the pattern of an address, not what somebody typed."""
        key = method, path, status
        if key not in self._of:
            self._of[key] = self._requests.labels(method, path, str(status)), self._duration.labels(path)
        requests, duration = self._of[key]
        requests.inc()
        duration.observe(seconds)

    def page(self) -> bytes:
        return generate_latest(self.registry)
