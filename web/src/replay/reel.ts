/** The positions of a replay: each frame laid over the one before. */
import type { Own, Replay, Scene } from "../lib/protocol";

export function scenesOf(replay: Replay): Scene[] {
  const scenes: Scene[] = [];
  let scene = {} as Scene;
  for (const frame of replay.frames) {
    scene = { ...scene, ...frame.changes };
    scenes.push(scene);
  }
  return scenes;
}

/** A replay with its next page behind it. What later pages know better, as how it ended, is theirs. */
export function joined(before: Replay | null, page: Replay): Replay {
  return before === null ? page : { ...page, frames: [...before.frames, ...page.frames] };
}

/** A scene as one of its seats would have it before them. */
export function ownOf(scene: Scene, seat: string): Own {
  return { seat, hand: scene.hands[seat] ?? [], aside: scene.set_aside[seat] ?? [], known: {} };
}

/** The first frame of the next turn after a frame, or the last frame. */
export function nextTurn(scenes: readonly Scene[], at: number): number {
  const now = scenes[at]?.turns;
  const found = scenes.findIndex((scene, index) => index > at && scene.turns !== now);
  return found < 0 ? scenes.length - 1 : found;
}
