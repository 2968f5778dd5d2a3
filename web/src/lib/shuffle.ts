/** Works out shuffles as docs/protocol.md, Provable shuffles, describes them, and checks that of a finished game. */
import type { BrokenStart, Lobby, Seal } from "./protocol";
import { sha256 } from "./sha256";

/** All that is promised at a start, before anybody reveals a number. */
export interface Promised {
  commitment: string; digest: string; terms: string; seats: string[]; commitments: Record<string, string>; broken: BrokenStart[];
}

/** What this browser remembers of a round: its numbers by the server's commitments, the fingerprint that it was shown
 * last, and the fingerprints of the starts to which it gave its number. */
export interface Memory { round: number; nonces: Record<string, string>; shown: string; revealed: string[] }

/** What can be wrong: the server's secret, a player's number, what was promised, the deal, or that a start was hidden. */
export type Fault = "secret" | "nonces" | "fingerprint" | "seed" | "hidden";

export interface Verdict {
  faults: Fault[];
  /** Whether no player had promised a number, so that whoever ran the server could choose the deal. */
  serverOnly: boolean;
  /** Whether this browser was shown a fingerprint before the game, and has compared it. */
  compared: boolean;
  people: string[];
  others: string[];
  broken: BrokenStart[];
  /** Whether the server says that this seat did not reveal, when this browser did. */
  blamed: boolean;
}

export const promiseOf = (nonce: string): Promise<string> => sha256(`changeling nonce\n${nonce}`);

export function fingerprintOf(promised: Promised): Promise<string> {
  const players = promised.seats.map((seat) => `seat\t${seat}\t${promised.commitments[seat] ?? ""}\n`).join("");
  const broken = promised.broken.map((one) => `${["broken", one.fingerprint, ...one.silent].join("\t")}\n`).join("");
  return sha256(`changeling start\n${promised.commitment}\n${promised.digest}\n${promised.terms}\n${players}${broken}`);
}

/** What the lobby promises while players reveal their numbers. */
export function promisedBy(lobby: Lobby): Promised {
  const { terms, commitments, broken } = lobby.shuffle;
  return { commitment: lobby.commitment, digest: lobby.deck.digest, terms, seats: lobby.seats.map((seat) => seat.name), commitments, broken };
}

/** Check a finished game: that everybody kept what was promised, and that this is what was promised to this browser. */
export async function verify(seal: Seal, memory?: Memory, me = ""): Promise<Verdict> {
  const faults: Fault[] = [];
  if ((await sha256(`changeling secret\n${seal.secret}`)) !== seal.commitment) faults.push("secret");
  const lines = seal.seats.map((seat) => `${seat}\t${seal.nonces[seat] ?? ""}\n`).join("");
  const sealed = seal.fingerprint !== "";
  const deal = sealed ? `changeling deal\n${seal.fingerprint}\n${seal.secret}\n${lines}` : `changeling seed\n${seal.secret}\n${seal.digest}\n${lines}`;
  if (sealed && !(await kept(seal))) faults.push("nonces");
  const compared = !!memory?.shown;
  const same = !sealed || (await fingerprintOf(seal)) === seal.fingerprint;
  if (!same || (compared && memory.shown !== seal.fingerprint)) faults.push("fingerprint");
  if (BigInt(`0x${(await sha256(deal)).slice(0, 16)}`).toString() !== seal.seed) faults.push("seed");
  const told = [seal.fingerprint, ...seal.broken.map((one) => one.fingerprint)];
  const revealed = memory?.revealed ?? [];
  if (revealed.some((one) => !told.includes(one))) faults.push("hidden");
  const people = seal.seats.filter((seat) => sealed && seal.commitments[seat]);
  return {
    faults, compared, people, serverOnly: people.length === 0, others: seal.seats.filter((seat) => !people.includes(seat)), broken: seal.broken,
    blamed: seal.broken.some((one) => revealed.includes(one.fingerprint) && one.silent.includes(me)),
  };
}

/** Whether each number is the one that its player had promised, and none is missing or too many. */
async function kept(seal: Seal): Promise<boolean> {
  const promised = Object.keys(seal.commitments), given = Object.entries(seal.nonces);
  if (given.length !== promised.length || promised.some((name) => !seal.seats.includes(name))) return false;
  for (const [name, nonce] of given) if ((await promiseOf(nonce)) !== seal.commitments[name]) return false;
  return true;
}
