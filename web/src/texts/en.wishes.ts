/** More choices for a table, in English; kept apart because few open them. */
import { en } from "./en";

const { plural } = en;

const timed = (seconds: number): string =>
  seconds < 60 ? `${seconds} seconds` : seconds < 3600 ? plural(seconds / 60, "minute") : seconds < 86400 ? plural(seconds / 3600, "hour") : plural(seconds / 86400, "day");

export const wishes = {
  patience: "When somebody is gone",
  patienceSeconds: (seconds: number) => `A bot steps in after ${seconds < 120 ? `${seconds} seconds` : plural(seconds / 60, "minute")}`,
  begins: "Who begins",
  chance: "Chance decides",
  public: "List this table for everybody on this server",
  holiday: "Today is a holiday (some cards ask)",
  openTable: "Others may join while we play without asking the host",
  clock: "Time for a move",
  clockSeconds: (seconds: number) => (seconds ? `${timed(seconds)}, then a bot answers` : "As long as everybody likes"),
  pause: "Time for Surprises",
  pauseSeconds: (seconds: number) => (seconds ? `${seconds} seconds` : "Wait for everybody"),
};
