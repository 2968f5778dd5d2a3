/** What was learned and solved on this device; kept in the browser and nowhere else. */
export interface Progress {
  lessons: Readonly<Record<string, number>>;
  solved: readonly string[];
  streak: number;
  lastDay: string;
}

const KEY = "changeling.learning";
export const NOTHING: Progress = { lessons: {}, solved: [], streak: 0, lastDay: "" };

/** With that many steps of a lesson done; never fewer than before. */
export function learned(before: Progress, lesson: string, steps: number): Progress {
  return { ...before, lessons: { ...before.lessons, [lesson]: Math.max(steps, before.lessons[lesson] ?? 0) } };
}

/** With a puzzle solved; `day` where it is the puzzle of that day, such as 2026-11-16. */
export function withPuzzle(before: Progress, id: string, day = ""): Progress {
  const solved = before.solved.includes(id) ? before.solved : [...before.solved, id];
  if (!day || before.lastDay >= day) return { ...before, solved };
  return { ...before, solved, streak: before.lastDay === dayBefore(day) ? before.streak + 1 : 1, lastDay: day };
}

/** How many days in a row there are on a day: none any more where one was left out. */
export function streakOn(progress: Progress, day: string): number {
  return progress.lastDay >= dayBefore(day) ? progress.streak : 0;
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** What a text holds; nothing where it is none of ours. */
export function read(text: string | null): Progress {
  try {
    const found = { ...NOTHING, ...(JSON.parse(text ?? "{}") as Partial<Progress>) };
    const fits = typeof found.lessons === "object" && Array.isArray(found.solved) && typeof found.streak === "number" && typeof found.lastDay === "string";
    return fits ? found : NOTHING;
  } catch {
    return NOTHING;
  }
}

export function load(): Progress {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return NOTHING;
  }
}

/** Whether somebody has learned or solved something here. */
export function begun(): boolean {
  const progress = load();
  return progress.solved.length + Object.keys(progress.lessons).length > 0;
}

export function save(progress: Progress): Progress {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // a browser that keeps nothing still teaches
  }
  return progress;
}
