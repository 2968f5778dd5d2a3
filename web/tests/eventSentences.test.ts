import { describe, expect, it } from "vitest";
import type { Card } from "../src/cards/card";
import type { EventInfo, PlaceInfo } from "../src/lib/protocol";
import { plain, tell } from "../src/lib/eventSentences";
import { inOrder } from "../src/lib/news";

const card = (title: string, kind: Card["kind"], name = title): [string, Card] => [title, { title, kind, name } as Card];
const CARDS = new Map([card("Milk", "keeper"), card("Draw 4", "rule"), card("War", "creeper"), card("Dough", "goal"), card("Milk #2", "keeper", "Milk"), card("No!", "surprise")]);

const at = (zone: PlaceInfo["zone"], seat = ""): PlaceInfo => ({ zone, seat });

function happening(what: string, rest: Partial<EventInfo> = {}): EventInfo {
  return { number: 0, what, seat: "Ann", card: "", source: "", target: "", because: "", clause: "", origin: null, destination: null, other: "", host: "", line: 0, rolled: -1, sides: -1, answer: "", counter: "", change: 0, total: 0, ...rest };
}

const told = (events: EventInfo[], me = "Ann"): string[] =>
  tell(events.map((event, number) => ({ ...event, number })), me, CARDS).map((sentence) => plain(sentence.parts));

