import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Card } from "../src/cards/card";
import { numeralOf, plainTitle } from "../src/cards/card";
import { piecesOf, saysOnly } from "../src/lib/aims";
import { isGone, Refused } from "../src/lib/api";
import { backoff } from "../src/lib/connection";
import { isNewPile, type Sentence } from "../src/lib/eventSentences";
import type { Ended, EventInfo, GoalStanding, Own, Public, Replay, Scene } from "../src/lib/protocol";
import { digest, sha256 } from "../src/lib/sha256";
import { joined, nextTurn, scenesOf } from "../src/replay/reel";
import { cardPages } from "../src/texts/en.cardPages";
import { byNames, completedBy, decidedBy, resultOf } from "../src/table/result";

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

describe("coming back", () => {
  it("takes only what is not there for gone, not what is refused for a while", () => {
    expect(isGone(new Refused("deck/none", ""))).toBe(true);
    for (const code of ["rate/too-fast", "store/unavailable", "work/busy", "page/offline", "http/502"]) {
      expect(isGone(new Refused(code, ""))).toBe(false);
    }
  });

  it("waits longer each time, up to a limit, never not at all", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => backoff(attempt, 1));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(8000);
    expect(backoff(1, 0)).toBeGreaterThan(100);
  });
});

describe("a Goal's pieces", () => {
  const cards = new Map(["Milk", "War", "Cookies", "Goat"].map((name) => [name, { title: name, name } as Card]));
  const view = { seats: [{ name: "Ann", keepers: ["Milk"], creepers: [] }, { name: "Bob", keepers: ["Goat"], creepers: ["War"] }] } as unknown as Public;
  const pieces = (...titles: string[]) => ["Milk", "Cookies", "War"].map((name, i) => ({ name, card: titles[i] ?? "", forbidden: name === "War" }));
  const standings = [{ goal: "G", seat: "Bob", pieces: pieces("Goat", "", "War") }, { goal: "G", seat: "Ann", pieces: pieces("Milk", "", "War") }] as GoalStanding[];
  const own = { seat: "Ann", hand: ["Cookies"], aside: [], known: {}, pile_known: [] } as Own;

  it("tell who has what", () => {
    expect(piecesOf("G", standings, view, own, cards)).toEqual([
      { name: "Milk", card: "Milk", owner: "Ann", mine: true, inHand: false, forbidden: false },
      { name: "Cookies", card: "", owner: "", mine: false, inHand: true, forbidden: false },
      { name: "War", card: "War", owner: "Bob", mine: false, inHand: false, forbidden: true },
    ]);
  });

  it("are had by who has a card that counts as one", () => {
    const [milk] = piecesOf("G", standings.slice(0, 1), view, own, cards);
    expect(milk).toMatchObject({ name: "Milk", card: "Goat", owner: "Bob" });
  });

  it("are none where the server names none, whatever the Goal's text names", () => {
    expect(piecesOf("G", [{ goal: "G", seat: "Ann", pieces: [] }] as unknown as GoalStanding[], view, own, cards)).toEqual([]);
  });

  it("say all that the Goal's text says only where it asks for nothing else", () => {
    const pieces = piecesOf("G", standings, view, own, cards);
    const two = pieces.slice(0, 2);
    expect(saysOnly("Have Milk and Cookies.", two)).toBe(true);
    expect(saysOnly("Milk is in front of you, and no other Keeper.", pieces.slice(0, 1))).toBe(false);
    expect(saysOnly("Have Milk and Cookies. All others who have Milk win with you.", two)).toBe(false);
    expect(saysOnly("Have Milk and Cookies, and War in front of nobody.", pieces)).toBe(false);
    expect(saysOnly("Have 12 cards in hand.", [])).toBe(false);
  });
});

describe("a card's number", () => {
  const card = (copy: number, text: string) => ({ title: copy > 1 ? `Daleks #${copy}` : "Daleks", name: "Daleks", kind: "keeper", text }) as Card;

  it("is told only where cards of one name differ", () => {
    const told = (...cards: Card[]) => cards.map((one) => plainTitle(one, new Map(cards.map((other) => [other.title, other]))));
    expect(told(card(1, "Hide."), card(2, "Hide."))).toEqual(["Daleks", "Daleks"]);
    expect(told(card(1, "Hide."), card(2, "Run."))).toEqual(["Daleks", "Daleks #2"]);
  });
});

