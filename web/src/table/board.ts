/** What every part of the board needs to know, given once by the page that shows it: a table or a replay. */
import { getContext, setContext } from "svelte";
import type { Card } from "../cards/card";
import type { EventInfo, GoalStanding, OptionInfo, Own, Prospect, Public, Question, SeatInfo } from "../lib/protocol";
import type { Stage } from "../lib/stage.svelte";
import { texts } from "../texts";

export interface Board {
  readonly view: Public;
  readonly own: Own | null;
  readonly me: string;
  readonly cards: ReadonlyMap<string, Card>;
  readonly question: Question | null;
  readonly seats: readonly SeatInfo[];
  readonly events: readonly EventInfo[];
  readonly standings: readonly GoalStanding[];
  /** What each answer leads to, by its code; empty where hints are not wanted. */
  readonly prospects: ReadonlyMap<number, Prospect>;
  readonly stage: Stage;
  /** The cards that the game was won by, while they light up. */
  readonly lit: readonly string[];
  /** Whether this is a game to look back on: then nobody here is "you". */
  readonly past: boolean;
  /** Whether it is read from a sofa: rules say what they do, and the newest card stays in the middle. */
  readonly large?: boolean;
  /** Show a card large. */
  read(title: string): void;
  /** Press a card: it is given as the answer where one press is enough, else shown large. */
  press(title: string): void;
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

/** Whether a card is no answer to a question about cards that lie where it lies, in the hand or on the table: then it steps back. */
export function isDim({ question, own }: Board, title: string): boolean {
  if (!question || question.window || optionsOf(question, title).length) return false;
  const held = (one: string): boolean => own?.hand.includes(one) ?? false;
  const cards = question.options.filter((option) => ["play", "card"].includes(option.sort));
  return cards.length > 0 && (held(title) || cards.some((option) => !held(option.value)));
}

export interface Hint { wins: boolean; text: string }

/** What is certain to come of an answer: that one wins, or that somebody else does. */
export function hintFor(b: Board, option: OptionInfo): Hint | null {
  const prospect = b.prospects.get(option.code);
  if (!prospect?.over) return null;
  if (prospect.winner === b.me) return { wins: true, text: texts.hints.wins };
  return { wins: false, text: prospect.winner ? texts.hints.loses(prospect.winner) : texts.hints.nobody };
}

/** The hint of a card, by the first of its answers that has one. */
export function hintOfCard(b: Board, title: string): Hint | null {
  return optionsOf(b.question, title).map((option) => hintFor(b, option)).find((hint) => hint !== null) ?? null;
}

/** A player's name as whoever sits here reads it. */
export function nameFor(b: Board, seat: string): string {
  return seat === b.me && !b.past ? texts.stage.you : seat;
}

/** The colour class of a player. */
export function seatClass(view: Public, name: string): string {
  return `seat-${Math.max(0, view.seats.findIndex((seat) => seat.name === name))}`;
}
