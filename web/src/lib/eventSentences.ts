/** What happened, told in sentences made from the facts of events. Several events of one kind make one sentence; cards in it can be pressed. */
import type { Card } from "../cards/card";
import { texts } from "../texts";
import type { EventInfo, PlaceInfo } from "./protocol";

/** A piece of a sentence: words, or a card by its title; people read its name, for they do not number copies. */
export type Part = string | { card: string; name: string };

export interface Sentence {
  /** The number of its first event, and of the first event after it. */
  from: number;
  to: number;
  parts: Part[];
  heading: boolean;
  seat: string;
  what: string;
  because: string;
  clause: string;
  /** Whether somebody else made one lose a Keeper, or a card of one's hand. */
  lost: boolean;
}

type Values = Record<string, string | Part[]>;
type Pair = string[];
type Place = PlaceInfo | null | undefined;
type Cards = ReadonlyMap<string, Card>;

/** A card that was played lies where everybody expects it. */
const SILENT = new Set(["settles"]);
const IN_FRONT = ["keepers", "creepers"];
const DEAL = "SETUP-2";
const ANSWERS = ["SURP-1", "SURP-2"];

/** A template with its gaps filled. */
export function fill(template: string, values: Values): Part[] {
  const parts: Part[] = [];
  for (const piece of template.split(/(\{\w+\})/)) {
    const key = /^\{(\w+)\}$/.exec(piece)?.[1];
    const value = key === undefined ? piece : (values[key] ?? "");
    if (typeof value !== "string") parts.push(...value);
    else if (value !== "") parts.push(value);
  }
  return parts.map((part, i) => {
    const before = parts[i - 1];
    // a title that ends its sentence itself, such as Jackpot!, wants no second mark
    return typeof part === "string" && typeof before === "object" && /[.!?]$/.test(before.name) ? part.replace(/^[.!]/, "") : part;
  });
}

export function plain(parts: Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.name)).join("");
}

/** Whether the draw pile was empty and the discard pile became a new one: not just any shuffle (PILE-1). */
export function isNewPile(event: Pick<EventInfo, "what" | "clause" | "origin">): boolean {
  return event.what === "shuffles" && event.clause === "PILE-1" && event.origin?.zone !== "draw pile";
}

/** The events as one seat (or nobody's, "") saw them. */
export function tell(events: readonly EventInfo[], me: string, cards: Cards): Sentence[] {
  const sentences: Sentence[] = [];
  const all = [...groups(events)];
  const begins = events.some((event) => event.clause === DEAL);
  for (const [place, group] of all.entries()) {
    const first = group[0];
    const last = group[group.length - 1];
    if (!first || !last || SILENT.has(first.what)) continue;
    if (first.what === "names" && !worthTelling(group, all, place, me)) continue;
    const parts = new Telling(group, first, me, cards).parts();
    if (parts.length === 0) continue;
    // the first turn of a game begins without a word
    const draws = first.what === "draws" && first.clause !== DEAL;
    if (draws && begins && !sentences.some((one) => one.heading)) sentences.push(firstTurn(first, me));
    const mute = first.because === "" || parts.some((part) => typeof part !== "string" && part.card === first.because);
    sentences.push({
      from: first.number,
      to: last.number + 1,
      parts,
      heading: first.what === "begins a turn",
      seat: first.seat,
      what: first.what,
      because: mute || first.what === "wins" || first.what === "wins too" || first.host === first.because ? "" : first.because,
      clause: first.clause,
      lost: me !== "" && group.some((event) => isLost(event, me)),
    });
  }
  return sentences;
}

/** The heading of the first turn; it has a number of its own, before that of the draw. */
function firstTurn({ number, seat }: EventInfo, me: string): Sentence {
  const parts = seat === me ? [texts.tale.yourTurn] : fill(texts.tale.turn, { who: seat });
  return { from: number - 0.5, to: number, parts, heading: true, seat, what: "begins a turn", because: "", clause: "", lost: false };
}

/** Whether somebody else made one lose a card, and has not just passed it on as everybody does. */
function isLost({ what, seat, origin, destination }: EventInfo, me: string): boolean {
  return ["takes", "discards", "gives", "swaps", "plays"].includes(what) && seat !== me && origin?.seat === me && destination?.seat !== me && ["keepers", "hand"].includes(origin.zone);
}

function* groups(events: readonly EventInfo[]): Generator<EventInfo[]> {
  let group: EventInfo[] = [];
  for (const event of events) {
    const last = group[group.length - 1];
    if (last && alike(last) !== alike(event)) {
      yield group;
      group = [];
    }
    group.push(event);
  }
  if (group.length) yield group;
}

