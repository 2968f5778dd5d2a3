import { describe, expect, it } from "vitest";
import { isOlder } from "../src/lib/newer";

const page = (script: string): string =>
  `<meta charset="utf-8"><script type="module" crossorigin src="/assets/${script}.js"></script><link rel="stylesheet" href="/assets/x.css">`;

describe("a page that was left open", () => {
  it("is older where the server has another", () => {
    expect(isOlder(page("index-a"), page("index-b"))).toBe(true);
    expect(isOlder(page("index-a"), page("index-a"))).toBe(false);
  });

  it("is not called older where nobody can know", () => {
    for (const answer of ["", "<h1>Bad Gateway</h1>"]) expect(isOlder(page("index-a"), answer)).toBe(false);
    expect(isOlder("<script type='module' src='/src/main.ts'></script>", page("index-b"))).toBe(false);
  });
});
