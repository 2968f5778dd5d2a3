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
  /** Why that decided it; without a name it is the one who reads who has won. */
  reasons: {
    goal: (goal: string, who: string) => `${who || "You"} had what ${goal} asks for.`,
    card: (goal: string, who: string) => `With that ${who || "you"} had what ${goal} asks for.`,
    freed: (goal: string, who: string) => `Then nothing kept ${who || "you"} from winning by ${goal}.`,
  },
  wellPlayed: "Well played. The next Goal may be yours.",
  seeIt: "See that moment",
  wins: "Won at this table:",
  often: (number: number) => `×${number}`,
  shuffle: "Was the shuffle fair?",
};
