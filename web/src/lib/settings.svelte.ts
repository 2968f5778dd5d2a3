/** What a person has chosen for this device; kept in the browser and nowhere else. */
import type { WindowHabit } from "./protocol";

export type Theme = "auto" | "light" | "dark";

interface Saved {
  name: string; theme: Theme; motion: boolean; sound: boolean; guide: boolean; sure: boolean; hints: boolean; learnt: string[];
  windows: WindowHabit; volume: number; tremble: boolean; awake: boolean; notify: boolean;
  /** The editions that were played with last. */
  deck: string[];
}

const KEY = "changeling.settings";
const DEFAULTS: Saved = {
  name: "", theme: "auto", motion: true, sound: false, guide: true, sure: false, hints: true, learnt: [], windows: "timed",
  volume: 0.5, tremble: true, awake: true, notify: false, deck: [],
};

function read(): Saved {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>) };
  } catch {
    return { ...DEFAULTS };
  }
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const night = matchMedia("(prefers-color-scheme: dark)");

class Settings {
  saved = $state<Saved>(read());
  private calm = $state(calm.matches);
  private night = $state(night.matches);

  constructor() {
    calm.addEventListener("change", () => (this.calm = calm.matches));
    night.addEventListener("change", () => (this.night = night.matches));
  }

  /** Whether cards may fly: only if wanted here and not against what the system asks for. */
  get moving(): boolean {
    return this.saved.motion && !this.calm;
  }

  get dark(): boolean {
    return this.saved.theme === "dark" || (this.saved.theme === "auto" && this.night);
  }

  change(change: Partial<Saved>): void {
    this.saved = { ...this.saved, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.saved));
    } catch {
      // a browser that keeps nothing still plays
    }
  }
}

export const settings = new Settings();
