/** The seats that this browser holds: a token for each table, kept here and sent to nobody but the server. */
const KEY = "changeling.seats";
const MOST = 60;

type Held = Record<string, { token: string; at: number }>;

function read(): Held {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Held;
  } catch {
    return {};
  }
}

function write(held: Held): void {
  const newest = Object.entries(held).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // without storage the seat's own link still holds it
  }
}

export function tokenFor(table: string): string {
  return read()[table]?.token ?? "";
}

export function keepToken(table: string, token: string): void {
  write({ ...read(), [table]: { token, at: Date.now() } });
}

export function dropToken(table: string): void {
  const held = read();
  delete held[table];
  write(held);
}

/** What this browser calls itself at a table: a random text, another one at each table, so that nobody is followed. */
export function browserFor(table: string): string {
  const key = `changeling.browser.${table}`;
  try {
    const kept = localStorage.getItem(key) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    localStorage.setItem(key, kept);
    return kept;
  } catch {
    return "";
  }
}

const hurried = new Set<string>();

/** Have the game of a table that was just made begin as soon as its page is there. */
export const beginAtOnce = (table: string): void => void hurried.add(table);

/** Whether it was asked for; it is asked for once. */
export const beginsAtOnce = (table: string): boolean => hurried.delete(table);

/** The number of the last line of talk that was read at a table, or another one that is newer; -1 for none, and null at a table that is new to this browser. */
export function heardAt(table: string, newer?: number): number | null {
  const key = `changeling.heard.${table}`;
  try {
    if (newer !== undefined) localStorage.setItem(key, String(newer));
    const kept = localStorage.getItem(key);
    return kept === null ? null : Number(kept);
  } catch {
    return newer ?? null;
  }
}

/** Tables where this browser holds a seat, the latest first. */
export function heldTables(): string[] {
  return Object.entries(read()).sort(([, a], [, b]) => b.at - a.at).map(([table]) => table);
}
