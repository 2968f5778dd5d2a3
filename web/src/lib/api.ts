/** The server over HTTP. Whatever is not a success becomes an error that carries the server's words. */
import type {
  DeckCards, DeckChoice, DeckReport, EditionInfo, Made, MakeTable, ProblemInfo, Replay, ServerInfo, TableFound, TableInfo, TableLine,
} from "./protocol";
import { online } from "./online.svelte";
import { texts } from "../texts";

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly problems: ProblemInfo[] = [],
  ) {
    super(message);
  }
}

/** Whether what was asked for will not be there later either; everything else is worth another try in a while. */
export const isGone = (error: unknown): error is Refused => error instanceof Refused && error.code.endsWith("/none");

/** A body that is text is sent as it is: it comes from a file that holds JSON already. */
export async function call<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(
      path,
      body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body) },
    );
  } catch {
    online.answered(false);
    throw new Refused("page/offline", texts.link.offline);
  }
  online.answered(true);
  const value: unknown = await response.json().catch(() => ({}));
  if (!response.ok) {
    const error = (value as { error?: { code: string; message: string; problems?: ProblemInfo[] } }).error;
    throw new Refused(error?.code ?? `http/${response.status}`, error?.message ?? texts.link.odd(response.status), error?.problems);
  }
  return value as T;
}

const kept = new Map<string, Promise<unknown>>();

/** What does not change while the page is open is asked for once. */
function once<T>(path: string): Promise<T> {
  const found = kept.get(path) as Promise<T> | undefined;
  if (found) return found;
  const asked = call<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

export const api = {
  server: () => once<ServerInfo>("/api/server"),
  editions: () => once<{ editions: EditionInfo[] }>("/api/editions").then((found) =>
    [...found.editions].sort((a, b) => a.year - b.year || a.title.localeCompare(b.title)),
  ),
  deck: (id: string) => once<DeckCards>(`/api/decks/${encodeURIComponent(id)}`),
  checkDeck: (deck: DeckChoice, seats: number, meta: string[]) => call<DeckReport>("/api/decks/check", { deck, seats, meta }),
  tables: () => call<{ tables: TableLine[] }>("/api/tables").then((found) => found.tables),
  table: (id: string) => call<TableInfo>(`/api/tables/${encodeURIComponent(id)}`),
  /** The table that waits for players under a code of four letters. */
  code: (code: string) => call<TableFound>(`/api/codes/${encodeURIComponent(code)}`).then((found) => found.table),
  makeTable: (wish: MakeTable) => call<Made>("/api/tables", wish),
  /** A page of a replay, from a move on. */
  replay: (id: string, from = 0) => once<Replay>(`/api/replays/${encodeURIComponent(id)}?from=${from}`),
  shareReplay: (file: string) => call<{ replay: string }>("/api/replays", file),
  fork: (id: string, moves: number, place: number, bot: string) =>
    call<Made>(`/api/replays/${encodeURIComponent(id)}/fork`, { moves, place, bot }),
};
