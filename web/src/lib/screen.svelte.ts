/** How much room there is: `roomy` for two columns on the table, `beside` for the timeline next to it. */
class Screen {
  roomy = $state(false);
  beside = $state(false);

  constructor() {
    this.follow("(min-width: 52rem)", (fits) => (this.roomy = fits));
    this.follow("(min-width: 64rem)", (fits) => (this.beside = fits));
  }

  private follow(query: string, set: (fits: boolean) => void): void {
    const media = matchMedia(query);
    set(media.matches);
    media.addEventListener("change", () => set(media.matches));
  }
}

export const screen = new Screen();
