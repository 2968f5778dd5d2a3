/** An icon's drawing with one digit after the point: nobody sees the others, and every table loads them. */
export function shorter(body: string): string {
  return body.replace(/ d="([^"]*)"/g, (_, path: string) => ` d="${path.replace(/[a-z][^a-z]*/gi, step)}"`);
}

function step(one: string): string {
  let text = one[0]!;
  for (const [number] of one.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)) {
    const rounded = String(Math.round(Number(number) * 10) / 10 || 0).replace(/^(-?)0\./, "$1.");
    const apart = rounded[0] === "-" || text.length === 1 || (rounded[0] === "." && /\.\d*$/.test(text));
    text += apart ? rounded : " " + rounded;
  }
  return text;
}
