/** One table as this browser knows it: what the server said last, and what was said to it and not answered yet. */
import { SvelteMap } from "svelte/reactivity";
import type { Card } from "../cards/card";
import { api, isGone } from "./api";
import { Connection, type Link } from "./connection";
import {
  PROTOCOL, type Arrangement, type DeckCards, type Ended, type FromClient, type FromServer, type EventInfo, type Lobby,
  type GoalStanding, type OptionInfo, type Own, type PersonInfo, type Prospect, type Public, type Speed, type Question, type Reaction, type Reason, type Error as Refusal, type Said,
  type State, type Told, type Update, type WindowHabit,
} from "./protocol";
import { noteGame } from "./history";
import { beginsAtOnce, browserFor, dropToken, heardAt, keepToken, tokenFor } from "./seats";
import { offerNewer } from "./newer";
import { settings } from "./settings.svelte";
import { Shuffling } from "./shuffling";

const KEPT_EVENTS = 600;

/** What the table tells whoever wants to know at once: for sounds, announcements and the guide. */
export interface Watcher {
  happened?(events: EventInfo[], mine: string): void;
  asked?(question: Question): void;
  refused?(refusal: Refusal): void;
  told?(told: Told): void;
  reacted?(name: string, reaction: Reaction): void;
  /** Somebody has taken a seat before the game. */
  came?(name: string): void;
}

/** Who sits here: a person with a token, or, with `screen`, nobody: the table is shown to a room. */
export interface Place { token?: string; screen?: boolean }

export class TableStore {
  link = $state<Link>("connecting");
  everOpen = $state(false);
  gone = $state("");
  place = $state<number | null>(null);
  name = $state("");
  host = $state(false);
  windows = $state<WindowHabit>("timed");
  lobby = $state.raw<Lobby | null>(null);
  view = $state.raw<Public | null>(null);
  own = $state.raw<Own | null>(null);
  standings = $state.raw<GoalStanding[]>([]);
  /** What each answer to the question leads to, by its code; empty until the server has said it. */
  prospects = $state.raw<ReadonlyMap<number, Prospect>>(new Map());
  question = $state.raw<Question | null>(null);
  /** When the question, and the pause of a window, run out by themselves: milliseconds of this browser's clock. */
  deadline = $state<number | null>(null);
  pauseUntil = $state<number | null>(null);
  events = $state.raw<EventInfo[]>([]);
  latest = $state.raw<EventInfo[]>([]);
  chat = $state.raw<Said[]>([]);
  ended = $state.raw<Ended | null>(null);
  reason = $state.raw<Reason | null>(null);
  sending = $state.raw<{ question: number; option: number } | null>(null);
  noted = $state<number | null>(null);
  /** Whether the host is asked for a seat. */
  waiting = $state(false);
  reactions = new SvelteMap<string, { reaction: Reaction; key: number }>();
  deck = $state.raw<DeckCards | null>(null);
  cards = $state.raw<ReadonlyMap<string, Card>>(new Map());
  readonly shuffling: Shuffling;
  /** The number of the first event that was not there when the person last looked. */
  looked = $state(0);
  /** Whether the person has just come back to a table that went on without them. */
  returned = $state(false);
  /** Whether a bot has played for the person meanwhile. */
  stoodIn = $state(false);
  /** Whether the game is to begin by itself, as soon as this browser has promised its number for the shuffle. */
  hurried = $state(false);
  /** The number of the last line of talk that was read. */
  heard = $state(Infinity);

  readonly id: string;
  private readonly connection: Connection;
  private readonly watcher: Watcher;
  private token: string;
  private seq = -1;
  private hidden = false;
  private missed = false;
  private chosenWindows: WindowHabit | null = null;
  private coming = false;
  private begun = false;
  private standIn: number | null = null;
  private readonly screen: boolean;

  constructor(id: string, place: Place, watcher: Watcher = {}) {
    this.id = id;
    this.screen = place.screen ?? false;
    this.hurried = beginsAtOnce(id);
    this.shuffling = new Shuffling(id, typeof localStorage === "undefined" ? null : localStorage);
    this.watcher = watcher;
    this.token = this.screen ? "" : place.token || tokenFor(id);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.connection = new Connection(`${scheme}://${location.host}/ws/${encodeURIComponent(id)}`, {
      greet: () => this.greeting(),
      hear: (message) => this.hear(message),
      link: (link) => this.linked(link),
    });
    document.addEventListener("visibilitychange", this.lookedAway);
  }

