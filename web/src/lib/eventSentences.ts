/** What happened, told in sentences made from the facts of events. Several events of one kind make one sentence; cards in it can be pressed. */
import type { Card } from "../cards/card";
import { texts } from "../texts";
import type { EventInfo, PlaceInfo } from "./protocol";

export type Part = string | { card: string };

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
}

type Values = Record<string, string | Part[]>;
type Pair = string[];
type Place = PlaceInfo | null | undefined;

const SILENT = new Set(["settles", "ends the turn"]);

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
    return typeof part === "string" && typeof before === "object" && /[.!?]$/.test(before.card) ? part.replace(/^[.!]/, "") : part;
  });
}

export function plain(parts: Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.card)).join("");
}

/** The events as one seat (or nobody's, "") saw them. */
export function tell(events: readonly EventInfo[], me: string, cards: ReadonlyMap<string, Card>): Sentence[] {
  const sentences: Sentence[] = [];
  for (const group of groups(events)) {
    const first = group[0];
    const last = group[group.length - 1];
    if (!first || !last || SILENT.has(first.what)) continue;
    const parts = sentence(group, first, me, cards);
    if (parts.length === 0) continue;
    const mute = first.because === "" || parts.some((part) => typeof part !== "string" && part.card === first.because);
    sentences.push({
      from: first.number,
      to: last.number + 1,
      parts,
      heading: first.what === "begins a turn",
      seat: first.seat,
      what: first.what,
      because: mute || first.clause === "SETUP-2" ? "" : first.because,
      clause: first.clause,
    });
  }
  return sentences;
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

function alike(event: EventInfo): string {
  if (event.what === "is dealt" || event.what === "swaps") return `${event.what} ${event.because}`;
  if (event.what === "plays" || event.what === "uses") return String(event.number);
  const places = [event.origin, event.destination].flatMap((place) => [place?.zone ?? "", place?.seat ?? ""]);
  return [event.what, event.seat, ...places, event.because, event.clause].join("\t");
}

function sentence(group: EventInfo[], first: EventInfo, me: string, known: ReadonlyMap<string, Card>): Part[] {
  const t = texts.tale;
  const cards = cardsOf(group);
  const say = (pair: Pair, values: Values = {}): Part[] =>
    fill(pair[first.seat === me ? 0 : 1] ?? "", { who: first.seat, cards, ...values });
  const number = (pair: Pair, values: Values = {}): Part[] =>
    fill(pair[group.length === 1 ? 0 : 1] ?? "", { cards, ...values });
  const other = (place: Place): string => (place?.seat ? object(place.seat, me) : inWords(place, me));

  switch (first.what) {
    case "draws":
      if (first.clause === "SETUP-2") return first.seat === me ? fill(t.dealt, { cards }) : [];
      return say(first.destination?.zone === "set aside" ? t.setsAside : t.draws);
    case "sets aside":
      return say(t.setsAside);
    case "lays down":
      return say(group.length === 1 ? t.laysDown : t.laysDownMany);
    case "plays": {
      const kind = texts.kinds[known.get(first.card)?.kind ?? "action"];
      const from = first.origin;
      const usual = !from || from.zone === "set aside" || (from.seat === first.seat && from.zone === "hand");
      return usual ? say(t.plays, { kind }) : say(t.playsFrom, { kind, place: inWords(from, me) });
    }
    case "discards":
      return discards(first, me, say, number);
    case "takes":
      return say(t.takes, { other: other(first.origin) });
    case "gives": {
      const taker = first.destination?.seat ?? "";
      if (taker === first.seat) return say(t.keeps);
      if (first.card && first.card === first.because)
        return fill(t.moves, { cards, who: object(first.seat, me), other: object(taker, me) });
      return say(t.gives, { other: object(taker, me) });
    }
    case "swaps": {
      const second = group[1];
      if (group.length !== 2 || !second) return say(t.swaps);
      return say(t.swapsFor, { cards: cardsOf([first]), gain: cardsOf([second]), other: other(second.origin) });
    }
    case "is dealt":
      return fill(t.deals, { shares: shares(group, me) });
    case "passes": {
      const giver = first.origin?.seat || first.seat;
      const pair = t.passes[giver === me ? 0 : 1] ?? "";
      return fill(pair, { who: giver, cards, other: other(first.destination) });
    }
    case "shuffles":
      return [t.shuffles];
    case "begins a turn":
      return first.seat === me ? [t.yourTurn] : fill(t.turn, { who: first.seat });
    case "uses":
      return say(t.uses);
    case "copies":
      return say(t.copies);
    case "wins":
      return say(first.card ? t.wins : t.winsPlain);
    case "gains a turn":
      return say(t.gainsTurn);
    case "takes in":
      return say(t.takesIn);
    case "joins":
      return say(t.joins);
    case "picks by chance":
      return first.card ? fill(t.picks, { cards }) : [];
    case "attaches":
      return fill(t.attachesPlain, { cards });
    case "detaches":
      return fill(t.detaches, { cards });
    case "seals":
      return say(t.seals);
    case "uncovers":
      return say(t.uncovers);
    case "cancels":
      return say(t.cancels);
    case "looks at":
      return say(t.looks);
    case "diverts":
      return say(t.diverts);
    default:
      return [];
  }
}

function discards(
  first: EventInfo,
  me: string,
  say: (pair: Pair, values?: Values) => Part[],
  number: (pair: Pair, values?: Values) => Part[],
): Part[] {
  const t = texts.tale;
  if (first.clause === "ACT-1") return [];
  if (first.clause === "RULE-3" || first.clause === "GOAL-1") return number(t.leavesPlay);
  const from = first.origin;
  if (from?.zone === "set aside" || from?.seat === first.seat) return say(t.discards);
  if (from?.zone === "rules" || from?.zone === "goals") return number(t.isDiscarded);
  return number(t.isDiscardedFrom, { place: inWords(from, me) });
}

function shares(group: EventInfo[], me: string): Part[] {
  const bySeat = new Map<string, EventInfo[]>();
  for (const event of group) {
    const seat = event.destination?.seat || event.seat;
    bySeat.set(seat, [...(bySeat.get(seat) ?? []), event]);
  }
  const parts: Part[] = [];
  for (const [seat, events] of bySeat) {
    if (parts.length) parts.push("; ");
    parts.push(...fill(texts.tale.share[seat === me ? 0 : 1] ?? "", { who: seat, cards: cardsOf(events) }));
  }
  return parts;
}

/** The cards of some events in a row; those that were not seen are counted. */
function cardsOf(group: readonly EventInfo[]): Part[] {
  const seen: Part[] = group.filter((event) => event.card).map((event) => ({ card: event.card }));
  const hidden = group.length - seen.length;
  const all: Part[] = hidden ? [...seen, texts.tale.someCards(hidden, seen.length > 0)] : seen;
  const row: Part[] = [];
  all.forEach((part, index) => {
    if (index) row.push(index === all.length - 1 ? texts.and : ", ");
    row.push(part);
  });
  return row;
}

/** A place in words. */
function inWords(place: Place, me: string): string {
  if (!place) return "";
  if (!place.seat) return texts.tale.places[place.zone] ?? place.zone;
  if (place.seat === me) return texts.tale.mine[place.zone] ?? place.zone;
  return (texts.tale.theirs[place.zone] ?? place.zone).replace("{name}", place.seat);
}

function object(seat: string, me: string): string {
  return seat === me ? texts.tale.youObject : seat;
}
