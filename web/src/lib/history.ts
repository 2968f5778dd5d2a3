/** The games of this device: which were begun here and how they ended. Kept in the browser and nowhere else. */
import type { Ended, Lobby } from "./protocol";
import { winnersOf } from "./winners";

const KEY = "changeling.games";
const MOST = 60;

export interface PlayedGame {
  table: string;
  round: number;
  deck: string;
  me: string;
  players: string[];
  at: number;
  over: boolean;
  winner: string | null;
  replay: string;
}

export function playedGames(): PlayedGame[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as PlayedGame[];
  } catch {
    return [];
  }
}

function write(games: PlayedGame[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
  } catch {
    // a browser that keeps nothing still plays
  }
}

/** Note how a game of one's own stands; one that is noted as it is stays where it is. */
export function noteGame(lobby: Lobby, me: string, ended: Ended | null): void {
  if (lobby.phase === "lobby" || !me) return;
  const games = playedGames();
  const known = games.find((game) => game.table === lobby.table && game.round === lobby.round);
  if (known?.over || (known && !ended)) return;
  const players = lobby.seats.map((seat) => seat.name).filter((name) => name !== me);
  const game = { table: lobby.table, round: lobby.round, deck: lobby.deck.title, me, players, at: Date.now(), over: ended !== null, winner: ended && winnersOf(ended).includes(me) ? me : (ended?.winner ?? null), replay: ended?.replay ?? "" };
  write([game, ...games.filter((other) => other !== known)]);
}

/** Forget those that are over. */
export function forgetGames(): void {
  write(playedGames().filter((game) => !game.over));
}
