/** How a shuffle is checked after the game, in English; kept apart because few look. */
import { en } from "./en";

const { listed } = en;

export const checking = {
  verify: "Check the shuffle",
  verified: (names: string[]) => `The shuffle was fair: every number is the one that was promised, and the deal follows from those of ${listed(["the server", ...names])}.`,
  serverOnly: "The server kept its promise, but it was the only one: no player had promised a number, so whoever runs the server could have chosen the cards.",
  others: (names: string[]) => `Without a number of their own: ${listed(names)}.`,
  notVerified: "This does not fit! The cards of this game were not dealt as promised.",
  faults: {
    secret: "The server's secret is not the one that it had promised.",
    nonces: "A player's number is not the one that was promised.",
    fingerprint: "What is told now is not what was promised to this browser before the game.",
    seed: "The deal does not follow from the numbers.",
    hidden: "A start in which this browser showed its number is not told of.",
  },
  blamed: "The server says that you did not show your number in a start, but this browser has sent it.",
  notCompared: "This browser did not see the game begin. Compare the fingerprint with that of somebody who did.",
  fingerprint: "Fingerprint promised",
  secret: "Secret revealed",
  noSeal: "This game has no promised shuffle: it was played on from a position.",
};
