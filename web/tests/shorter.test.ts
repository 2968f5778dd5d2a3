import { expect, it } from "vitest";
import { shorter } from "../src/cards/shorter";

it("numbers of a drawing keep one digit, and stay as many as they were", () => {
  const drawn = shorter('<path fill="currentColor" d="M241.063 54.406a294 294 0 0 0-12.313.282c1.04.52-.01.03 5-6z"/>');
  expect(drawn).toBe('<path fill="currentColor" d="M241.1 54.4a294 294 0 0 0-12.3.3c1 .5 0 0 5-6z"/>');
});

it("a command that goes on with the one before is not named again, but a move is", () => {
  const drawn = shorter('<path d="M1 2c1 2 3 4 5 6c-1 2 3 4 .5 6.5c.5 1 2 3 4 5zm3 4m5 6l1 1l2 2"/>');
  expect(drawn).toBe('<path d="M1 2c1 2 3 4 5 6-1 2 3 4 .5 6.5.5 1 2 3 4 5zm3 4m5 6l1 1 2 2"/>');
});

it("what is no drawing stays as it is", () => {
  expect(shorter('<circle r="3.1415"/>')).toBe('<circle r="3.1415"/>');
});
