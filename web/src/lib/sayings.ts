/** What players have said or shown for the last card that was played: votes, choices, guesses. It is seen until another
 * card is played or a turn is over after it. */
import type { EventInfo } from "./protocol";

const ENDS = new Set(["plays", "uses"]);
const TURNS = 2; // the turn that begins right after it does not wipe it away
const SAYS = new Set(["answers", "discloses"]);

/** By player, the last thing: a word, a number or a player's name, or the title of a card. */
export function sayingsOf(events: readonly EventInfo[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let turns = 0;
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const event = events[i];
    if (event?.what === "begins a turn") turns += 1;
    if (!event || ENDS.has(event.what) || turns === TURNS) break;
    const said = event.answer || event.card;
    if (SAYS.has(event.what) && said && !found.has(event.seat)) found.set(event.seat, said);
  }
  return found;
}

/** In which order players have their turns from now on, beginning with whose turn it is; who is out has none. */
export function turnOrder(seats: readonly { name: string; out: boolean }[], turn: string, backwards: boolean): string[] {
  const names = seats.filter((seat) => !seat.out || seat.name === turn).map((seat) => seat.name);
  const way = backwards ? [...names].reverse() : names;
  const at = Math.max(0, way.indexOf(turn));
  return [...way.slice(at), ...way.slice(0, at)];
}
