import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Lobby, Seal } from "../src/lib/protocol";
import { fingerprintOf, type Memory, promiseOf, verify } from "../src/lib/shuffle";
import { Shuffling } from "../src/lib/shuffling";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const number = (text: string): string => BigInt(`0x${hash(text).slice(0, 16)}`).toString();
const SECRET = "00".repeat(32);
const seats = ["Ann", "Bob", "Bot"];

/** A game that was dealt as promised; with other nonces, one whose server began anew with them. */
function honest(nonces: Record<string, string> = { Ann: "01", Bob: "02" }, broken: Seal["broken"] = []): Seal {
  const commitment = hash(`changeling secret\n${SECRET}`);
  const commitments = Object.fromEntries(Object.entries(nonces).map(([name, nonce]) => [name, hash(`changeling nonce\n${nonce}`)]));
  const lines = seats.map((seat) => `seat\t${seat}\t${commitments[seat] ?? ""}\n`).join("");
  const before = broken.map((one) => `broken\t${one.fingerprint}\t${one.silent.join("\t")}\n`).join("");
  const fingerprint = hash(`changeling start\n${commitment}\ncards\n{}\n${lines}${before}`);
  const seed = number(`changeling deal\n${fingerprint}\n${SECRET}\n${seats.map((seat) => `${seat}\t${nonces[seat] ?? ""}\n`).join("")}`);
  return { commitment, secret: SECRET, nonces, digest: "cards", seats, seed, commitments, terms: "{}", fingerprint, broken };
}

const memory = (seal: Seal, more: Partial<Memory> = {}): Memory => ({ round: 1, nonces: {}, shown: seal.fingerprint, revealed: [seal.fingerprint], ...more });

describe("the check of a shuffle", () => {
  it("works out the same as the server", async () => {
    const promised = {
      commitment: hash(`changeling secret\n${SECRET}`), digest: "digest", terms: "{}", seats: ["Ann", "Bob"],
      commitments: { Ann: await promiseOf("x"), Bob: await promiseOf("y") }, broken: [{ fingerprint: "f0", silent: ["Cy"] }],
    };
    expect(await fingerprintOf(promised)).toBe("e35228126e2c949d4a17e605eb97f051e1e5009c05b3a4fb0e79f12d9a3ddf3b");
  });
  it("holds for a game that was dealt as promised, and says who had a part in it", async () => {
    const seal = honest();
    expect(await verify(seal, memory(seal), "Ann")).toEqual({
      faults: [], serverOnly: false, compared: true, people: ["Ann", "Bob"], others: ["Bot"], broken: [], blamed: false,
    });
    expect(await verify(seal)).toMatchObject({ faults: [], compared: false });
  });
  it("finds a secret, a number, a promise or a deal that was changed", async () => {
    const seal = honest(), seen = memory(seal);
    expect((await verify({ ...seal, secret: "cd".repeat(32) }, seen)).faults).toContain("secret");
    expect((await verify({ ...seal, nonces: { Ann: "01", Bob: "03" } }, seen)).faults).toEqual(["nonces", "seed"]);
    expect((await verify({ ...seal, nonces: { Ann: "01" } }, seen)).faults).toContain("nonces");
    expect((await verify({ ...seal, commitments: { Ann: seal.commitments.Ann! } }, seen)).faults).toContain("fingerprint");
    expect((await verify({ ...seal, terms: '{"first":"Bob"}' }, seen)).faults).toEqual(["fingerprint"]);
    expect((await verify({ ...seal, seed: "7" }, seen)).faults).toEqual(["seed"]);
  });
  it("finds a server that chose Bob's number after it knew Ann's", async () => {
    const shown = honest();
    let tried = 0;
    let liked = honest({ Ann: "01", Bob: "0" });
    while (BigInt(liked.seed) % 50n !== 0n) liked = honest({ Ann: "01", Bob: (tried++).toString(16) });
    expect((await verify(liked)).faults).toEqual([]); // by itself the story holds
    expect((await verify(liked, memory(shown), "Ann")).faults).toEqual(["fingerprint", "hidden"]);
  });
  it("finds a start that is kept quiet, and tells of those that are not", async () => {
    const first = honest();
    const again = honest({ Ann: "03" }, [{ fingerprint: first.fingerprint, silent: ["Bob"] }]);
    const seen = memory(again, { revealed: [first.fingerprint, again.fingerprint] });
    expect(await verify(again, seen, "Ann")).toMatchObject({ faults: [], blamed: false, broken: [{ silent: ["Bob"] }] });
    expect((await verify(again, seen, "Bob")).blamed).toBe(true);
    const quiet = honest({ Ann: "03" });
    expect((await verify(quiet, memory(quiet, { revealed: [first.fingerprint, quiet.fingerprint] }), "Ann")).faults).toEqual(["hidden"]);
  });
  it("says when the server was alone, in this version and in earlier ones", async () => {
    expect(await verify(honest({}))).toMatchObject({ faults: [], serverOnly: true });
    const old = { ...honest({}), fingerprint: "", terms: "", nonces: { Ann: "1" }, seed: number(`changeling seed\n${SECRET}\ncards\nAnn\t1\nBob\t\nBot\t\n`) };
    expect(await verify(old)).toMatchObject({ faults: [], serverOnly: true });
    expect((await verify({ ...old, seed: "7" })).faults).toEqual(["seed"]);
    const shown = honest();
    expect((await verify(old, memory(shown))).faults).toEqual(["fingerprint", "hidden"]);
  });
});

