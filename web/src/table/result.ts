/** The result of a game in words, for whoever sits here; with no name, for everybody. */
import type { Sentence } from "../lib/eventSentences";
import type { Card } from "../cards/card";
import { litBy } from "../lib/lights";
import type { Ended, EventInfo, GoalStanding, Public } from "../lib/protocol";
import { winnersOf } from "../lib/winners";
import { texts } from "../texts";

export interface Result { title: string; why: string; mine: boolean }

export function resultOf(ended: Ended, me: string): Result {
  const t = texts.end;
  const winners = winnersOf(ended);
  const mine = winners.includes(me);
  const nobody = ended.how === "all lost" || ended.how === "" ? t.lost : t.nobody;
  const title = ended.how === "put away" ? t.putAway : winners.length === 0 ? nobody : mine ? t.youWon(winners.filter((name) => name !== me)) : t.won(winners);
  return { title, why: ended.winner === me && ended.yours ? ended.yours : ended.text, mine };
}

const FOLLOWS = ["GOAL-1", "RULE-3"]; // a card that another one pushes out of play decides nothing
const CHANGES_LITTLE = ["draws", "rolls", "shuffles", "names", "answers", "discloses", "reveals", "looks at"];

/** Whether the game was won by cards that are named: by the Goal, or by what is told of the end. */
export function byNames(ended: Ended, view: Public | null, cards: ReadonlyMap<string, Card>): boolean {
  const front = (view?.seats ?? []).filter((seat) => winnersOf(ended).includes(seat.name)).flatMap((seat) => [...seat.keepers, ...seat.creepers]);
  return ended.because.some((title) => cards.get(title)?.needs.length) || front.some((title) => ended.text.includes(cards.get(title)?.name ?? title));
}

/** What was done last before the game was won. What somebody else draws, turns up or throws helps nobody to win; nor does
 * what the winner draws, where it was won by cards that are named (`named`). */
export function decidedBy(sentences: readonly Sentence[], winner: string, named: boolean): Sentence | undefined {
  const before = beforeTheWin(sentences);
  const idle = (one: Sentence): boolean => {
    if (winner === "") return false;
    return CHANGES_LITTLE.includes(one.what) ? named || one.seat !== winner : one.clause === "CREEP-1" && one.seat !== winner;
  };
  return before.findLast((one) => !idle(one)) ?? before.at(-1);
}

/** What completed the Goal, and by what: it became the Goal, a card for it came, or a Creeper left the winner. */
export interface Completed { sentence: Sentence; by: "goal" | "card" | "freed"; goal: string }

/** The last thing done that the Goal, a card of the winner's for it, or a Creeper of the winner's had a part in. */
export function completedBy(sentences: readonly Sentence[], events: readonly EventInfo[], ended: Ended, view: Public, cards: ReadonlyMap<string, Card>, standings: readonly GoalStanding[] = []): Completed | undefined {
  const goal = ended.because.find((title) => cards.get(title)?.kind === "goal");
  if (goal === undefined || ended.winner === null) return undefined;
  const lit = litBy(ended, view, cards, standings);
  const part = (sentence: Sentence): Completed["by"] | undefined => {
    if (CHANGES_LITTLE.includes(sentence.what)) return undefined;
    const about = sentence.parts.flatMap((one) => (typeof one === "string" ? [] : [one.card]));
    if (about.includes(goal)) return "goal";
    if (about.some((title) => lit.includes(title))) return "card";
    const moved = events.filter((event) => event.number >= sentence.from && event.number < sentence.to);
    return moved.some(({ origin, destination }) => origin?.zone === "creepers" && origin.seat === ended.winner && destination?.seat !== ended.winner) ? "freed" : undefined;
  };
  for (const sentence of beforeTheWin(sentences).reverse()) {
    const by = part(sentence);
    if (by) return { sentence, by, goal: cards.get(goal)?.name ?? goal };
  }
  return undefined;
}

function beforeTheWin(sentences: readonly Sentence[]): Sentence[] {
  const won = sentences.findLast((one) => one.what === "wins");
  return sentences.filter((one) => !one.heading && one.what !== "wins" && one.what !== "wins too" && !FOLLOWS.includes(one.clause) && (!won || one.from < won.from));
}
