/** What lights up at the end: the card that the game was won by, and what lies in front of the winners for it. */
import type { Card } from "../cards/card";
import type { Ended, Public } from "./protocol";
import { winnersOf } from "./winners";

export function litBy(ended: Ended, view: Public, cards: ReadonlyMap<string, Card>): string[] {
  const causes = ended.because.filter((title) => cards.has(title));
  const winners = view.seats.filter((seat) => winnersOf(ended).includes(seat.name));
  const front = winners.flatMap((seat) => [...seat.keepers, ...seat.creepers]);
  const needed = new Set(causes.flatMap((title) => cards.get(title)?.needs ?? []));
  const asked = front.filter((title) => causes.includes(title) || needed.has(cards.get(title)?.name ?? "") || needed.has(cards.get(title)?.counts_as ?? ""));
  // a Goal that counts names no card: all that lies there counts
  return [...causes, ...(needed.size ? asked : [...asked, ...winners.flatMap((seat) => seat.keepers)])];
}