describe("a browser's part in the shuffle", () => {
  class Shelf {
    kept = "{}";
    getItem(): string { return this.kept; }
    setItem(_: string, value: string): void { this.kept = value; }
  }
  const lobby = (stage: string, commitments: Record<string, string> = {}, more: object = {}): Lobby => ({
    round: 1, phase: "lobby", commitment: "server", nonces: {}, deck: { digest: "cards" }, seats: seats.map((name) => ({ name })),
    shuffle: { stage, commitments, terms: "{}", fingerprint: "", broken: [], seconds: 10, ...more },
  }) as unknown as Lobby;
  async function revealing(commitments: Record<string, string>, more: object = {}): Promise<Lobby> {
    const fingerprint = await fingerprintOf({ commitment: "server", digest: "cards", terms: "{}", seats, commitments, broken: [] });
    return lobby("reveal", commitments, { fingerprint, ...more });
  }
  async function committed(shuffling: Shuffling): Promise<string> {
    const said = await shuffling.heard(lobby("open"), "Ann", "token");
    if (said?.type !== "commit") throw new Error("no promise");
    return said.commitment;
  }

  it("promises once, and reveals what it promised when all is fixed", async () => {
    const shuffling = new Shuffling("table", null);
    const commitment = await committed(shuffling);
    expect(await shuffling.heard(lobby("open"), "Ann", "token")).toBeNull();
    const fixed = await revealing({ Ann: commitment, Bob: "b" });
    const said = await shuffling.heard(fixed, "Ann", "token");
    if (said?.type !== "reveal") throw new Error("nothing revealed");
    expect(await promiseOf(said.nonce)).toBe(commitment);
    expect(await shuffling.heard(fixed, "Ann", "token")).toBeNull();
    expect(shuffling.memory).toMatchObject({ shown: fixed.shuffle.fingerprint, revealed: [fixed.shuffle.fingerprint] });
  });
  it("reveals after the page was loaded anew, or the connection was lost", async () => {
    const shelf = new Shelf();
    const commitment = await committed(new Shuffling("table", shelf));
    const again = new Shuffling("table", shelf);
    const fixed = await revealing({ Ann: commitment });
    expect(await again.heard(fixed, "Ann", "token")).toMatchObject({ type: "reveal" });
    expect(await again.heard(fixed, "Ann", "token")).toBeNull();
    again.connected();
    expect(await again.heard(fixed, "Ann", "token")).toMatchObject({ type: "reveal" });
    expect(await again.heard({ ...fixed, nonces: { Ann: "x" } }, "Ann", "token")).toBeNull();
  });
  it("reveals nothing where its promise is missing or the fingerprint is another", async () => {
    for (const wrong of [{ commitments: { Ann: "other" } }, { commitments: {} }, { fingerprint: "f" }, { terms: "{1}" }]) {
      const shuffling = new Shuffling("table", null);
      const fixed = await revealing({ Ann: await committed(shuffling) }, wrong);
      expect(await shuffling.heard(fixed, "Ann", "token")).toBeNull();
      expect(shuffling.memory.revealed).toEqual([]);
    }
  });
  it("draws a new number for each secret of the server, and none for who looks on or was silent", async () => {
    const shuffling = new Shuffling("table", null);
    const first = await committed(shuffling);
    const next = { ...lobby("commit"), commitment: "another" };
    const said = await shuffling.heard(next, "Ann", "token");
    expect(said).toMatchObject({ type: "commit" });
    expect(said).not.toMatchObject({ commitment: first });
    expect(await new Shuffling("table", null).heard(lobby("open"), "", "")).toBeNull();
    const silent = lobby("commit", {}, { broken: [{ fingerprint: "f", silent: ["Ann"] }] });
    expect(await new Shuffling("table", null).heard(silent, "Ann", "token")).toBeNull();
  });
  it("remembers the fingerprint of a game that it saw only after the deal, and forgets it in the next round", async () => {
    const shuffling = new Shuffling("table", new Shelf());
    const begun = { ...(await revealing({})), phase: "playing" } as Lobby;
    begun.shuffle.stage = "done";
    await shuffling.heard(begun, "", "");
    expect(shuffling.memory.shown).toBe(begun.shuffle.fingerprint);
    await shuffling.heard({ ...lobby("open"), round: 2 }, "", "");
    expect(shuffling.memory).toEqual({ round: 2, nonces: {}, shown: "", revealed: [] });
  });
});
