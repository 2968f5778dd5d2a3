/**
 * Parts of the page that are fetched when they are needed.
 *
 * Their names are those of a version: after an update the server has others, and a page that was open before asks for one
 * that is gone. Then the page has to be loaded again. It does so by itself, but only once in a while, and only where the
 * server answers: whoever is offline would lose the page that they have.
 */
export const BETWEEN = 60_000; // milliseconds between two times that the page loads itself again
const KEY = "changeling.loadedAgain";

/** What this needs of the browser. */
export interface Browser {
  store: Pick<Storage, "getItem" | "setItem">;
  answers: () => Promise<boolean>;
  reload: () => void;
  now: () => number;
}

const browser: Browser = {
  get store() { return sessionStorage; },
  answers: async () => (await fetch("/", { method: "HEAD", cache: "no-store" })).ok,
  reload: () => location.reload(),
  now: () => Date.now(),
};

/** A part of the page. It never comes where the page loads itself again; it fails where that does not help. */
export async function part<T>(load: () => Promise<T>, at: Browser = browser): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(await loadsAgain(at))) throw error;
    return new Promise<T>(() => {});
  }
}

/** A part of the table. Where the connection is gone it comes when that is back; else as `part`. */
export async function coming<T>(load: () => Promise<T>, at: Browser = browser, pause = 1000): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      if (await at.answers().catch(() => false)) return part(load, at);
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

async function loadsAgain(at: Browser): Promise<boolean> {
  try {
    if (at.now() - Number(at.store.getItem(KEY) ?? 0) < BETWEEN || !(await at.answers())) return false;
    at.store.setItem(KEY, String(at.now())); // where nothing can be noted, nothing would end it
  } catch {
    return false;
  }
  at.reload();
  return true;
}
