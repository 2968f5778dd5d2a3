/** Words for screen readers: what happened, when there is a pause; what is asked, at once. */
class Announcer {
  polite = $state("");
  assertive = $state("");

  /** What happened. Said once even if the same words come twice in a row. */
  tell(text: string): void {
    this.polite = text === this.polite ? text + "\u00a0" : text;
  }

  ask(text: string): void {
    this.assertive = text === this.assertive ? text + "\u00a0" : text;
  }
}

export const announcer = new Announcer();
