/** The words for talking at the table, in English; kept apart because they are read there only. */
export const talking = {
  say: "Say something",
  send: "Send",
  empty: "Nobody has said anything yet.",
  looker: "somebody looking on",
  quick: "Quick words",
};
