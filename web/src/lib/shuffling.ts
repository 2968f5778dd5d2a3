/** This browser's part in the shuffle: it draws a number, promises it, and reveals it when all have promised theirs. */
import type { FromClient, Lobby } from "./protocol";
import { fingerprintOf, type Memory, promisedBy, promiseOf } from "./shuffle";

const KEY = "changeling.shuffles";
const MOST = 20;

/** Where memories are kept, so that a page that is loaded again in the middle of a start can still reveal its number. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

type Kept = Record<string, Memory & { at: number }>;

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Shuffling {
  memory: Memory = { round: 0, nonces: {}, shown: "", revealed: [] };
  private readonly said = new Set<string>();

  constructor(
    private readonly table: string,
    private readonly shelf: Shelf | null,
  ) {}

  /** What was said on the last connection may be lost. */
  connected(): void {
    this.said.clear();
  }

  /** What to say now, if anything. `seat` is the token of the seat that is called `name`; empty for one who looks on. */
  async heard(lobby: Lobby, name: string, seat: string): Promise<FromClient | null> {
    this.recall(lobby.round);
    const { stage, fingerprint } = lobby.shuffle;
    if (stage === "reveal" || (stage === "done" && !this.memory.shown)) this.remember({ shown: fingerprint });
    if (!seat || lobby.phase !== "lobby") return null;
    if (stage === "reveal") return this.reveal(lobby, name);
    return stage === "open" || stage === "commit" ? this.commit(lobby, name, seat) : null;
  }

  private async commit(lobby: Lobby, name: string, seat: string): Promise<FromClient | null> {
    if (!this.first(`commit ${lobby.commitment} ${seat}`)) return null;
    if (lobby.shuffle.broken.some((one) => one.silent.includes(name))) return null;
    let nonce = this.memory.nonces[lobby.commitment];
    if (nonce === undefined) {
      nonce = randomHex(32);
      this.remember({ nonces: { ...this.memory.nonces, [lobby.commitment]: nonce } });
    }
    const commitment = await promiseOf(nonce);
    return lobby.shuffle.commitments[name] === commitment ? null : { type: "commit", commitment };
  }

  /** Reveal the number, if what is promised has the fingerprint that is shown, with our own promise in it. */
  private async reveal(lobby: Lobby, name: string): Promise<FromClient | null> {
    const { commitments, fingerprint } = lobby.shuffle;
    const nonce = this.memory.nonces[lobby.commitment];
    if (nonce === undefined || name in lobby.nonces || !this.first(`reveal ${fingerprint}`)) return null;
    if (commitments[name] !== (await promiseOf(nonce)) || (await fingerprintOf(promisedBy(lobby))) !== fingerprint) return null;
    if (!this.memory.revealed.includes(fingerprint)) this.remember({ revealed: [...this.memory.revealed, fingerprint] });
    return { type: "reveal", nonce };
  }

  private first(what: string): boolean {
    if (this.said.has(what)) return false;
    this.said.add(what);
    return true;
  }

  private recall(round: number): void {
    if (this.memory.round === round) return;
    const kept = this.read()[this.table];
    this.memory = kept?.round === round ? kept : { round, nonces: {}, shown: "", revealed: [] };
  }

  private remember(news: Partial<Memory>): void {
    this.memory = { ...this.memory, ...news };
    const kept = { ...this.read(), [this.table]: { ...this.memory, at: Date.now() } };
    const newest = Object.entries(kept).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
    try {
      this.shelf?.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
    } catch {
      // without storage it is remembered until the page is closed
    }
  }

  private read(): Kept {
    try {
      return JSON.parse(this.shelf?.getItem(KEY) ?? "{}") as Kept;
    } catch {
      return {};
    }
  }
}
