import { expect, it } from "vitest";
import { shorter } from "../src/cards/shorter";

it("numbers of a drawing keep one digit, and stay as many as they were", () => {
  const drawn = shorter('<path fill="currentColor" d="M241.063 54.406a294 294 0 0 0-12.313.282c1.04.52-.01.03 5-6z"/>');
  expect(drawn).toBe('<path fill="currentColor" d="M241.1 54.4a294 294 0 0 0-12.3.3c1 .5 0 0 5-6z"/>');
});

it("what is no drawing stays as it is", () => {
  expect(shorter('<circle r="3.1415"/>')).toBe('<circle r="3.1415"/>');
});
