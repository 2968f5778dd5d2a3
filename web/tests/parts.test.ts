import { describe, expect, it } from "vitest";
import { BETWEEN, coming, part, type Browser } from "../src/lib/parts";

function browser(options: { answers?: boolean; offline?: boolean; full?: boolean } = {}): Browser & { loads: number; time: number } {
  const kept = new Map<string, string>();
  return {
    loads: 0,
    time: 1_000_000,
    store: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => { if (options.full) throw new Error("no room"); kept.set(key, value); },
    },
    answers: () => (options.offline ? Promise.reject(new TypeError("offline")) : Promise.resolve(options.answers ?? true)),
    reload() { this.loads++; },
    now() { return this.time; },
  };
}

const gone = (): Promise<never> => Promise.reject(new TypeError("404"));
const settled = async (promise: Promise<unknown>): Promise<string> => {
  const later = new Promise((resolve) => setTimeout(() => resolve("never"), 20));
  return Promise.race([promise.then(() => "came", () => "failed"), later]) as Promise<string>;
};

describe("a part of the page", () => {
  it("comes, where it is there", async () => {
    const at = browser();
    expect(await part(() => Promise.resolve(7), at)).toBe(7);
    expect(at.loads).toBe(0);
  });

  it("that is gone has the page loaded again, once in a while", async () => {
    const at = browser();
    expect(await settled(part(gone, at))).toBe("never");
    expect(at.loads).toBe(1);
    expect(await settled(part(gone, at))).toBe("failed");
    at.time += BETWEEN;
    expect(await settled(part(gone, at))).toBe("never");
    expect(at.loads).toBe(2);
  });

  it("that is gone leaves the page alone where that would not help or would not end", async () => {
    for (const options of [{ offline: true }, { answers: false }, { full: true }]) {
      const at = browser(options);
      expect(await settled(part(gone, at))).toBe("failed");
      expect(at.loads).toBe(0);
    }
  });

  it("of the table comes when the connection is back", async () => {
    const at = browser({ offline: true });
    let tries = 0;
    expect(await coming(() => (++tries < 3 ? gone() : Promise.resolve("here")), at, 1)).toBe("here");
    expect(tries).toBe(3);
    expect(at.loads).toBe(0);
  });
});
