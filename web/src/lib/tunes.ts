/** Each event's own quiet sound, made on the spot of plain waves and noise: nothing is recorded, nothing is borrowed. */
import type { Card } from "../cards/card";
import type { EventInfo } from "./protocol";

/** Frequency in hertz (0: a breath of noise), when it begins and how long it lasts in seconds, and where it glides to. */
type Note = [frequency: number, at: number, length: number, to?: number];

const TUNES = {
  turn: [[523, 0, 0.12], [784, 0.11, 0.22]],
  card: [[0, 0, 0.07], [330, 0.03, 0.08]],
  draw: [[0, 0, 0.09]],
  keeper: [[392, 0, 0.09], [494, 0.07, 0.14]],
  creeper: [[196, 0, 0.22, 139]],
  rule: [[440, 0, 0.07], [440, 0.09, 0.12]],
  goal: [[587, 0, 0.09], [740, 0.08, 0.09], [880, 0.16, 0.16]],
  surprise: [[988, 0, 0.06], [1319, 0.05, 0.14]],
  discard: [[0, 0, 0.12], [247, 0.02, 0.1, 196]],
  take: [[330, 0, 0.16, 523]],
  cancel: [[466, 0, 0.09], [311, 0.08, 0.2]],
  shuffle: [[0, 0, 0.05], [0, 0.07, 0.05], [0, 0.14, 0.05], [0, 0.21, 0.09]],
  die: [[0, 0, 0.03], [0, 0.06, 0.03], [0, 0.11, 0.03], [660, 0.17, 0.1]],
  vote: [[698, 0, 0.06], [698, 0.08, 0.06]],
  count: [[880, 0, 0.04], [1047, 0.05, 0.07]],
  join: [[392, 0, 0.1], [587, 0.09, 0.16]],
  talk: [[880, 0, 0.05]],
  win: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.14], [1047, 0.39, 0.45]],
  lose: [[392, 0, 0.2], [330, 0.18, 0.2], [262, 0.36, 0.45]],
} satisfies Record<string, Note[]>;
export type Tune = keyof typeof TUNES;

const MOST = 4; // sounds for what happened at once
const KINDS: Partial<Record<Card["kind"], Tune>> = { keeper: "keeper", creeper: "creeper", rule: "rule", goal: "goal", ungoal: "goal", surprise: "surprise" };
const EVENTS: Record<string, Tune> = {
  draws: "draw", "is dealt": "draw", uses: "card", discards: "discard", takes: "take", gives: "take", swaps: "take", passes: "take",
  cancels: "cancel", diverts: "take", shuffles: "shuffle", rolls: "die", answers: "vote", discloses: "vote", counts: "count", joins: "join",
};

/** The sounds of some events, in order, each once. */
export function tunesOf(events: readonly EventInfo[], me: string, cards: ReadonlyMap<string, Card>): Tune[] {
  const ends = events.filter((event) => event.what === "wins" || event.what === "wins too");
  if (ends.length) return [ends.some((end) => end.seat && (end.seat === me || !me)) ? "win" : "lose"];
  const found = events.flatMap(({ what, card }): Tune[] => {
    const kind = cards.get(card)?.kind;
    if (what === "plays" || what === "lays down") return [(kind && KINDS[kind]) ?? "card"];
    return what in EVENTS ? [EVENTS[what] as Tune] : [];
  });
  return [...new Set(found)].slice(0, MOST);
}

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

function breath(audio: AudioContext): AudioBufferSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * 0.35;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  return source;
}

function tone(audio: AudioContext, frequency: number, from: number, until: number, to?: number): OscillatorNode {
  const found = audio.createOscillator();
  found.type = "triangle";
  found.frequency.setValueAtTime(frequency, from);
  if (to) found.frequency.exponentialRampToValueAtTime(to, until);
  return found;
}

/** Play a tune, `volume` loud (0 to 1), in `delay` seconds. */
export function play(tune: Tune, volume: number, delay = 0): void {
  context ??= new AudioContext();
  const audio = context;
  const begin = audio.currentTime + delay;
  for (const [frequency, at, length, to] of TUNES[tune] as Note[]) {
    const from = begin + at;
    const source = frequency ? tone(audio, frequency, from, from + length, to) : breath(audio);
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, 0.16 * volume), from + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    source.connect(gain).connect(audio.destination);
    source.start(from);
    source.stop(from + length + 0.05);
  }
}