  get seated(): boolean {
    return this.place !== null;
  }

  get away(): boolean {
    return this.place !== null && (this.lobby?.seats.find((seat) => seat.place === this.place)?.away ?? false);
  }

  /** The link that opens this seat elsewhere; its secret part is never sent to a server by browsers. */
  get seatLink(): string {
    return `${location.origin}/t/${this.id}#${this.token}`;
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.lookedAway);
    this.connection.close();
  }

  retry(): void {
    this.connection.restart();
  }

  // --- what a person does ---------------------------------------------------------------------------------------------
  answer(option: OptionInfo): void {
    if (!this.question || this.sending) return;
    this.sending = { question: this.question.id, option: option.code };
    this.look();
    this.send({ type: "answer", ...this.sending });
  }

  hold(): void {
    if (this.question) this.send({ type: "hold", question: this.question.id });
  }

  why(about: string, seat?: string): void {
    this.reason = null;
    this.send(seat ? { type: "why", about, seat } : { type: "why", about });
  }

  /** Lines of talk that were not read yet, without one's own. */
  get unheard(): number {
    return this.chat.filter((said) => said.number > this.heard && (said.name !== this.name || !this.seated)).length;
  }

  /** All that was said has been read. */
  listen(): void {
    const last = this.chat.at(-1)?.number ?? -1;
    if (last > this.heard) {
      this.heard = last;
      heardAt(this.id, last);
    }
  }

  /** Somebody without a seat types a name, or has stopped to. */
  approach(coming: boolean): void {
    if (this.coming === coming || this.seated || this.lobby?.phase !== "lobby") return;
    this.coming = coming;
    this.send({ type: "approach", coming });
  }

  sit(name: string, place: number | null, person?: PersonInfo): void {
    this.send(person ? { type: "sit", name, place, person } : { type: "sit", name, place });
  }

  /** The host's answer to somebody who asks for a seat. */
  admit(request: number, accept: boolean): void {
    this.send({ type: "admit", request, accept });
  }

  /** The host removes a player; without a bot the seat is free. */
  remove(place: number, bot: string): void {
    this.send({ type: "remove", place, bot });
  }

  introduce(change: { name?: string; person?: PersonInfo }): void {
    this.send({ type: "introduce", ...change });
  }

  arrange(change: Arrangement): void {
    this.send({ type: "arrange", change });
  }

  agree(meta: string[]): void {
    this.send({ type: "agree", meta });
  }

  say(text: string): void {
    this.send({ type: "say", text });
  }

  react(reaction: Reaction): void {
    this.send({ type: "react", reaction });
  }

  habit(windows: WindowHabit): void {
    this.windows = windows;
    this.chosenWindows = windows;
    if (this.seated) this.send({ type: "habit", windows });
  }

  /** How fast the bots play; the host says. */
  pace(speed: Speed): void {
    this.send({ type: "pace", speed });
  }

  /** Ask what the answers to the question lead to: for a chain of Surprises always, else where hints are wanted. */
  foresee(): void {
    if (this.question && (settings.saved.hints || this.question.window)) this.send({ type: "foresee", question: this.question.id });
  }

  do(what: "start" | "undo" | "leave" | "back" | "rematch"): void {
    this.send({ type: what });
  }

  /** Play once more: against bots it is dealt at once, people gather first. */
  again(): void {
    this.hurried = this.host && (this.lobby?.seats.every((seat) => seat.place === this.place || seat.kind === "bot") ?? false);
    this.begun = false;
    this.do("rematch");
  }

  /** Everything so far has been seen. */
  look(): void {
    this.looked = this.nextEvent;
    this.returned = this.stoodIn = false;
  }

  // --- what the server says -------------------------------------------------------------------------------------------
  private get nextEvent(): number {
    return (this.events.at(-1)?.number ?? -1) + 1;
  }

  private send(message: FromClient): void {
    this.connection.send(message);
  }

  private greeting(): FromClient {
    const since = this.events.length ? { since: this.nextEvent } : {};
    if (this.screen) return { type: "hello", protocol: PROTOCOL, screen: true, ...since };
    return { type: "hello", protocol: PROTOCOL, token: this.token, browser: browserFor(this.id), ...since };
  }

  private linked(link: Link): void {
    this.link = link;
    if (link === "open") {
      if (this.everOpen) void offerNewer(); // the server may have been updated meanwhile
      this.everOpen = true;
      this.shuffling.connected();
    }
    // what happens until the connection is back is told as missed
    if (link === "waiting" && !this.missed && this.events.length) {
      this.missed = true;
      this.looked = this.nextEvent;
    }
  }

  private readonly lookedAway = (): void => {
    if (document.visibilityState === "hidden" && !this.hidden) this.looked = this.nextEvent;
    this.hidden = document.visibilityState === "hidden";
    this.returned = !this.hidden && this.nextEvent > this.looked;
  };

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.place = message.place;
        this.name = message.name;
        this.host = message.host;
        this.windows = message.windows;
        this.waiting = this.coming = false;
        this.standIn = message.stood_in ?? null;
        // the server keeps a habit in memory only: after it was started anew it is told again
        if (this.seated && this.chosenWindows && this.chosenWindows !== message.windows) this.habit(this.chosenWindows);
        if (message.place !== null && this.token) keepToken(this.id, this.token);
        break;
      case "state":
        this.whole(message);
        break;
      case "update":
        this.updated(message);
        break;
      case "standings":
        if (message.seq >= this.seq) this.standings = message.standings;
        break;
      case "lobby":
        if (message.seq >= this.seq) this.gathered(message.seq, message.lobby);
        break;
      case "seated":
        this.seatTaken(message);
        break;
      case "waiting":
        this.waiting = true;
        break;
      case "told":
        this.watcher.told?.(message);
        break;
      case "accepted":
        this.noted = null;
        break;
      case "noted":
        this.noted = message.question;
        this.sending = null;
        break;
      case "reason":
        this.reason = message;
        break;
      case "foreseen":
        if (message.question === this.question?.id) this.prospects = new Map(message.prospects.map((one) => [one.option, one]));
        break;
      case "chat":
        if (!this.chat.some((said) => said.number === message.said.number)) this.chat = [...this.chat, message.said];
        break;
      case "reacted":
        this.showReaction(message.name, message.reaction);
        break;
      case "over":
        this.seq = Math.max(this.seq, message.seq);
        this.ended = message.ended;
        this.note();
        break;
      case "error":
        this.refused(message);
        break;
    }
  }

  private gathered(seq: number, lobby: Lobby): void {
    this.seq = seq;
    this.greet(lobby);
    this.lobby = lobby;
    const mine = lobby.seats.find((seat) => seat.place === this.place);
    if (mine) {
      this.name = mine.name;
      this.host = mine.host;
    }
    if (lobby.phase === "lobby") this.ended = null;
    this.note();
    void this.takePart(lobby);
    if (this.deck?.id !== lobby.deck.id) void this.fetchDeck(lobby.deck.id);
  }

  /** Promise and reveal a number of our own for the shuffle. */
  private async takePart(lobby: Lobby): Promise<void> {
    const message = await this.shuffling.heard(lobby, this.name, this.seated ? this.token : "");
    if (message) this.send(message);
    const ready = this.host && lobby.phase === "lobby" && lobby.shuffle.stage === "open" && this.name in lobby.shuffle.commitments;
    if (this.hurried && ready && !this.begun) {
      this.begun = true;
      this.do("start");
    }
    if (lobby.phase !== "lobby") this.hurried = false;
  }

  /** Tell of those who have sat down since the last time. */
  private greet(lobby: Lobby): void {
    const before = this.lobby;
    if (before?.phase !== "lobby" || before.round !== lobby.round) return;
    const known = new Set(before.seats.filter((seat) => seat.kind === "human").map((seat) => seat.place));
    for (const seat of lobby.seats) {
      if (seat.kind === "human" && !known.has(seat.place) && seat.place !== this.place) this.watcher.came?.(seat.name);
    }
  }

  /** Note the game among those of this device. */
  private note(): void {
    if (this.lobby && this.seated) noteGame(this.lobby, this.name, this.ended);
  }

  private whole(state: State): void {
    this.ended = state.ended;
    this.gathered(state.seq, state.lobby);
    this.view = state.public;
    this.own = state.own;
    this.standings = state.standings;
    this.chat = state.chat;
    const first = state.events[0];
    const joins = first !== undefined && first.number === this.nextEvent;
    const fresh = this.events.length > 0 && joins ? state.events : [];
    const kept = first === undefined && state.public !== null ? this.events : joins ? [...this.events, ...state.events] : state.events;
    if (this.events.length === 0) this.looked = this.standIn ?? (state.events.at(-1)?.number ?? -1) + 1;
    this.stoodIn = this.standIn !== null && !state.ended;
    this.returned ||= this.stoodIn;
    this.standIn = null;
    // what was said before one came first counts as read
    if (this.heard === Infinity) this.heard = heardAt(this.id) ?? heardAt(this.id, state.chat.at(-1)?.number ?? -1) ?? -1;
    this.events = kept.slice(-KEPT_EVENTS);
    if (this.looked > this.nextEvent) this.looked = this.nextEvent;
    this.latest = fresh;
    if (fresh.length) {
      this.returned ||= this.missed;
      this.watcher.happened?.(fresh, this.name);
    }
    this.missed = false;
    this.put(state.question, state.pause);
    if (this.question && this.sending?.question === this.question.id) {
      // the same question again means that the answer did not arrive
      this.send({ type: "answer", ...this.sending });
    }
  }

  private updated(update: Update): void {
    if (update.seq < this.seq) return;
    const next = this.nextEvent;
    const first = update.events[0];
    if (first && this.events.length && first.number > next) {
      this.send({ type: "resync", since: next });
    }
    const fresh = update.events.filter((event) => event.number >= next);
    this.seq = update.seq;
    this.view = update.public;
    this.own = update.own;
    this.standings = update.standings ?? this.standings;
    this.latest = fresh;
    if (fresh.length) {
      this.events = [...this.events, ...fresh].slice(-KEPT_EVENTS);
      this.watcher.happened?.(fresh, this.name);
    }
    this.put(update.question, update.pause);
  }

  private put(question: Question | null, pause: { seconds: number } | null): void {
    const known = this.question?.id;
    this.question = question;
    this.deadline = question?.seconds != null ? Date.now() + question.seconds * 1000 : null;
    this.pauseUntil = pause ? Date.now() + pause.seconds * 1000 : null;
    if (this.sending && this.sending.question !== question?.id) this.sending = null;
    if (this.noted !== question?.id) this.noted = null;
    if (question?.id === known) return;
    this.prospects = new Map();
    this.foresee();
    if (question) this.watcher.asked?.(question);
  }

  private seatTaken(message: { place: number | null; name: string; token: string; host: boolean }): void {
    this.place = message.place;
    this.name = message.name;
    this.host = message.host;
    this.token = message.token;
    this.waiting = false;
    if (message.place === null) dropToken(this.id);
    else keepToken(this.id, message.token);
  }

  private showReaction(name: string, reaction: Reaction): void {
    const key = Date.now() + Math.random();
    this.reactions.set(name, { reaction, key });
    this.watcher.reacted?.(name, reaction);
    setTimeout(() => {
      if (this.reactions.get(name)?.key === key) this.reactions.delete(name);
    }, 4_000);
  }

  private refused(refusal: Refusal): void {
    if (refusal.about === "commit" || refusal.about === "start") this.hurried = false;
    // nobody at the page has asked for these: a connection was slow, or another device of this seat was first
    if (refusal.about === "commit" || refusal.about === "reveal") return;
    if (refusal.about === "answer") this.sending = null;
    if (refusal.about === "sit") this.waiting = false;
    if (refusal.code === "answer/stale" || refusal.code === "answer/not-asked") {
      this.send({ type: "resync", since: this.nextEvent });
      return;
    }
    if (refusal.code === "table/none" || (refusal.code === "seat/removed" && refusal.about !== "sit")) {
      this.gone = refusal.code;
      if (refusal.code === "seat/removed") dropToken(this.id);
      this.connection.close();
    } else if (refusal.code === "seat/token") {
      dropToken(this.id);
      this.token = "";
    }
    if (refusal.about === "why") {
      this.reason = { type: "reason", about: "", seat: null, text: refusal.message, because: [] };
    }
    this.watcher.refused?.(refusal);
  }

  private async fetchDeck(id: string): Promise<void> {
    try {
      const deck = await api.deck(id);
      if (this.lobby?.deck.id !== id) return;
      this.deck = deck;
      this.cards = new Map(deck.cards.map((card) => [card.title, card]));
    } catch (error) {
      if (isGone(error)) this.gone = error.message;
      else setTimeout(() => void this.fetchDeck(id), 1_500);
    }
  }
}