describe("the tale", () => {
  it("says you to oneself and the name to others", () => {
    const events = [happening("plays", { card: "Milk", origin: at("hand", "Ann"), destination: at("keepers", "Ann") })];
    expect(told(events)).toEqual(["You play the Keeper Milk."]);
    expect(told(events, "Bob")).toEqual(["Ann plays the Keeper Milk."]);
  });

  it("gives the first turn of a game a heading, too", () => {
    const dealt = happening("draws", { clause: "SETUP-2", card: "Milk", origin: at("draw pile"), destination: at("hand", "Ann") });
    const draws = happening("draws", { seat: "Bob", origin: at("draw pile"), destination: at("hand", "Bob") });
    const told = tell([dealt, draws, happening("begins a turn"), draws].map((event, number) => ({ ...event, number })), "Ann", CARDS);
    expect(told.map((one) => plain(one.parts))).toEqual(["You are dealt Milk.", "Bob's turn", "Bob draws a card.", "Your turn", "Bob draws a card."]);
    expect(told.filter((one) => one.heading).length).toBe(2);
    expect(new Set(told.map((one) => one.from)).size, "each has a number of its own").toBe(told.length);
  });

  it("counts the cards that were not seen", () => {
    const draw = { origin: at("draw pile"), destination: at("hand", "Ann") };
    expect(told([happening("draws", draw), happening("draws", draw)], "Bob")).toEqual(["Ann draws 2 cards."]);
    expect(told([happening("draws", { ...draw, card: "Milk" }), happening("draws", draw)])).toEqual(["You draw Milk and 1 other card."]);
  });

  it("tells out of whose hand a card was played", () => {
    const events = [happening("plays", { card: "Draw 4", origin: at("hand", "Bob") })];
    expect(told(events)).toEqual(["You play the New Rule Draw 4 out of Bob's hand."]);
    expect(told(events, "Bob")).toEqual(["Ann plays the New Rule Draw 4 out of your hand."]);
  });

  it("tells dice and coins, what is put back, and whose turn is missed", () => {
    expect(told([happening("rolls", { rolled: 4, sides: 6 }), happening("rolls", { rolled: 4, sides: 6 })])).toEqual(["You roll a die: 4.", "You roll a die: 4."]);
    expect(told([happening("rolls", { rolled: 9, sides: 12 })], "Bob")).toEqual(["Ann rolls a die with 12 sides: 9."]);
    expect(told([happening("rolls", { rolled: 1, sides: 0 })], "Bob")).toEqual(["Ann flips a coin: heads."]);
    expect(told([happening("puts back", { origin: at("hand", "Ann"), destination: at("draw pile"), answer: "random" })], "Bob")).toEqual(["Ann puts a card somewhere into the draw pile."]);
    expect(told([happening("reveals", { card: "Milk", origin: at("draw pile") })])).toEqual(["Everybody sees Milk in the draw pile."]);
    expect(told([happening("misses a turn")])).toEqual(["You miss a turn."]);
    expect(told([happening("turns round")])).toEqual(["Turns now pass the other way round the table."]);
  });

  it("says how many plays are spent", () => {
    expect(told([happening("spends", { counter: "plays", change: -2 })])).toEqual(["You spend 2 plays."]);
    expect(told([happening("spends", { counter: "plays", change: -1 })], "Bob")).toEqual(["Ann spends 1 play."]);
  });

  it("says when a card goes into a hand", () => {
    const way = { card: "Milk", origin: at("keepers", "Bob"), destination: at("hand", "Ann") };
    expect(told([happening("takes", way)])).toEqual(["You take Milk from Bob into the hand."]);
    const gift = { card: "Milk", origin: at("keepers", "Ann"), destination: at("hand", "Bob") };
    expect(told([happening("gives", gift)])).toEqual(["You put Milk into Bob's hand."]);
  });

  it("takes a player's name for no place, whatever it looks like", () => {
    const events = [happening("takes", { card: "Milk", origin: at("keepers", "O'Hara's hand"), destination: at("keepers", "Ann") })];
    expect(told(events)).toEqual(["You take Milk from O'Hara's hand."]);
  });

  it("tells from which pile a card is taken", () => {
    const events = [happening("takes", { card: "Milk", origin: at("discard pile"), destination: at("keepers", "Ann") })];
    expect(told(events)).toEqual(["You take Milk from the discard pile."]);
  });

  it("puts no second mark after a title that has one", () => {
    const events = [happening("plays", { card: "Jackpot!", origin: at("hand", "Ann") })];
    expect(told(events)).toEqual(["You play the Action Jackpot!"]);
    expect(told([happening("wins", { card: "Exterminate!" })])).toEqual(["You win with Exterminate!"]);
  });

  it("tells ends by an Ungoal", () => {
    const won = happening("wins", { card: "Dagon", clause: "UNGOAL-2" });
    expect(told([happening("claims", { card: "Secret Cultist" }), won])).toEqual(["You claim the win with Secret Cultist.", "You win, for the Ungoal Dagon is met!"]);
    expect(told([won], "Bob")).toEqual(["Ann wins, for the Ungoal Dagon is met!"]);
    expect(told([happening("wins", { seat: "", card: "Dagon", clause: "UNGOAL-1" })])).toEqual(["Everybody loses: the Ungoal Dagon is met."]);
  });

  it("tells who wins together with somebody, all in one sentence", () => {
    const too = (seat: string) => happening("wins too", { seat, card: "Feast", clause: "GOAL-3" });
    expect(told([too("Bob")])).toEqual(["Bob wins too!"]);
    expect(told([too("Bob")], "Bob")).toEqual(["You win too!"]);
    expect(told([too("Bob"), too("Cy")], "Cy")).toEqual(["You and Bob win too!"]);
  });

  it("tells what is said, and what was chosen in secret in one sentence", () => {
    expect(told([happening("answers", { answer: "rock" })])).toEqual(["You say: rock."]);
    expect(told([happening("answers", { card: "Milk #2" })], "Bob")).toEqual(["Ann says: Milk."]);
    const shown = [happening("discloses", { answer: "yes", because: "Vote" }), happening("discloses", { seat: "Bob", card: "Milk", because: "Vote" })];
    expect(told(shown, "Bob")).toEqual(["All is revealed. Ann: yes; You: Milk."]);
  });

  it("tells what is counted, turned over, and who is out", () => {
    expect(told([happening("counts", { counter: "bad_luck", change: -2, total: 1 })])).toEqual(["Your bad luck: 2 less, which makes 1."]);
    expect(told([happening("counts", { counter: "score", change: 3, total: 5 })], "Bob")).toEqual(["Ann's score: 3 more, which makes 5."]);
    expect(told([happening("counts", { card: "Milk", change: 1, total: 2 })])).toEqual(["Tokens are put on Milk: 1 more, which makes 2."]);
    expect(told([happening("remembers", { card: "Milk", other: "Ann" })])).toEqual(["Milk remembers you."]);
    expect(told([happening("remembers", { card: "Milk", host: "War" })], "Bob")).toEqual(["Milk remembers War."]);
    expect(told([happening("flips", { card: "War", host: "Milk" })], "Bob")).toEqual(["Ann turns Milk over: it is War now."]);
    expect(told([happening("leaves")])).toEqual(["You are out of the game."]);
    expect(told([happening("leaves")], "Bob")).toEqual(["Ann is out of the game."]);
  });

  it("is silent about what everybody knows anyway", () => {
    expect(told([happening("settles"), happening("discards", { clause: "ACT-1", card: "Milk" })])).toEqual([]);
  });

  it("marks whose turn begins as a heading", () => {
    const [first] = tell([happening("begins a turn", { seat: "Bob" })], "Ann", CARDS);
    expect(first?.heading).toBe(true);
    expect(plain(first?.parts ?? [])).toBe("Bob's turn");
  });

  it("names the cause where the sentence does not", () => {
    const discarded = happening("discards", { card: "Milk", origin: at("hand", "Ann"), because: "Draw 4" });
    expect(tell([discarded], "Ann", CARDS)[0]?.because).toBe("Draw 4");
    const moved = happening("gives", { card: "War", origin: at("creepers", "Ann"), destination: at("creepers", "Bob"), because: "War" });
    expect(tell([moved], "Ann", CARDS)[0]?.because).toBe("");
  });

  it("names cards as people do: copies have no numbers", () => {
    const events = [happening("uses", { card: "Milk #2" })];
    expect(told(events)).toEqual(["You use Milk."]);
    expect(tell(events, "Ann", CARDS)[0]?.parts).toContainEqual({ card: "Milk #2", name: "Milk" });
  });

  it("tells who discards whose card", () => {
    const gone = { card: "Milk", destination: at("discard pile") };
    expect(told([happening("discards", { ...gone, origin: at("keepers", "Bob") })])).toEqual(["You discard Milk from in front of Bob."]);
    expect(told([happening("discards", { ...gone, origin: at("keepers", "Bob") })], "Bob")).toEqual(["Ann discards your Milk."]);
    expect(told([happening("discards", { ...gone, origin: at("hand", "Bob") })])).toEqual(["You discard Milk from Bob's hand."]);
    expect(told([happening("discards", { ...gone, origin: at("rules") })])).toEqual(["You discard Milk."]);
    expect(told([happening("discards", { ...gone, card: "War", origin: at("creepers", "Ann"), host: "Milk" })])).toEqual(["War is discarded with Milk."]);
  });

  it("tells what somebody else made one lose as one's own, and first where there is little room", () => {
    const taken = happening("takes", { seat: "Bob", card: "The Sun", origin: at("keepers", "Ann"), destination: at("keepers", "Bob"), because: "No!" });
    const played = happening("plays", { seat: "Bob", card: "Draw 4", origin: at("hand", "Bob") });
    const drawn = happening("draws", { seat: "Bob", origin: at("draw pile"), destination: at("hand", "Bob") });
    const rid = happening("gives", { seat: "Bob", card: "War", origin: at("creepers", "Ann"), destination: at("creepers", "Bob") });
    const all = tell([drawn, played, taken, rid].map((event, number) => ({ ...event, number })), "Ann", CARDS);
    expect(inOrder(all).map((one) => plain(one.parts))[0]).toBe("Bob takes your Sun with No!");
    expect(all.map((one) => one.lost), "to be rid of a Creeper is no loss").toEqual([false, false, true, false]);
    expect(tell([taken], "Cy", CARDS)[0]).toMatchObject({ lost: false, parts: expect.arrayContaining([{ card: "The Sun", name: "The Sun" }]) });
  });

  it("tells from whom to whom a card is moved", () => {
    const moved = { card: "Milk", because: "Draw 4" };
    const way = (from: string, to: string): Partial<EventInfo> => ({ ...moved, origin: at("keepers", from), destination: at("keepers", to) });
    expect(told([happening("gives", way("Ann", "Bob"))])).toEqual(["You give Milk to Bob."]);
    expect(told([happening("gives", way("Bob", "Ann"))])).toEqual(["You take Milk from Bob with Draw 4."]);
    expect(told([happening("gives", way("Bob", "Cy"))])).toEqual(["You move Milk from Bob to Cy with Draw 4."]);
    expect(told([happening("takes", way("Ann", "Ann"))])).toEqual([]);
  });

  it("tells an answer as what it answers and what it does", () => {
    const answer = { seat: "Bob", because: "Draw 4", other: "Ann", clause: "SURP-1" };
    expect(told([happening("plays", { ...answer, card: "No!", origin: at("hand", "Bob") })])).toEqual(["Bob plays the Surprise No! in answer to your Draw 4."]);
    const cancel = { ...answer, because: "No!", clause: "SURP-2" };
    expect(told([happening("cancels", { ...cancel, card: "Draw 4", origin: at("being played") })])).toEqual(["Bob cancels your Draw 4 with No!"]);
    expect(told([happening("cancels", { ...cancel, card: "Milk", origin: at("keepers", "Bob") })], "Cy")).toEqual(["Bob cancels Ann's taking of Milk with No!"]);
    const the = { ...cancel, card: "The Sun", origin: at("being played") };
    expect(told([happening("cancels", the)])).toEqual(["Bob cancels The Sun from you with No!"]);
    expect(told([happening("diverts", { ...cancel, card: "Milk" })], "Cy")).toEqual(["Bob gets Milk instead of Ann with No!"]);
  });

  it("tells a swap by its owners, and what goes along", () => {
    const swap = (title: string, from: string, to: string, host = ""): EventInfo =>
      happening("swaps", { card: title, origin: at("keepers", from), destination: at("keepers", to), host });
    expect(told([swap("Milk", "Ann", "Bob"), swap("Dough", "Bob", "Ann"), swap("War", "Bob", "Ann", "Dough")])).toEqual([
      "You swap Milk for Dough from Bob. War goes along with Dough.",
    ]);
    expect(told([swap("Milk", "Bob", "Cy"), swap("Dough", "Cy", "Bob")])).toEqual(["You swap Milk from Bob for Dough from Cy."]);
  });

  it("says shuffled into only where it is", () => {
    const shuffle = (from: PlaceInfo["zone"], clause: string): EventInfo => happening("shuffles", { origin: at(from), destination: at("draw pile"), clause });
    expect(told([shuffle("draw pile", "TURN-8")])).toEqual(["The draw pile is shuffled."]);
    expect(told([shuffle("discard pile", "TURN-8")])).toEqual(["The discard pile is shuffled into the draw pile."]);
    expect(told([shuffle("discard pile", "PILE-1")])[0]).toContain("becomes the draw pile");
  });

  it("tells what lies on or under which card", () => {
    const on = { card: "War", host: "Milk", destination: at("creepers", "Ann") };
    const rows = ["attaches", "detaches", "seals", "uncovers"].flatMap((what) => told([happening(what, on)]));
    expect(rows).toEqual([
      "War is now attached to Milk.",
      "War comes off Milk.",
      "You seal War under Milk.",
      "War comes out from under Milk and lies in front of you.",
    ]);
  });

  it("tells what a card names only where it is answered, or may still be", () => {
    const named = happening("names", { card: "Milk", because: "Jackpot!", origin: at("keepers", "Bob") });
    expect(told([named])).toEqual([]);
    expect(told([named], "Cy")).toEqual(["For Jackpot! Ann names Bob's Milk."]);
    expect(told([named, happening("names", { other: "Bob", because: "Jackpot!" })], "Cy")).toEqual(["For Jackpot! Ann names Bob's Milk.", "For Jackpot! Ann names Bob."]);
    const taken = happening("takes", { card: "Milk", because: "Jackpot!", origin: at("keepers", "Bob"), destination: at("keepers", "Ann") });
    expect(told([named, taken])).toEqual(["You take Milk from Bob with Jackpot!"]);
  });

  it("tells which card goes round in circles, and where", () => {
    expect(told([happening("is stopped", { card: "Milk", line: 4 })])).toEqual(["Milk goes round in circles (line 4), and is stopped."]);
    expect(told([happening("is stopped", { card: "Milk" })])).toEqual(["Milk goes round in circles, and is stopped."]);
    expect(told([happening("is stopped")])).toEqual(["What is going on goes round in circles, and is stopped."]);
  });

  it("tells how the game ends without a Goal", () => {
    expect(told([happening("wins", { seat: "", card: "Dough", clause: "UNGOAL-1" })])).toEqual(["Everybody loses: the Ungoal Dough is met."]);
    expect(told([happening("wins", { card: "Dough", clause: "UNGOAL-2" })])).toEqual(["You win, for the Ungoal Dough is met!"]);
    expect(told([happening("wins", { card: "No!", clause: "TURN-8" })])).toEqual(["You win with No!"]);
  });
});
