import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Card } from "../src/cards/card";
import { numeralOf } from "../src/cards/card";
import { piecesOf } from "../src/lib/aims";
import { backoff } from "../src/lib/connection";
import type { Own, Public, Replay, Scene } from "../src/lib/protocol";
import { digest, sha256 } from "../src/lib/sha256";
import { verify } from "../src/lib/shuffle";
import { joined, nextTurn, scenesOf } from "../src/replay/reel";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("SHA-256", () => {
  it("is the same as the machine's, at every length round a block", async () => {
    for (let length = 0; length < 140; length++) {
      const text = "é".repeat(length % 7) + "x".repeat(length);
      expect(hex(digest(new TextEncoder().encode(text)))).toBe(hash(text));
      expect(await sha256(text)).toBe(hash(text));
    }
  });
});

describe("the shuffle", () => {
  const secret = "ab".repeat(32);
  const nonces = { Ann: "01", Bob: "" };
  const mixed = hash(`changeling seed\n${secret}\ncards\nAnn\t01\nBob\t\n`);
  const seal = {
    commitment: hash(`changeling secret\n${secret}`), secret, nonces, digest: "cards", seats: ["Ann", "Bob"],
    seed: BigInt(`0x${mixed.slice(0, 16)}`).toString(),
  };

  it("holds", async () => {
    expect(await verify(seal, seal.commitment, { seat: "Ann", nonce: "01" })).toEqual({ secret: true, seed: true });
  });
  it("is found out where the secret is another than the one promised", async () => {
    expect((await verify(seal, hash("another"))).secret).toBe(false);
    expect((await verify({ ...seal, secret: "cd".repeat(32) }, seal.commitment)).secret).toBe(false);
  });
  it("is found out where the seed or a player's number was changed", async () => {
    expect((await verify({ ...seal, seed: "7" }, seal.commitment)).seed).toBe(false);
    expect((await verify(seal, seal.commitment, { seat: "Ann", nonce: "02" })).seed).toBe(false);
  });
});

describe("coming back", () => {
  it("waits longer each time, up to a limit, never not at all", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => backoff(attempt, 1));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(8000);
    expect(backoff(1, 0)).toBeGreaterThan(100);
  });
});

describe("a Goal's pieces", () => {
  const cards = new Map(["Milk", "War", "Cookies"].map((name) => [name, { title: name, name } as Card]));
  const view = { seats: [{ name: "Ann", keepers: ["Milk"], creepers: [] }, { name: "Bob", keepers: [], creepers: ["War"] }] } as unknown as Public;
  const own = { seat: "Ann", hand: ["Cookies"], aside: [], known: {} } as Own;

  it("tell who has what", () => {
    const goal = { needs: ["Milk", "Cookies"], forbids: ["War"] } as Card;
    expect(piecesOf(goal, view, own, cards)).toEqual([
      { name: "Milk", owner: "Ann", mine: true, inHand: false, forbidden: false },
      { name: "Cookies", owner: "", mine: false, inHand: true, forbidden: false },
      { name: "War", owner: "Bob", mine: false, inHand: false, forbidden: true },
    ]);
  });
});

describe("a replay", () => {
  it("lays each frame over the one before", () => {
    const frames = [{ changes: { turns: 1, pile: 9 } }, { changes: { pile: 8 } }, { changes: { turns: 2 } }];
    const scenes = scenesOf({ frames } as unknown as Replay);
    expect(scenes.map((scene: Scene) => [scene.turns, scene.pile])).toEqual([[1, 9], [1, 8], [2, 8]]);
    expect(nextTurn(scenes, 0)).toBe(2);
    expect(nextTurn(scenes, 2)).toBe(2);
  });

  it("is joined page by page, each of which begins with a whole scene", () => {
    const first = { seats: ["Ann"], ended: null, next: 2, frames: [{ changes: { turns: 1, pile: 9 } }] };
    const last = { seats: ["Ann", "Bob"], ended: {}, next: null, frames: [{ changes: { turns: 2, pile: 7 } }] };
    const whole = joined(joined(null, first as unknown as Replay), last as unknown as Replay);
    expect([whole.seats, whole.ended, whole.next]).toEqual([["Ann", "Bob"], {}, null]);
    expect(scenesOf(whole).map((scene: Scene) => [scene.turns, scene.pile])).toEqual([[1, 9], [2, 7]]);
  });
});

describe("a rule's numeral", () => {
  it.each([["Draw 3", "3"], ["Play All", "All"], ["Hand Limit 0", "0"], ["Inflation", undefined]])("%s", (name, numeral) => {
    expect(numeralOf({ kind: "rule", name } as Card)).toBe(numeral);
  });
});
