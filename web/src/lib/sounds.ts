/** A few soft notes, made on the spot. Silent unless somebody has turned them on. */
import { settings } from "./settings.svelte";

type Note = [frequency: number, at: number, length: number];

const TUNES: Record<"turn" | "card" | "win" | "lose" | "talk", Note[]> = {
  turn: [[523, 0, 0.12], [784, 0.11, 0.2]],
  card: [[330, 0, 0.05]],
  win: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.14], [1047, 0.39, 0.4]],
  lose: [[392, 0, 0.2], [330, 0.18, 0.2], [262, 0.36, 0.45]],
  talk: [[880, 0, 0.05]],
};

let context: AudioContext | undefined;

export function sound(tune: keyof typeof TUNES): void {
  if (!settings.saved.sound || document.visibilityState === "hidden") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, at, length] of TUNES[tune]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, now + at);
    volume.gain.exponentialRampToValueAtTime(0.08, now + at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length + 0.05);
  }
}