/** Whether to tell what somebody has chosen: it was answered, or others have chosen it and what happens next does not tell as much. */
function worthTelling(named: readonly EventInfo[], all: readonly EventInfo[][], place: number, me: string): boolean {
  const next = all.slice(place + 1).find((group) => group[0]?.what !== "names") ?? [];
  if (ANSWERS.includes(next[0]?.clause ?? "")) return true;
  return named[0]?.seat !== me && !(next.length && named.every((event) => isTold(event, next)));
}

/** Whether events speak of what somebody has chosen: a player, or a card. Of a card that was not seen there is nothing to say. */
function isTold(named: EventInfo, next: readonly EventInfo[]): boolean {
  if (named.other) return next.some((event) => [event.seat, event.other, event.origin?.seat, event.destination?.seat].includes(named.other));
  return !named.card || next.some((event) => [event.card, event.host, event.because].includes(named.card));
}

function alike(event: EventInfo): string {
  if (["is dealt", "swaps", "discloses", "wins too"].includes(event.what)) return `${event.what} ${event.because}`;
  if (["plays", "uses", "rolls", "turns round", "will miss a turn", "answers", "counts", "flips", "remembers", "is held up"].includes(event.what)) return String(event.number);
  const places = [event.origin, event.destination].flatMap((place) => [place?.zone ?? "", place?.seat ?? ""]);
  return [event.what, event.seat, ...places, event.because, event.clause, event.other, event.host, event.answer].join("\t");
}

/** One sentence about some events of one kind. */
class Telling {
  private readonly t = texts.tale;
  private readonly cards: Part[];

  constructor(
    private readonly group: EventInfo[],
    private readonly first: EventInfo,
    private readonly me: string,
    private readonly known: Cards,
  ) {
    this.cards = this.cardsOf(group);
  }

  parts(): Part[] {
    const { first, t } = this;
    switch (first.what) {
      case "draws":
        return this.draws();
      case "lays down":
        return this.say(this.group.length === 1 ? t.laysDown : t.laysDownMany);
      case "plays":
        return this.plays();
      case "discards":
        return this.discards();
      case "takes":
        return this.takes();
      case "gives":
        return this.gives();
      case "swaps":
        return this.swaps();
      case "is dealt":
        return this.deals();
      case "passes": {
        // whose cards they were did nothing: a card that anybody may have played has moved them
        return this.number(t.passes, { place: this.place(first.origin), other: this.object(first.destination?.seat) });
      }
      case "shuffles":
        return [first.origin?.zone === "draw pile" ? t.shufflesPile : isNewPile(first) ? t.newPile : t.shufflesInto];
      case "swaps the piles":
        return [t.swapsPiles];
      case "stashes":
        return this.say(t.stashes);
      case "begins a turn":
        return first.seat === this.me ? [t.yourTurn] : fill(t.turn, { who: first.seat });
      case "ends the turn":
        return this.say(t.endsTurn);
      case "copies":
        return this.say(t.copies);
      case "claims":
        return this.say(t.claims);
      case "names":
        return this.say(t.names, { what: this.named() });
      case "is stopped":
        return fill(first.card ? (first.line ? t.stoppedAt : t.stopped) : t.stoppedPlain, { cards: this.cardsOf([first]), line: String(first.line) });
      case "uses":
        return this.say(t.uses);
      case "wins":
        return this.wins();
      case "wins too":
        return this.winsToo();
      case "gains a turn":
        return this.say(t.gainsTurn);
      case "takes in":
        return this.takesIn();
      case "joins":
        return this.say(t.joins);
      case "attaches":
        return this.number(t.attaches);
      case "detaches":
        return this.number(t.detaches);
      case "seals":
        return this.say(t.seals);
      case "uncovers":
        return this.number(first.destination?.zone === "hand" ? t.uncoversToHand : t.uncovers, { other: this.object(first.destination?.seat) });
      case "cancels":
        return this.say(IN_FRONT.includes(first.origin?.zone ?? "") ? t.cancelsTheft : t.cancels, { owned: this.owned(first.other, first.card) });
      case "looks at":
        return this.say(t.looks, { inside: this.inside(first.origin) });
      case "reveals":
        return first.origin?.seat === first.seat ? this.say(t.reveals) : fill(t.revealsIn, { cards: this.cards, inside: this.inside(first.origin) });
      case "removes":
        return this.number(t.removes);
      case "puts back":
        return this.say(first.origin?.zone === "draw pile" ? t.putsBackAgain : t.putsBack, { where: t.intoPile[first.answer] ?? t.underTop(Number(first.answer)) });
      case "sets aside":
        return this.say(first.origin?.seat === first.seat ? t.setsAside : t.setsAsideFrom, { from: this.giver(first.origin) });
      case "is held up":
        return this.heldUp();
      case "rolls":
        return this.rolls();
      case "misses a turn":
        return this.say(t.missesTurn);
      case "will miss a turn":
        return this.say(t.willMiss);
      case "goes next":
        return this.say(t.goesNext);
      case "turns round":
        return [t.turnsRound];
      case "leaves out the draw":
        return this.say(t.leavesOutDraw);
      case "spends":
        return this.say(t.spends, { number: t.spentPlays(-first.change) });
      case "diverts":
        return this.say(t.diverts, { other: this.object(first.other) });
      case "answers":
        return this.say(t.says, { what: this.answer(first) });
      case "discloses":
        return this.discloses();
      case "counts":
        return this.counts();
      case "flips":
        return this.say(t.flips);
      case "remembers":
        return fill(t.remembers, { cards: this.cards, what: first.other ? this.object(first.other) : this.card(first.host) });
      case "leaves":
        return this.say(t.leaves);
      default:
        return [];
    }
  }

