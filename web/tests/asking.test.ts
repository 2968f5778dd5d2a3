import { describe, expect, it } from "vitest";
import type { OptionInfo, Question } from "../src/lib/protocol";
import { sentenceOf, wordOf } from "../src/table/asking";

const DONE: OptionInfo = { code: 5120, text: "done", sort: "word", value: "done" };

function question(rest: Partial<Question>): Question {
  return {
    id: 1, ask: "The server's words.", because: "Draw 3", about: "act", options: [DONE], window: false, seconds: null, receiver: "",
    card: "", done: "", ...rest,
  };
}

describe("a question", () => {
  it("writes on the button what done does here", () => {
    expect(wordOf(DONE, question({ done: "end the turn" }))).toBe("End my turn");
    expect(wordOf(DONE, question({ done: "play blind" }))).toBe("Pick my first card");
    expect(wordOf(DONE, question({ about: "answer with a Surprise", done: "let pass" }))).toBe("Let it pass");
    expect(wordOf(DONE, question({ about: "discard", done: "choose none" }))).toBe("Done");
  });

  it("is put in our words unless it can be left, or is about players", () => {
    const options: OptionInfo[] = [{ code: 1, text: "Milk", sort: "card", value: "Milk" }];
    expect(sentenceOf(question({ about: "discard", options }))).toBe("Choose what is discarded.");
    expect(sentenceOf(question({ about: "discard", options: [...options, DONE], done: "choose none" }))).toBe("The server's words.");
    expect(sentenceOf(question({ about: "give", options: [{ code: 3072, text: "Ann", sort: "seat", value: "Ann" }] }))).toBe("The server's words.");
  });
});
