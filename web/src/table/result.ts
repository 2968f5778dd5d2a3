/** The result of a game in words, for whoever sits here; with no name, for everybody. */
import type { Ended } from "../lib/protocol";
import { texts } from "../texts";

export interface Result { title: string; why: string; mine: boolean }

export function resultOf(ended: Ended, me: string): Result {
  const t = texts.end;
  const mine = ended.winner !== null && ended.winner === me;
  const nobody = ended.how === "all lost" || ended.how === "" ? t.lost : t.nobody;
  const title = ended.how === "put away" ? t.putAway : ended.winner === null ? nobody : mine ? t.youWon : t.won(ended.winner);
  return { title, why: mine && ended.yours ? ended.yours : ended.text, mine };
}
