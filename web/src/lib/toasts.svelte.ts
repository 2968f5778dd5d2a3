/** Short notes at the edge of the page that go by themselves, but for one that offers to load the page `again`. */
export interface Toast { key: number; text: string; bad?: boolean; again?: boolean }

class Toasts {
  all = $state<Toast[]>([]);
  private next = 0;

  show(text: string, options: { bad?: boolean; again?: boolean } = {}): void {
    const key = this.next++;
    this.all = [...this.all.filter((toast) => toast.text !== text).slice(-2), { key, text, ...options }];
    if (!options.again) setTimeout(() => this.drop(key), options.bad ? 8_000 : 4_000);
  }

  drop(key: number): void {
    this.all = this.all.filter((toast) => toast.key !== key);
  }
}

export const toasts = new Toasts();
