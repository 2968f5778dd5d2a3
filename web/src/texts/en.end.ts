/** The words at the end of a game, in English; kept apart because they are read there only. */
export const atTheEnd = {
  why: "Why",
  replay: "Watch it again",
  rematch: "Play again",
  lobby: "New table",
  look: "Look at the table",
  result: "Result",
  picture: "Share a picture",
  pictureSaved: "Picture saved",
  noPicture: "This browser could not make a picture.",
  decided: "Decided:",
  seeIt: "See that moment",
  wins: "Won at this table:",
  often: (number: number) => `×${number}`,
  shuffle: "Was the shuffle fair?",
};
