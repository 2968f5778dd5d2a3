/** Checks the shuffle of a finished game against what was promised before it: docs/protocol.md, Provable shuffles. */
import type { Seal } from "./protocol";
import { sha256 } from "./sha256";

export interface Verdict { secret: boolean; seed: boolean }

/** Whether the secret has the promised fingerprint, and whether the seed follows from it and the players' numbers, `own`
 * among them. */
export async function verify(seal: Seal, promised: string, own?: { seat: string; nonce: string }): Promise<Verdict> {
  const fingerprint = await sha256(`changeling secret\n${seal.secret}`);
  const lines = seal.seats.map((seat) => `${seat}\t${seal.nonces[seat] ?? ""}\n`).join("");
  const mixed = await sha256(`changeling seed\n${seal.secret}\n${seal.digest}\n${lines}`);
  return {
    secret: fingerprint === seal.commitment && fingerprint === promised,
    seed: BigInt(`0x${mixed.slice(0, 16)}`).toString() === seal.seed && (!own?.nonce || seal.nonces[own.seat] === own.nonce),
  };
}
