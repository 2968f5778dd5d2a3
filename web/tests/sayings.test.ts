import { describe, expect, test } from "vitest";
import type { EventInfo } from "../src/lib/protocol";
import { sayingsOf, turnOrder } from "../src/lib/sayings";

const event = (what: string, seat: string, more: Partial<EventInfo> = {}): EventInfo => ({
  number: 0, what, seat, card: "", source: "", target: "", because: "", clause: "", origin: null, destination: null, other: "", host: "", line: 0,
  rolled: -1, sides: -1, answer: "", counter: "", change: 0, total: 0, ...more,
});

describe("what players have said", () => {
  test("is the last thing of each since a card was played", () => {
    const events = [
      event("answers", "Ann", { answer: "old" }), event("plays", "Ann", { card: "Poll" }),
      event("answers", "Bob", { answer: "no" }), event("discloses", "Ann", { answer: "yes" }), event("discloses", "Bob", { card: "Milk" }), event("draws", "Cy"),
    ];
    expect([...sayingsOf(events)]).toEqual([["Bob", "Milk"], ["Ann", "yes"]]);
    expect(sayingsOf([...events, event("begins a turn", "Bob")]).size).toBe(2);
    expect(sayingsOf([...events, event("begins a turn", "Bob"), event("begins a turn", "Cy")]).size).toBe(0);
    expect(sayingsOf([...events, event("plays", "Bob")]).size).toBe(0);
  });
});

describe("the order of turns", () => {
  const seats = ["Ann", "Bob", "Cy", "Dee"].map((name) => ({ name, out: name === "Dee" }));
  test("goes round from whose turn it is, without those who are out", () => expect(turnOrder(seats, "Bob", false)).toEqual(["Bob", "Cy", "Ann"]));
  test("goes the other way when it is turned round", () => expect(turnOrder(seats, "Bob", true)).toEqual(["Bob", "Ann", "Cy"]));
});
