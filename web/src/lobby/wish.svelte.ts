/** The table that somebody is about to make. */
import type { DeckChoice, DeckReport, EditionInfo, MakeTable, SeatChoice } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";

const NOBODY = { birthday: false, age: null, parent: false, grandparent: false };

export class Wish {
  name = $state(settings.saved.name);
  parts = $state<string[]>(settings.saved.deck.length ? [...settings.saved.deck] : ["fluxx-4"]);
  mixing = $state(settings.saved.deck.length > 1);
  ownDeck = $state(false);
  text = $state("");
  /** Whether cards of one's own are added to the editions that are chosen. */
  adds = $state(true);
  report = $state.raw<DeckReport | null>(null);
  seats = $state<SeatChoice[]>([
    { kind: "human", bot: "" },
    { kind: "bot", bot: "greedy" },
    { kind: "bot", bot: "greedy" },
  ]);
  meta = $state<string[]>([]);
  first = $state<number | null>(null);
  listed = $state(false);
  pause = $state(4);
  holiday = $state(false);
  open = $state(false);
  clock = $state(0);
  patience = $state(90);
  /** Whether the seats were arranged by hand; else they follow from what is made. */
  private arranged = $state(false);

  get deck(): DeckChoice {
    return { parts: this.ownDeck && !this.adding ? [] : [...this.parts], text: this.ownDeck ? this.text : "" };
  }

  /** Whether the text names by itself which cards it takes from editions. */
  get takes(): boolean {
    return /^take\b/m.test(this.text);
  }

  get adding(): boolean {
    return this.adds && !this.takes;
  }

  choose(edition: string): void {
    if (this.ownDeck && !this.takes) this.adds = true;
    else this.ownDeck = false;
    if (!this.mixing) this.parts = [edition];
    else if (!this.parts.includes(edition)) this.parts = [...this.parts, edition];
    else if (this.parts.length > 1) this.parts = this.parts.filter((part) => part !== edition);
    this.meta = [];
  }

  /** These are the editions that there are: one that was chosen once and is gone is chosen no more. */
  offered(editions: EditionInfo[]): void {
    const there = this.parts.filter((part) => editions.some((edition) => edition.name === part));
    if (there.length < this.parts.length) this.parts = there.length ? there : ["fluxx-4"];
  }

  mix(on: boolean): void {
    this.mixing = on;
    if (!on) this.parts = this.parts.slice(0, 1);
  }

  /** The Meta Rules that the chosen cards offer. */
  metaOffered(editions: EditionInfo[]): { name: string; text: string }[] {
    if (this.ownDeck) return this.report?.meta ?? [];
    return editions.filter((edition) => this.parts.includes(edition.name)).flatMap((edition) => edition.meta);
  }

  surprises(editions: EditionInfo[]): boolean {
    return this.ownDeck || editions.some((edition) => this.parts.includes(edition.name) && edition.surprises);
  }

  /** The seats are to be as they are shown. */
  arrange(seats: SeatChoice[]): void {
    this.seats = seats;
    this.arranged = true;
  }

  /** The seats of a game against bots, or of a table for friends: as arranged, else free ones. */
  private seatsFor(sort: "bots" | "friends"): SeatChoice[] {
    const seats = $state.snapshot(this.seats);
    if (sort === "bots") return seats.map((seat) => (seat.kind === "open" ? { kind: "bot", bot: "greedy" } : seat));
    return this.arranged ? seats : seats.map((seat) => (seat.kind === "bot" ? { kind: "open", bot: "" } : seat));
  }

  table(sort: "bots" | "friends"): MakeTable {
    return {
      name: this.name.trim(), deck: this.deck, seats: this.seatsFor(sort), meta: [...this.meta], patience: this.patience,
      first: this.first !== null && this.first < this.seats.length ? this.first : null,
      public: this.listed, pause: this.pause, holiday: this.holiday, open: this.open, clock: this.clock, person: NOBODY,
    };
  }
}
