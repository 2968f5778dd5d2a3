import { describe, expect, it } from "vitest";
import type { Card } from "../src/cards/card";
import type { EventInfo, PlaceInfo } from "../src/lib/protocol";
import { plain, tell } from "../src/lib/eventSentences";

const card = (title: string, kind: Card["kind"]): [string, Card] => [title, { title, kind } as Card];
const CARDS = new Map([card("Milk", "keeper"), card("Draw 4", "rule"), card("War", "creeper"), card("Dough", "goal")]);

const at = (zone: PlaceInfo["zone"], seat = ""): PlaceInfo => ({ zone, seat });

function happening(what: string, rest: Partial<EventInfo> = {}): EventInfo {
  return { number: 0, what, seat: "Ann", card: "", source: "", target: "", because: "", clause: "", origin: null, destination: null, line: 0, ...rest };
}

const told = (events: EventInfo[], me = "Ann"): string[] =>
  tell(events.map((event, number) => ({ ...event, number })), me, CARDS).map((sentence) => plain(sentence.parts));

describe("the tale", () => {
  it("says you to oneself and the name to others", () => {
    const events = [happening("plays", { card: "Milk", origin: at("hand", "Ann"), destination: at("keepers", "Ann") })];
    expect(told(events)).toEqual(["You play the Keeper Milk."]);
    expect(told(events, "Bob")).toEqual(["Ann plays the Keeper Milk."]);
  });

  it("counts the cards that were not seen", () => {
    const draw = { origin: at("draw pile"), destination: at("hand", "Ann") };
    expect(told([happening("draws", draw), happening("draws", draw)], "Bob")).toEqual(["Ann draws 2 cards."]);
    expect(told([happening("draws", { ...draw, card: "Milk" }), happening("draws", draw)])).toEqual(["You draw Milk and 1 card."]);
  });

  it("tells out of whose hand a card was played", () => {
    const events = [happening("plays", { card: "Draw 4", origin: at("hand", "Bob") })];
    expect(told(events)).toEqual(["You play the New Rule Draw 4 out of Bob's hand."]);
    expect(told(events, "Bob")).toEqual(["Ann plays the New Rule Draw 4 out of your hand."]);
  });

  it("takes a player's name for no place, whatever it looks like", () => {
    const events = [happening("takes", { card: "Milk", origin: at("keepers", "O'Hara's hand"), destination: at("keepers", "Ann") })];
    expect(told(events)).toEqual(["You take Milk from O'Hara's hand."]);
  });

  it("tells which card went round in circles, and where", () => {
    const stopped = happening("is stopped", { card: "Draw 4", because: "Draw 4", line: 7 });
    expect(told([stopped, stopped], "Bob")).toEqual(["Draw 4 goes round in circles (line 7), and is stopped."]);
    expect(told([happening("is stopped")])).toEqual(["What is going on goes round in circles, and is stopped."]);
  });

  it("tells from which pile a card is taken", () => {
    const events = [happening("takes", { card: "Milk", origin: at("discard pile"), destination: at("keepers", "Ann") })];
    expect(told(events)).toEqual(["You take Milk from the discard pile."]);
  });

  it("puts no second mark after a title that has one", () => {
    const events = [happening("plays", { card: "Jackpot!", origin: at("hand", "Ann") })];
    expect(told(events)).toEqual(["You play the Action Jackpot!"]);
    expect(told([happening("wins", { card: "Exterminate!" })])).toEqual(["You win with Exterminate!"]);
  });

  it("is silent about what everybody knows anyway", () => {
    expect(told([happening("settles"), happening("ends the turn"), happening("discards", { clause: "ACT-1", card: "Milk" })])).toEqual([]);
  });

  it("marks whose turn begins as a heading", () => {
    const [first] = tell([happening("begins a turn", { seat: "Bob" })], "Ann", CARDS);
    expect(first?.heading).toBe(true);
    expect(plain(first?.parts ?? [])).toBe("Bob's turn");
  });

  it("names the cause where the sentence does not", () => {
    const discarded = happening("discards", { card: "Milk", origin: at("hand", "Ann"), because: "Draw 4" });
    expect(tell([discarded], "Ann", CARDS)[0]?.because).toBe("Draw 4");
    const moved = happening("gives", { card: "War", origin: at("creepers", "Ann"), destination: at("creepers", "Bob"), because: "War" });
    expect(tell([moved], "Ann", CARDS)[0]?.because).toBe("");
  });
});
