/** The words for the games of this device, in English; kept apart because they are read there only. */
import { en } from "./en";

export const deviceGames = {
  yours: "Your tables",
  yourTurn: "Your turn",
  turnOf: (name: string) => `${name}'s turn`,
  youChoose: "You have to choose",
  chooses: (name: string) => `${name} has to choose`,
  finished: "Finished games",
  wonOf: (won: number, all: number) => `You have won ${won} of ${en.plural(all, "game")} on this device.`,
  won: "You won",
  wonBy: (name: string) => `${name} won`,
  nobodyWon: "Nobody won",
  watchReplay: "Replay",
  forget: "Forget these games",
  resume: "Go on",
};