describe("a new draw pile", () => {
  it("is one that the discard pile became, not any shuffle", () => {
    const of = (clause: string, zone: string) => isNewPile({ what: "shuffles", clause, origin: { zone } } as EventInfo);
    expect([of("PILE-1", "discard pile"), of("", "draw pile"), of("PILE-1", "draw pile"), of("", "discard pile")]).toEqual([true, false, false, false]);
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

describe("who has won", () => {
  const ended = (winner: string | null, winners: string[]): Ended => ({ winner, winners, how: "goal", text: "for all", yours: "for you" }) as unknown as Ended;

  it("is one player, or several together", () => {
    expect(resultOf(ended("Ann", ["Ann"]), "Ann")).toEqual({ title: "You win!", why: "for you", mine: true });
    expect(resultOf(ended("Ann", ["Ann"]), "Bob")).toEqual({ title: "Ann wins", why: "for all", mine: false });
    expect(resultOf(ended("Ann", ["Ann", "Bob"]), "Bob")).toEqual({ title: "You and Ann win!", why: "for all", mine: true });
    expect(resultOf(ended("Ann", ["Ann", "Bob"]), "")).toEqual({ title: "Ann and Bob win", why: "for all", mine: false });
  });

  it("is one player in what an earlier version stored, and nobody where nobody won", () => {
    expect(resultOf(ended("Ann", []), "Ann").title).toBe("You win!");
    expect(resultOf(ended(null, []), "Ann")).toEqual({ title: "Nobody wins", why: "for all", mine: false });
  });
});

describe("what decided a game", () => {
  const one = (from: number, what: string, seat: string, clause = "TURN-1"): Sentence =>
    ({ from, to: from + 1, parts: [], heading: false, seat, what, because: "", clause, lost: false });
  const story = [one(1, "draws", "Bob"), one(2, "plays", "Bob"), one(3, "discards", "Bob", "GOAL-1"), one(4, "rolls", "Ann"), one(5, "draws", "Ann")];

  it("is not what happened to somebody else meanwhile", () => {
    expect(decidedBy([...story, one(6, "wins", "Bob")], "Bob", false)?.from).toBe(2);
    expect(decidedBy([...story, one(6, "takes", "Ann", "CREEP-1"), one(7, "wins", "Bob")], "Bob", false)?.from).toBe(2);
  });

  it("was done by names where a card of the winner is told of", () => {
    const cards = new Map([["The Stag Mask", { name: "The Stag Mask", needs: [] }], ["The Masked Ball", { name: "The Masked Ball", needs: [] }]]) as unknown as Map<string, Card>;
    const view = { seats: [{ name: "Bob", keepers: ["The Stag Mask"], creepers: [] }] } as unknown as Public;
    const won = (text: string): Ended => ({ winner: "Bob", winners: ["Bob"], because: ["The Masked Ball"], text }) as unknown as Ended;
    expect(byNames(won("Bob has The Stag Mask and The Owl Mask."), view, cards)).toBe(true);
    expect(byNames(won("Bob holds 10 cards."), view, cards)).toBe(false);
  });

  it("is the last thing that the Goal, a card for it or a Creeper in its way had a part in", () => {
    const cards = new Map([["Snacks", { name: "Snacks", kind: "goal", needs: ["Milk"] }], ["Milk", { name: "Milk", kind: "keeper", needs: [] }], ["Potato", { name: "Potato", kind: "creeper", needs: [] }]]) as unknown as Map<string, Card>;
    const view = { seats: [{ name: "Bob", keepers: ["Milk"], creepers: [] }, { name: "Ann", keepers: [], creepers: ["Potato"] }] } as unknown as Public;
    const won = { winner: "Bob", winners: ["Bob"], because: ["Snacks"], text: "" } as unknown as Ended;
    const about = (from: number, what: string, seat: string, card: string): Sentence => ({ ...one(from, what, seat), parts: [{ card, name: card }] });
    const told = [about(1, "plays", "Bob", "Milk"), about(2, "plays", "Ann", "Snacks"), about(3, "moves", "", "Potato"), one(4, "wins", "Bob")];
    const moved = (from: string): EventInfo[] => [{ number: 3, origin: { zone: "creepers", seat: from }, destination: { zone: "creepers", seat: "Ann" } } as unknown as EventInfo];
    expect(completedBy(told, moved("Cy"), won, view, cards)).toEqual({ sentence: told[1], by: "goal", goal: "Snacks" });
    expect(completedBy(told, moved("Bob"), won, view, cards)).toEqual({ sentence: told[2], by: "freed", goal: "Snacks" });
    expect(completedBy([told[1]!, told[0]!], [], won, view, cards)).toEqual({ sentence: told[0], by: "card", goal: "Snacks" });
    const strix = [about(1, "takes", "Bob", "Milk"), about(2, "plays", "Bob", "Strix"), one(4, "wins", "Bob")];
    const crew = [{ goal: "Snacks", seat: "Bob", have: 2, need: 2, met: true, lacks: "", pieces: [{ name: "a card of the crew", card: "Strix", forbidden: false }] }];
    const fed = { ...view, seats: view.seats.map((seat) => (seat.name === "Bob" ? { ...seat, keepers: [...seat.keepers, "Strix"] } : seat)) };
    expect(completedBy(strix, [], won, fed, cards, crew)?.sentence, "a card that the Goal does not name").toBe(strix[1]);
    expect(completedBy(told, [], { ...won, because: [] }, view, cards)).toBeUndefined();
  });

  it("can be a draw of the winner, unless the Goal asks for cards by name", () => {
    const drawn = [...story, one(6, "draws", "Bob"), one(7, "wins", "Bob")];
    expect(decidedBy(drawn, "Bob", false)?.from).toBe(6);
    expect(decidedBy(drawn, "Bob", true)?.from).toBe(2);
    expect(decidedBy(drawn, "", false)?.from).toBe(6);
  });
});

describe("the credits of an edition", () => {
  it("say that a publisher is not known, and since when it may be there", () => {
    expect(cardPages.credits("Looney Labs", 2008)).toBe("Looney Labs, 2008");
    expect(cardPages.credits("unknown", 2017)).toBe("Publisher not known, 2017 or later");
  });
});
