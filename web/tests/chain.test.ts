import { describe, expect, it } from "vitest";
import { chainOf, outcomesOf } from "../src/lib/chain";
import { litBy } from "../src/lib/lights";
import type { Card } from "../src/cards/card";
import type { Ended, EventInfo, Public, Question } from "../src/lib/protocol";

const played = (number: number, seat: string, card: string, clause: string): EventInfo => ({
  number, what: "plays", seat, card, source: "", target: "", because: "", clause, origin: null, destination: null, other: "", host: "", line: 0, rolled: -1, sides: -1, answer: "", counter: "", change: 0, total: 0,
});
const view = (playing: string[], window = true): Public => ({ playing, window, seats: [] }) as unknown as Public;

describe("a chain of Surprises", () => {
  const events = [played(1, "Ann", "Scarf", "TURN-3"), played(2, "Bob", "Mine", "SURP-1"), played(3, "Cy", "Stop", "SURP-2")];

  it("begins with the card that was played first and strikes what is cancelled", () => {
    expect(chainOf(view(["Scarf", "Mine", "Stop"]), events)).toEqual([
      { card: "Scarf", seat: "Ann", cancelled: false }, { card: "Mine", seat: "Bob", cancelled: true }, { card: "Stop", seat: "Cy", cancelled: false },
    ]);
  });

  it("leaves out a card that is only being carried out meanwhile", () => {
    expect(chainOf(view(["Draw 3", "Scarf", "Mine"]), [played(0, "Ann", "Draw 3", "TURN-3"), ...events]).map((link) => link.card)).toEqual(["Scarf", "Mine"]);
  });

  it("is none where nothing is answered and nothing can be", () => {
    expect(chainOf(view(["Scarf"], false), events)).toEqual([]);
    expect(chainOf(view([]), events)).toEqual([]);
  });

  it("says what passing leads to before what playing does", () => {
    const options = [{ code: 7, text: "play Veto", sort: "play", value: "Veto", meaning: "" }, { code: 9, text: "done", sort: "word", value: "done", meaning: "" }];
    const question = { window: true, card: "Stop", options } as unknown as Question;
    const prospects = new Map([7, 9].map((option) => [option, { option, over: false, winner: "", fates: [{ card: "Scarf", cancelled: false, owner: option === 9 ? "Ann" : "Bob" }] }]));
    const found = outcomesOf(chainOf(view(["Scarf", "Mine", "Stop"]), events), question, prospects);
    expect(found.map(({ option, fate, cancels }) => [option?.value ?? "", fate.owner, cancels])).toEqual([["", "Ann", ""], ["Veto", "Bob", "Stop"]]);
  });
});

describe("what lights up at the end", () => {
  const card = (name: string, needs: string[] = []): [string, Card] => [name, { name, title: name, needs, counts_as: "" } as unknown as Card];
  const cards = new Map([card("Milk and Cookies", ["Milk", "Cookies"]), card("5 Keepers"), card("Milk"), card("Cookies"), card("Sun")]);
  const table = { seats: [{ name: "Ann", keepers: ["Milk", "Cookies", "Sun"], creepers: [] }] } as unknown as Public;
  const ended = (goal: string): Ended => ({ winner: "Ann", because: [goal, "GOAL-3"] }) as unknown as Ended;

  it("is the Goal and what it names", () => expect(litBy(ended("Milk and Cookies"), table, cards)).toEqual(["Milk and Cookies", "Milk", "Cookies"]));
  it("is also what the winner has for what a Goal asks of any card with a mark", () => {
    const pieces = [{ name: "Milk", card: "Milk", forbidden: false }, { name: "Waffle Crew card", card: "Sun", forbidden: false }];
    const standings = [{ goal: "Milk and Cookies", seat: "Ann", have: 2, need: 2, met: true, lacks: "", pieces }, { goal: "Milk and Cookies", seat: "Bob", have: 0, need: 2, met: false, lacks: "", pieces: [] }];
    expect(litBy(ended("Milk and Cookies"), table, new Map([card("Milk and Cookies", ["Milk"]), card("Milk"), card("Cookies"), card("Sun")]), standings)).toEqual(["Milk and Cookies", "Milk", "Sun"]);
  });
  it("is what the server says counted, once each", () => {
    const counted = { ...ended("5 Keepers"), counted: ["Cookies", "Sun", "Cookies"] } as Ended;
    expect(litBy(counted, table, cards)).toEqual(["5 Keepers", "Cookies", "Sun"]);
  });
  it("is all that lies there where a Goal counts", () => expect(litBy(ended("5 Keepers"), table, cards)).toEqual(["5 Keepers", "Milk", "Cookies", "Sun"]));
});
