/** Arrow keys, Home and End go along a row of buttons; a row that has the focus itself begins with the last. */
export function rowKeys(row: HTMLElement): () => void {
  function pressed(event: KeyboardEvent): void {
    const buttons = [...row.querySelectorAll<HTMLElement>("button:not(:disabled):not([data-aside]), a[href]")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (buttons.length === 0 || (at < 0 && document.activeElement !== row)) return;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: Math.max(at, 0) - 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = buttons[(to + buttons.length) % buttons.length];
    next?.focus();
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  row.addEventListener("keydown", pressed);
  return () => row.removeEventListener("keydown", pressed);
}
