/** Addresses and pages. A link is a plain `<a href>`; the shell turns clicks on own links into navigation. */

export type Route =
  | { page: "home" }
  | { page: "title"; title: string }
  | { page: "new"; title: string | null }
  | { page: "game"; id: string; invite: string | null }
  | { page: "account" }
  | { page: "settings" }
  | { page: "help" }
  | { page: "import" }
  | { page: "nowhere" };

export function parse(path: string): Route {
  const [room = "", first, second, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (room === "join" && first && second && rest.length === 0) return { page: "game", id: first, invite: second };
  if (second !== undefined) return { page: "nowhere" };
  if (first === undefined) return plainPage(room);
  if (room === "game") return { page: "game", id: first, invite: null };
  if (room === "title") return { page: "title", title: first };
  if (room === "new") return { page: "new", title: first };
  return { page: "nowhere" };
}

function plainPage(room: string): Route {
  switch (room) {
    case "":
      return { page: "home" };
    case "new":
      return { page: "new", title: null };
    case "account":
    case "settings":
    case "help":
    case "import":
      return { page: room };
    default:
      return { page: "nowhere" };
  }
}

/** A broken escape in an address is no page, not a crash. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let current = $state.raw<Route>(here());

function here(): Route {
  const place = globalThis.location as Location | undefined;
  return place ? parse(place.pathname) : { page: "home" };
}

export function route(): Route {
  return current;
}

export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  current = here();
  if (!replace) scrollTo(0, 0);
}

/** The address to send to friends. */
export function invitation(game: string, invite: string, origin: string): string {
  return `${origin}/join/${encodeURIComponent(game)}/${encodeURIComponent(invite)}`;
}

/** The path of a click that should be navigation, or null if the browser should do what it always does. */
export function ownLink(event: MouseEvent, origin: string): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== origin) return null;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return null;
  return link.pathname + link.search;
}

/** Start to follow links and the back button; called once by the shell. */
export function followLinks(): () => void {
  const back = () => (current = here());
  const click = (event: MouseEvent) => {
    const path = ownLink(event, location.origin);
    if (path === null) return;
    event.preventDefault();
    navigate(path);
  };
  addEventListener("popstate", back);
  document.addEventListener("click", click);
  return () => {
    removeEventListener("popstate", back);
    document.removeEventListener("click", click);
  };
}
