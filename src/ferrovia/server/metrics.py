"""What the server counts, for Prometheus. Counting is done at every request, so it is plain arithmetic."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import structlog
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

LOG = structlog.get_logger("ferrovia.metrics")

MOST_PROCESSES = 64
BOUNDS = (0.002, 0.005, 0.01, 0.02, 0.04, 0.1, 0.3, 1.0, 5.0)
"""Seconds, the upper ends of the classes of duration."""


@dataclass(slots=True)
class Durations:
    """How long requests to one address took."""

    classes: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        self.classes[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """As Prometheus wants them: how many took at most how long."""
        sums, so_far = list[tuple[str, float]](), 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.classes, strict=True):
            so_far += count
            sums.append((bound, so_far))
        return sums


class Metrics(Collector):
    """The figures of one server process."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.refusals = 0
        self.streams = 0
        self.live_games = 0
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._durations: dict[str, Durations] = {}

    def answered(self, method: str, path: str, status: int, seconds: float) -> None:
        """One request more. `path` is the pattern of an address, not what somebody typed."""
        self._requests[method, path, status] += 1
        durations = self._durations.get(path)
        if durations is None:
            durations = self._durations[path] = Durations()
        durations.add(seconds)

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily("ferrovia_requests", "Answered requests.", labels=("method", "path", "status"))
        for (method, path, status), count in self._requests.items():
            requests.add_metric((method, path, str(status)), count)
        yield requests
        durations = HistogramMetricFamily("ferrovia_request_seconds", "Time until the answer began.", labels=("path",))
        for path, measured in self._durations.items():
            durations.add_metric((path,), measured.buckets(), measured.total)
        yield durations
        answers = CounterMetricFamily("ferrovia_answers", "Stored answers, by who gave them.", labels=("by",))
        for by, count in self.answers.items():
            answers.add_metric((by,), count)
        yield answers
        yield CounterMetricFamily("ferrovia_refusals", "Answers that the rules refused.", value=self.refusals)
        yield GaugeMetricFamily("ferrovia_streams", "Open live updates.", value=self.streams)
        yield GaugeMetricFamily("ferrovia_live_games", "Games kept in memory.", value=self.live_games)

    @contextmanager
    def told_at(self, address: str) -> Generator[None]:
        """Tells the figures at an address of their own, `host:port`; each of several processes takes the next port."""
        host, _, port = address.rpartition(":")
        registry = CollectorRegistry()
        registry.register(self)
        server = None
        for number in range(int(port), int(port) + MOST_PROCESSES):
            with suppress(OSError):
                server, _ = start_http_server(number, host, registry)
                LOG.info("figures for Prometheus", address=f"http://{host}:{number}/metrics")
                break
        if server is None:
            LOG.warning("nobody is told any figures: there is no free port", address=address)
        try:
            yield
        finally:
            if server is not None:
                server.shutdown()
                server.server_close()
