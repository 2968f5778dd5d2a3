/** The words for removing a player, in English; kept apart because they are read there only. */
export const removing = {
  nobody: "Nobody else sits here who could be removed.",
  remove: "Remove",
  removeName: (name: string) => `Remove ${name}`,
  forGood: (name: string) => `${name} cannot come back to this table. Who shall have the seat?`,
  toBot: "A bot",
  toFree: "Nobody: leave it free",
  toFreeLater: "A bot for this game, then free",
  keep: "Keep them",
};
