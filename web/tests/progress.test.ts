import { describe, expect, it } from "vitest";
import { learned, NOTHING, read, streakOn, withPuzzle } from "../src/learn/progress";

describe("what is kept of lessons and puzzles", () => {
  it("goes forward only in a lesson", () => {
    expect(learned(learned(NOTHING, "goal", 2), "goal", 1).lessons).toEqual({ goal: 2 });
  });

  it("counts days in a row, over the end of a month", () => {
    const two = withPuzzle(withPuzzle(NOTHING, "a", "2026-02-27"), "b", "2026-02-28");
    expect(withPuzzle(two, "c", "2026-03-01").streak).toBe(3);
    expect(withPuzzle(two, "c", "2026-03-02").streak).toBe(1);
    expect(withPuzzle(two, "b", "2026-02-28")).toEqual(two);
  });

  it("forgets no row where a clock is put back, and shows none that is broken", () => {
    const two = withPuzzle(withPuzzle(NOTHING, "a", "2026-02-27"), "b", "2026-02-28");
    expect(withPuzzle(two, "c", "2026-02-26")).toEqual({ ...two, solved: ["a", "b", "c"] });
    expect(["2026-02-28", "2026-03-01", "2026-03-02"].map((day) => streakOn(two, day))).toEqual([2, 2, 0]);
    expect(streakOn(NOTHING, "2026-03-01")).toBe(0);
  });

  it("leaves the streak alone for other puzzles", () => {
    expect(withPuzzle(withPuzzle(NOTHING, "a", "2026-02-27"), "b")).toEqual({ ...NOTHING, solved: ["a", "b"], streak: 1, lastDay: "2026-02-27" });
  });

  it("takes what is none of ours for nothing", () => {
    for (const text of [null, "", "[", "3", '{"solved": 3}', '{"lessons": 3}']) expect(read(text)).toEqual(NOTHING);
  });
});
