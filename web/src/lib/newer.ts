/**
 * A page that was left open while the server was updated is older than what the server has.
 *
 * It still plays, and is asked about when its connection comes back. The game is kept by the server, and the seat by the
 * browser: so the page can be loaded again at any time, and offers that.
 */
import { texts } from "../texts";
import { toasts } from "./toasts.svelte";

/** Whether the server has another page than this one: what it begins with is named by all that it loads. */
export function isOlder(page: string, servers: string): boolean {
  const own = /"\/assets\/index.+?"/.exec(page)?.[0];
  return !!own && servers.includes('"/assets/index') && !servers.includes(own);
}

/** Offer to load the page again, where it is older than the server's. */
export async function offerNewer(): Promise<void> {
  const now = await fetch("/", { cache: "no-store" }).then((answer) => answer.text(), String);
  if (isOlder(document.head.innerHTML, now)) toasts.show(texts.newer, { again: true });
}
