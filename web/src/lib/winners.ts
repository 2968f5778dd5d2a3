/** All who have won a game together, whoever is named first before the others; nobody where nobody has won. */
import type { Ended } from "./protocol";

export function winnersOf(ended: Ended): string[] {
  if (ended.winners?.length) return ended.winners; // a game that an earlier version stored names one
  return ended.winner === null ? [] : [ended.winner];
}
