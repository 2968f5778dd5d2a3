import { describe, expect, it } from "vitest";
import type { OptionInfo, Question } from "../src/lib/protocol";
import { askOf, hintOf, isUsual, tellsPlays, unbroken, wordOf } from "../src/table/asking";
import { placeOf } from "../src/table/series.svelte";

const DONE: OptionInfo = { code: 5120, text: "done", sort: "word", value: "done", meaning: "" };

function question(rest: Partial<Question>): Question {
  return {
    id: 1, ask: "The server's words.", because: "Draw 3", about: "act", options: [DONE], window: false, seconds: null, receiver: "",
    card: "", done: "", deed: "", ...rest,
  };
}

describe("a question", () => {
  it("writes on the button what done does here", () => {
    expect(wordOf(DONE, question({ done: "end the turn" }))).toBe("End my turn");
    expect(wordOf(DONE, question({ done: "play blind" }))).toBe("Pick my first card");
    expect(wordOf(DONE, question({ about: "answer with a Surprise", done: "let pass" }))).toBe("Let it pass");
    const instead = { ...DONE, meaning: "discard a random card from your hand instead" };
    expect(wordOf(instead, question({ about: "discard", done: "choose none" }))).toBe("Discard a random card from your hand instead");
    const own = { ...DONE, meaning: "draw 2 cards" };
    expect(wordOf(own, question({ about: "pick", done: "" }))).toBe("Draw 2 cards");
  });

  it("says beside other words what they do", () => {
    const left: OptionInfo = { code: 5122, text: "left", sort: "word", value: "left", meaning: "all hands go to the left, yours to Bob" };
    expect(wordOf(left, question({ about: "pick" }))).toBe("To the left");
    expect(hintOf(left, question({ about: "pick" }))).toBe("All hands go to the left, yours to Bob");
    expect(hintOf({ ...left, text: "draw", value: "draw", meaning: "go on with the draw" }, question({ about: "before the draw" })), "its button says it").toBe("");
    expect(hintOf({ ...DONE, meaning: "discard none" }, question({ done: "choose none" }))).toBe("");
    expect(hintOf({ code: 3072, text: "Ann", sort: "seat", value: "Ann", meaning: "" }, question({}))).toBe("");
  });

  it("begins a word of a card's own with a capital, and leaves names as they are", () => {
    const treat: OptionInfo = { code: 5130, text: "treat", sort: "word", value: "treat", meaning: "" };
    expect(wordOf(treat, question({ about: "pick" }))).toBe("Treat");
    expect(wordOf({ ...treat, text: "ann", value: "ann", sort: "seat" }, question({ about: "pick" }))).toBe("ann");
    expect(wordOf({ ...treat, text: "Ann", value: "Ann", sort: "seat" }, question({ about: "pick" }), "Ann")).toBe("Ann (you)");
  });

  it("only names words whose buttons say what they do", () => {
    const word = (value: string, meaning: string): OptionInfo => ({ code: 5130, text: value, sort: "word", value, meaning });
    const both = question({ ask: "Choose: treat to draw cards or trick to take them.", options: [word("treat", "draw cards"), word("trick", "take cards")] });
    expect(askOf(both)).toBe("Choose: Treat or Trick.");
    expect(askOf({ ...both, options: [word("treat", "draw cards"), word("trick", "")] }), "one of them is told in the question alone").toBe(both.ask);
    expect(askOf(question({ ask: "Play a card (2 of 3)." }))).toBe("Play a card (2\u00a0of\u00a03).");
  });

  it("keeps what a card asks in words of its own", () => {
    const word = (value: string, meaning: string): OptionInfo => ({ code: 5130, text: value, sort: "word", value, meaning });
    const bow = question({ ask: "Was that a graceful bow?", options: [word("yes", "Ann gains 1 favour"), word("no", "go on without it")] });
    expect(askOf(bow)).toBe("Was that a graceful bow?");
    expect(askOf({ ...bow, ask: "Discard the Imp? If not: lose 1 favour." }), "both are on the buttons").toBe("Choose: Yes or No.");
  });

  it("does not say twice how many plays were made", () => {
    expect(tellsPlays(question({ ask: "Play a card (2 of 3)." }))).toBe(true);
    expect(tellsPlays(question({ ask: "Use a free action, or end the turn." }))).toBe(false);
    expect(unbroken("Play a card (2 of 3).")).toBe("Play a card (2\u00a0of\u00a03).");
  });

  it("knows that to draw is what one usually does, beside a free action", () => {
    const draw: OptionInfo = { code: 5121, text: "draw", sort: "word", value: "draw", meaning: "" };
    expect(isUsual(draw, question({ about: "before the draw" }))).toBe(true);
    expect(isUsual({ ...draw, sort: "use", value: "K-9" }, question({ about: "before the draw" }))).toBe(false);
    const play: OptionInfo = { code: 1, text: "play Milk", sort: "play", value: "Milk", meaning: "" };
    expect(isUsual(DONE, question({ about: "act", options: [play, DONE] }))).toBe(false);
    expect(isUsual(DONE, question({ about: "act", options: [DONE] }))).toBe(true);
  });
});

describe("discards down to a limit", () => {
  const LIMIT = "discard to the hand limit";
  const none = { about: "", turns: -1, all: 0, left: 0 };
  /** What `1 of 2` would say, of questions asked one after the other: in which turn, and how many are still over. */
  const told = (...asked: [number, number][]): string[] => {
    let place = none;
    return asked.map(([turns, left]) => {
      place = placeOf(place, LIMIT, turns, left);
      return `${place.all - left + 1} of ${place.all}`;
    });
  };

  it("are counted by what is left", () => {
    expect(told([4, 3], [4, 2], [4, 1])).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
  });

  it("stay where they were when the same is asked again or undone", () => {
    expect(told([4, 2], [4, 2], [4, 1])).toEqual(["1 of 2", "1 of 2", "2 of 2"]);
    expect(told([4, 2], [4, 1], [4, 2])).toEqual(["1 of 2", "2 of 2", "1 of 2"]);
  });

  it("begin anew for another limit, and in another turn", () => {
    expect(told([4, 1], [4, 2], [4, 1])).toEqual(["1 of 1", "1 of 2", "2 of 2"]);
    expect(told([4, 2], [5, 1])).toEqual(["1 of 2", "1 of 1"]);
  });
});
