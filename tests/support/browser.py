"""People with a browser of their own each."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

DESKTOP = (1440, 900)
PHONE = (390, 844)
PATIENCE = 30_000
"""Milliseconds an expectation may take on a busy machine."""


def expect_game(page: Page, patience: int = PATIENCE) -> None:
    """The board stands, and what is drawn after it: from here on keys are heard."""
    expect(page.get_by_role("application")).to_be_visible(timeout=patience)
    expect(page.locator("[role=tablist]")).to_be_attached(timeout=patience)


@dataclass
class Visitors:
    """Lets people in. At the end nobody may have met an error."""

    browser: Browser
    server: str
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __call__(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = DESKTOP,
        dark: bool = False,
        language: str = "en",
        **more: Any,
    ) -> Page:
        context = self.browser.new_context(
            base_url=self.server,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            locale={"en": "en-US", "es": "es-ES"}[language],
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._listen(page, message))
        page.goto(path)
        return page

    def _listen(self, page: Page, message: ConsoleMessage) -> None:
        """Keeps what speaks of a fault; a refusal (4xx) or a cut line is an answer like any other."""
        told = message.text
        expected = "status of 4" in told or "net::ERR_INTERNET_DISCONNECTED" in told
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{page.url}: {told}")

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
