import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guide } from "../src/lib/guide.svelte";
import type { OptionInfo, Question } from "../src/lib/protocol";

vi.mock("../src/lib/settings.svelte", () => {
  const saved = { guide: true, learnt: [] as string[] };
  return { settings: { saved, change: (values: Partial<typeof saved>) => Object.assign(saved, values) } };
});

const option = (sort: OptionInfo["sort"]): OptionInfo => ({ code: 1, text: "", sort, value: "", meaning: "" });
const asked = (...sorts: OptionInfo["sort"][]): Question => ({ about: "act", window: false, options: sorts.map(option) }) as unknown as Question;

describe("the guide", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("says how to play a card only while there is one to play", () => {
    guide.asked(asked("play"));
    expect(guide.thing).toBe("turn");
    guide.asked(asked("word"));
    expect(guide.thing).toBeUndefined();
  });

  it("gives no tip again that stood there long enough to be read", () => {
    guide.meet("keeper");
    vi.advanceTimersByTime(6_000);
    guide.meet("action");
    guide.meet("keeper");
    expect(guide.thing).toBe("action");
    vi.advanceTimersByTime(1_000);
    guide.meet("goal");
    guide.meet("action");
    expect(guide.thing).toBe("action");
  });
});