  /** What a player says or has chosen: a card, or words. */
  private answer(event: EventInfo): Part[] {
    return event.card ? this.card(event.card) : [event.answer];
  }

  private discloses(): Part[] {
    const choices: Part[] = [];
    for (const event of this.group) {
      if (choices.length) choices.push("; ");
      choices.push(...fill(this.t.disclosed[event.seat === this.me ? 0 : 1] ?? "", { who: event.seat, what: this.answer(event) }));
    }
    return fill(this.t.discloses, { choices });
  }

  private counts(): Part[] {
    const { first, t } = this;
    const { change } = first;
    const values = { number: String(Math.abs(change)), total: String(first.total), counter: first.counter.replaceAll("_", " ") };
    if (!first.counter) return fill(change > 0 ? t.tokensOn : t.tokensOff, { cards: this.cards, ...values });
    return this.say(change > 0 ? t.gains : t.loses, values);
  }

  // --- kinds of events with more than one sentence ---
  private draws(): Part[] {
    const { first, t } = this;
    if (first.clause === DEAL && first.seat !== this.me) return [];
    if (first.clause === DEAL || first.clause === "SETUP-7") return this.say(t.dealt);
    if (first.destination?.zone === "set aside") return this.say(t.drawsAside);
    return this.say(first.clause === "RULE-6" && !first.because ? t.drawsMore : t.draws);
  }

  private plays(): Part[] {
    const { first, t } = this;
    const kind = texts.kinds[this.known.get(first.card)?.kind ?? "action"];
    if (ANSWERS.includes(first.clause)) {
      const cause = this.known.get(first.because);
      if (!cause) return this.say(first.other ? t.playsOnTurn : t.plays, { kind });
      if (cause.kind === "ungoal" || !first.other) return this.say(t.playsAnswerTo, { kind, what: texts.kinds[cause.kind] });
      return this.say(t.playsAnswer, { kind, owned: this.owned(first.other, first.because) });
    }
    const from = first.origin;
    if (!from || from.zone === "set aside" || (from.seat === first.seat && from.zone === "hand")) return this.say(t.plays, { kind });
    return from.zone === "face-down cards" ? this.say(t.playsDown, { kind }) : this.say(t.playsFrom, { kind, place: this.place(from) });
  }

  private discards(): Part[] {
    const { first, t } = this;
    if (first.clause === "ACT-1") return first.origin?.zone === "meta rules" ? this.number(t.isOver) : [];
    if (first.clause === "RULE-3" || first.clause === "GOAL-1") return this.number(t.leavesPlay);
    if (first.host) return this.number(t.discardedWith);
    if (first.clause === "RULE-18") return this.say(t.noRoom);
    const from = first.origin;
    if (!from?.seat || from.seat === first.seat) return this.say(t.discards);
    if (from.seat === this.me && IN_FRONT.includes(from.zone)) return this.say(t.discardsYours, { mine: this.mine });
    if (IN_FRONT.includes(from.zone)) return this.say(t.discardsOf, { other: this.object(from.seat) });
    return this.say(t.discardsFrom, { place: this.place(from) });
  }

