import { describe, expect, test } from "vitest";

import { invitation, ownLink, parse } from "./router.svelte";

describe("an address", () => {
  test.each([
    ["/", { page: "home" }],
    ["/new", { page: "new", title: null }],
    ["/new/chicago-express", { page: "new", title: "chicago-express" }],
    ["/title/18cz/", { page: "title", title: "18cz" }],
    ["/game/a%20b", { page: "game", id: "a b", invite: null }],
    ["/join/g1/secret", { page: "game", id: "g1", invite: "secret" }],
    ["/account", { page: "account" }],
    ["/settings", { page: "settings" }],
    ["/help", { page: "help" }],
    ["/import", { page: "import" }],
    ["/join/g1", { page: "nowhere" }],
    ["/join/g1/secret/more", { page: "nowhere" }],
    ["/game/g1/more", { page: "nowhere" }],
    ["/elsewhere", { page: "nowhere" }],
    ["/account/more", { page: "nowhere" }],
    ["/game/%E0%A4%A", { page: "game", id: "%E0%A4%A", invite: null }],
  ])("%s", (path, route) => {
    expect(parse(path)).toEqual(route);
  });

  test("of an invitation leads to its game", () => {
    const link = new URL(invitation("g/1", "se cret", "http://ferrovia.test"));
    expect(parse(link.pathname)).toEqual({ page: "game", id: "g/1", invite: "se cret" });
  });
});

describe("a click on a link", () => {
  const origin = "http://ferrovia.test";

  function click(link: { target?: string; origin?: string; pathname?: string; search?: string; download?: boolean; href?: string }, event: Partial<MouseEvent> = {}): MouseEvent {
    const anchor = {
      target: "",
      origin,
      pathname: "/help",
      search: "",
      hasAttribute: (name: string) => name === "download" && link.download === true,
      getAttribute: () => link.href ?? "/help",
      ...link,
    };
    return { button: 0, target: { closest: () => anchor }, ...event } as unknown as MouseEvent;
  }

  test("of our own is navigation", () => {
    expect(ownLink(click({ pathname: "/new", search: "?a=1" }), origin)).toBe("/new?a=1");
  });

  test.each([
    ["another site", click({ origin: "http://elsewhere.test" })],
    ["a new tab", click({ target: "_blank" })],
    ["a download", click({ download: true })],
    ["the server itself", click({ pathname: "/api/games/g1/export" })],
    ["a place on this page", click({ href: "#main" })],
    ["with the control key", click({}, { ctrlKey: true })],
    ["with the middle button", click({}, { button: 1 })],
    ["already handled", click({}, { defaultPrevented: true })],
    ["beside any link", { button: 0, target: { closest: () => null } } as unknown as MouseEvent],
  ])("%s is left to the browser", (_, event) => {
    expect(ownLink(event, origin)).toBeNull();
  });
});
