/** How much room there is: `roomy` for two columns on the table, `beside` for the timeline next to it, `wide` for a stage of its own, `tall` for what everybody owns, as on a tablet held upright. */
class Screen {
  roomy = $state(false);
  beside = $state(false);
  wide = $state(false);
  tall = $state(false);

  constructor() {
    this.follow("(min-width: 52rem) and (min-height: 32.01rem)", (fits) => (this.roomy = fits));
    this.follow("(min-width: 73rem)", (fits) => (this.beside = fits));
    this.follow("(min-width: 40rem) and (min-height: 60rem)", (fits) => (this.tall = fits));
    this.follow("(min-width: 87rem) and (min-height: 32.01rem)", (fits) => (this.wide = fits));
  }

  private follow(query: string, set: (fits: boolean) => void): void {
    const media = matchMedia(query);
    set(media.matches);
    media.addEventListener("change", () => set(media.matches));
  }
}

export const screen = new Screen();
