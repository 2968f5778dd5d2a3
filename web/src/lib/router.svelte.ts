/** Which page is shown: a path and what it names. */
export type Place =
  | { page: "lobby" }
  | { page: "table"; table: string }
  | { page: "replay"; replay: string }
  | { page: "gallery"; edition: string }
  | { page: "tv"; table: string }
  | { page: "about" }
  | { page: "write" }
  | { page: "learn"; kind: string; name: string }
  | { page: "how"; deck: string }
  | { page: "nowhere" };

export function placeOf(path: string): Place {
  const [first = "", second = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (first === "") return { page: "lobby" };
  if (first === "t" && second) return { page: "table", table: second };
  if (first === "r" && second) return { page: "replay", replay: second };
  if (first === "gallery") return { page: "gallery", edition: second };
  if (first === "tv" && second) return { page: "tv", table: second };
  if (first === "learn" || first === "puzzle") return { page: "learn", kind: first, name: second };
  if (first === "how-to-play") return { page: "how", deck: second };
  if (first === "about" || first === "write") return { page: first };
  return { page: "nowhere" };
}

class Router {
  place = $state<Place>(placeOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.place = placeOf(location.pathname)));
  }

  go(path: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.place = placeOf(location.pathname);
    scrollTo(0, 0);
  }

  /** For links: a plain click stays on the page, any other does what the browser does. */
  readonly follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  };
}

export const router = new Router();
