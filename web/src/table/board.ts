/** What every part of the board needs to know, given once by the page that shows it: a table or a replay. */
import { getContext, setContext } from "svelte";
import type { Card } from "../cards/card";
import type { OptionInfo, Own, Public, Question, SeatInfo } from "../lib/protocol";

export interface Board {
  readonly view: Public;
  readonly own: Own | null;
  readonly me: string;
  readonly cards: ReadonlyMap<string, Card>;
  readonly question: Question | null;
  readonly seats: readonly SeatInfo[];
  /** Whether this is a game to look back on: then nobody here is "you". */
  readonly past: boolean;
  /** Show a card large. */
  read(title: string): void;
  /** Explain a number or a player's standing; not there in a replay. */
  readonly why: ((about: string, seat?: string) => void) | null;
}

const KEY = Symbol("board");

export const giveBoard = (board: Board): Board => setContext(KEY, board);
export const board = (): Board => getContext<Board>(KEY);

/** The answers that a card stands for in the question at hand. */
export function optionsOf(question: Question | null, title: string): OptionInfo[] {
  return question?.options.filter((option) => option.value === title && ["play", "use", "card"].includes(option.sort)) ?? [];
}

/** The colour class of a player. */
export function seatClass(view: Public, name: string): string {
  return `seat-${Math.max(0, view.seats.findIndex((seat) => seat.name === name))}`;
}
