/** What lights up at the end: the card that the game was won by, and what lies in front of the winners for it. */
import type { Card } from "../cards/card";
import type { Ended, GoalStanding, Public } from "./protocol";
import { winnersOf } from "./winners";

/** `standings` tell which card somebody has for what a Goal does not name, such as any card with a mark. */
export function litBy(ended: Ended, view: Public, cards: ReadonlyMap<string, Card>, standings: readonly GoalStanding[] = []): string[] {
  const causes = ended.because.filter((title) => cards.has(title));
  if (ended.counted?.length) return [...new Set([...causes, ...ended.counted])]; // a game that an earlier version stored does not say
  const names = winnersOf(ended);
  const winners = view.seats.filter((seat) => names.includes(seat.name));
  const front = winners.flatMap((seat) => [...seat.keepers, ...seat.creepers]);
  const needed = new Set(causes.flatMap((title) => cards.get(title)?.needs ?? []));
  const theirs = standings.filter((one) => causes.includes(one.goal) && names.includes(one.seat));
  const had = new Set(theirs.flatMap((one) => one.pieces.filter((piece) => piece.card && !piece.forbidden).map((piece) => piece.card)));
  const asked = front.filter((title) => causes.includes(title) || had.has(title) || needed.has(cards.get(title)?.name ?? "") || needed.has(cards.get(title)?.counts_as ?? ""));
  // a Goal that counts names no card: all that lies there counts
  return [...causes, ...(needed.size || had.size ? asked : [...asked, ...winners.flatMap((seat) => seat.keepers)])];
}
