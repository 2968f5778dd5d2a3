/** Keeps the screen on while a game is looked at, where the browser lets a page do so. */
import { settings } from "./settings.svelte";

/** From now on; gives what ends it. The lock goes when the page is hidden, and is taken again when it is back. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let done = false;
  const take = async (): Promise<void> => {
    if (done || document.visibilityState !== "visible" || !settings.saved.awake || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (done) void lock.release();
    } catch {
      // a battery that runs low, or a browser that refuses: the screen goes dark as it always does
    }
  };
  const seen = (): void => void take();
  document.addEventListener("visibilitychange", seen);
  void take();
  return () => {
    done = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release().catch(() => undefined);
  };
}