  private takes(): Part[] {
    const { first, t } = this;
    const { origin, destination } = first;
    if (origin?.zone === destination?.zone && origin?.seat === destination?.seat) return []; // it lies there already
    if (first.host) return this.number(t.goesAlong);
    if (origin?.seat === first.seat) return this.say(t.laysOut);
    if (origin?.seat === this.me && IN_FRONT.includes(origin.zone)) return this.say(this.pickedUp ? t.takesUpYours : t.takesYours, { mine: this.mine });
    return this.say(this.pickedUp ? t.takesUp : t.takes, { other: this.giver(origin) });
  }

  /** The cards as one's own: `your Stick`, not `your The Stick`. */
  private get mine(): Part[] {
    return this.cards.map((part) => (typeof part === "string" ? part : { ...part, name: part.name.replace(this.t.articles, "") }));
  }

  /** Whether what lay in front of somebody has come into a hand. */
  private get pickedUp(): boolean {
    const { origin, destination } = this.first;
    return destination?.zone === "hand" && IN_FRONT.includes(origin?.zone ?? "");
  }

  private gives(): Part[] {
    const { first, t } = this;
    if (first.host) return this.number(t.goesAlong);
    const giver = first.origin?.seat ?? "";
    const taker = first.destination?.seat ?? "";
    const other = this.object(taker);
    if (first.card && first.card === first.because) return fill(t.moves, { cards: this.cards, who: this.giver(first.origin), other });
    const own = giver === first.seat || first.origin?.zone === "set aside";
    if (taker === first.seat) return own ? this.say(t.keeps) : this.say(t.takes, { other: this.giver(first.origin) });
    if (own && this.pickedUp) return this.say(t.putsInto, { place: this.place(first.destination) });
    return own ? this.say(t.gives, { other }) : this.say(t.movesTo, { from: this.giver(first.origin), other });
  }

  private swaps(): Part[] {
    const swapped = this.group.filter((event) => !event.host);
    const parts: Part[] = [];
    for (let i = 0; i < swapped.length; i += 2) {
      const pair = swapped.slice(i, i + 2);
      if (pair[1]?.origin?.seat === this.first.seat) pair.reverse(); // one's own card is named first
      const [first, second] = pair;
      if (!first) continue;
      if (parts.length) parts.push(" ");
      const owner = first.origin?.seat ?? "";
      const mine = owner === first.seat ? this.cardsOf([first]) : fill(this.t.ownedThe, { card: this.cardsOf([first]), seat: this.giver(first.origin) });
      if (second) parts.push(...this.say(this.t.swapsFor, { mine, gain: this.cardsOf([second]), other: this.giver(second.origin) }));
      else parts.push(...this.say(this.t.swaps, { mine }));
    }
    return [...parts, ...this.riders()];
  }

  private deals(): Part[] {
    const bySeat = new Map<string, EventInfo[]>();
    for (const event of this.group) {
      const seat = event.destination?.seat || event.seat;
      if (!event.host) bySeat.set(seat, [...(bySeat.get(seat) ?? []), event]);
    }
    const shares: Part[] = [];
    for (const [seat, events] of bySeat) {
      if (shares.length) shares.push("; ");
      shares.push(...fill(this.t.share[seat === this.me ? 0 : 1] ?? "", { who: seat, cards: this.cardsOf(events) }));
    }
    const down = this.first.destination?.zone === "face-down cards";
    return [...fill(down ? this.t.dealsDown : this.t.deals, { shares }), ...this.riders()];
  }

  /** What a card being played is about: a player, or a card and whose it is. */
  private named(): Part[] {
    const { first } = this;
    if (first.other) return [this.object(first.other)];
    const owner = first.origin?.seat ?? "";
    return first.card && owner && owner !== first.seat ? this.owned(owner, first.card) : this.cards;
  }

  private takesIn(): Part[] {
    const { first, t } = this;
    const place = this.place(first.origin);
    if (first.destination?.seat !== first.seat) return this.number(t.goesInto, { place: this.place(first.destination) });
    if (first.origin?.seat === first.seat) return this.say(t.takesBack);
    return first.origin?.zone === "set aside" ? this.say(t.takesIn) : this.say(t.takesInFrom, { place });
  }

