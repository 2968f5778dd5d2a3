/** The result of a game in words, for whoever sits here; with no name, for everybody. */
import type { Sentence } from "../lib/eventSentences";
import type { Card } from "../cards/card";
import type { Ended, Public } from "../lib/protocol";
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
  const won = sentences.findLast((one) => one.what === "wins");
  const before = sentences.filter((one) => !one.heading && one.what !== "wins" && one.what !== "wins too" && !FOLLOWS.includes(one.clause) && (!won || one.from < won.from));
  const idle = (one: Sentence): boolean => {
    if (winner === "") return false;
    return CHANGES_LITTLE.includes(one.what) ? named || one.seat !== winner : one.clause === "CREEP-1" && one.seat !== winner;
  };
  return before.findLast((one) => !idle(one)) ?? before.at(-1);
}
