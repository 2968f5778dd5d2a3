/** An icon's drawing with one digit after the point: nobody sees the others, and every table loads them. */
export function shorter(body: string): string {
  return body.replace(/ d="([^"]*)"/g, (_, path: string) => ` d="${drawn(path)}"`);
}

/** A path's commands; one that goes on with the one before is not named again, as long as it is no move. */
function drawn(path: string): string {
  let text = "", before = "";
  for (const [one] of path.matchAll(/[a-z][^a-z]*/gi)) {
    const command = one[0]!;
    if (command !== before || /[mz]/i.test(command)) text += command;
    before = command;
    for (const [number] of one.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)) {
      const rounded = String(Math.round(Number(number) * 10) / 10 || 0).replace(/^(-?)0\./, "$1.");
      const apart = rounded[0] === "-" || /[a-z]$/i.test(text) || (rounded[0] === "." && /\.\d*$/.test(text));
      text += apart ? rounded : " " + rounded;
    }
  }
  return text;
}