  /** What would happen if another card did not say what happens instead. */
  private heldUp(): Part[] {
    const { first, t } = this;
    const but = first.card === first.because ? t.itself : fill(t.hasASay, this.gaps());
    if (first.answer === "won") return this.say(t.wouldWin, { but });
    if (first.answer === "played") return this.say(t.wouldPlay, { but });
    if (first.answer !== "stolen") return fill(t.wouldGo, { ...this.gaps(), but });
    return first.origin?.seat ? this.say(t.wouldTakeFrom, { but, other: this.object(first.origin.seat) }) : this.say(t.wouldTake, { but });
  }

  /** A die, or a coin. */
  private rolls(): Part[] {
    const { first, t } = this;
    if (first.sides === 0) return this.say(t.flipsCoin, { number: t.coin[first.rolled] ?? "" });
    return this.say(first.sides === 6 ? t.rolls : t.rollsSides, { number: String(first.rolled), sides: String(first.sides) });
  }

  private wins(): Part[] {
    const { first, t } = this;
    if (first.clause === "UNGOAL-1") return fill(t.losesUngoal, { cards: this.cards });
    if (first.clause === "UNGOAL-2") return this.say(t.winsUngoal);
    return this.say(first.card ? t.wins : t.winsPlain);
  }

  private winsToo(): Part[] {
    const seats = this.group.map(({ seat }) => seat);
    if (seats.length === 1) return this.say(this.t.winsToo);
    const mine = seats.includes(this.me) ? [this.t.you] : [];
    return fill(this.t.winsToo[2] ?? "", { all: texts.listed([...mine, ...seats.filter((seat) => seat !== this.me)]) });
  }

  // --- the words ---
  /** A sentence with who does it as its subject. */
  private say(pair: Pair, values: Values = {}): Part[] {
    return fill(pair[this.first.seat === this.me ? 0 : 1] ?? "", { ...this.gaps(), ...values });
  }

  /** A sentence with the cards as its subject. */
  private number(pair: Pair, values: Values = {}): Part[] {
    return fill(pair[this.group.length === 1 ? 0 : 1] ?? "", { ...this.gaps(), ...values });
  }

  private gaps(): Values {
    const { first, t } = this;
    const cause = this.card(first.because);
    return {
      who: first.seat,
      cards: this.cards,
      them: t.them(this.group.length),
      cause,
      host: this.card(first.host),
      whose: this.whose(first.other),
      using: first.because && first.because !== first.card ? fill(t.using, { cause }) : "",
    };
  }

  /** What moved with the cards that it is attached to. */
  private riders(): Part[] {
    return this.group
      .filter((event) => event.host)
      .flatMap((event) => [" ", ...fill(this.t.goesAlong[0] ?? "", { cards: this.cardsOf([event]), host: this.card(event.host) })]);
  }

  private card(title: string): Part[] {
    return title ? [{ card: title, name: this.known.get(title)?.name ?? title }] : [];
  }

  /** Somebody's card: `Ann's Jackpot!`, but `The Stick from Ann`. */
  private owned(seat: string, title: string): Part[] {
    const card = this.card(title);
    const template = this.t.articles.test(plain(card)) ? this.t.ownedThe : this.t.owned;
    return fill(template, { card, whose: this.whose(seat), seat: this.object(seat) });
  }

  /** The cards of some events in a row; those that were not seen are counted. */
  private cardsOf(group: readonly EventInfo[]): Part[] {
    const seen = group.flatMap((event) => this.card(event.card));
    const hidden = group.length - seen.length;
    const all: Part[] = hidden ? [...seen, this.t.someCards(hidden, seen.length > 0)] : seen;
    return all.flatMap((part, index) => (index === 0 ? [part] : [index === all.length - 1 ? texts.and : ", ", part]));
  }

  private object(seat = ""): string {
    return seat === this.me ? this.t.youObject : seat;
  }

  private whose(seat: string): string {
    return seat === this.me ? this.t.your : this.t.whose(seat);
  }

  /** A place in words. */
  private place(place: Place): string {
    if (!place) return "";
    if (!place.seat) return this.t.places[place.zone] ?? place.zone;
    if (place.seat === this.me) return this.t.mine[place.zone] ?? place.zone;
    return (this.t.theirs[place.zone] ?? place.zone).replace("{name}", () => place.seat);
  }

  private inside(place: Place): Part[] {
    const inIt = ["hand", "draw pile", "discard pile"].includes(place?.zone ?? "");
    return fill(inIt ? this.t.inPlace : this.t.amongPlace, { place: this.place(place) });
  }

  /** From whom or where a card comes: what lies in front of somebody comes from that player. */
  private giver(place: Place): string {
    return place?.seat && IN_FRONT.includes(place.zone) ? this.object(place.seat) : this.place(place);
  }
}
