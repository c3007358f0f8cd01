import { Signal } from '../../stores/store.ts';
import type { Outcome, WaitingChange } from './waiting-change.ts';
import { openStore, type Store } from './waiting-store.ts';

/** `cancelled`: somebody has canceled the change that is being sent. */
type TabNews = { is: 'news' } | { is: 'cancelled' } | { is: 'ended'; key: string; outcome: Outcome };

/** The changes that wait in this browser, and what its tabs tell each other about them. See [Note: Waiting changes]. */
class WaitingChanges {
  /** Of this tab and all others. */
  readonly news = new Signal<TabNews>();
  readonly #store = Promise.withResolvers<Store>();
  #channel: BroadcastChannel | null = null;
  #cancels = 0;

  open(): void {
    this.#store.resolve(openStore());
    this.#channel = new BroadcastChannel('safelight-waiting');
    this.#channel.onmessage = ({ data }: MessageEvent<TabNews>) => this.#hear(data);
  }

  async all(): Promise<WaitingChange[]> {
    return (await this.#store.promise).all();
  }

  async add(change: WaitingChange): Promise<void> {
    await (await this.#store.promise).add(change);
    this.tell({ is: 'news' });
  }

  async update(key: string, become: (change: WaitingChange) => WaitingChange | null): Promise<WaitingChange | null> {
    const now = await (await this.#store.promise).update(key, become);
    if (now) this.tell({ is: 'news' });
    return now;
  }

  /** Returns false if it was gone, or `only` refused. */
  async remove(key: string, only: (change: WaitingChange) => boolean = () => true): Promise<boolean> {
    const removed: WaitingChange[] = [];
    const store = await this.#store.promise;
    await store.update(key, (change) => {
      if (!only(change)) return null;
      removed.push(change);
      return undefined;
    });
    if (removed.length > 0) this.tell({ is: 'news' });
    return removed.length > 0;
  }

  /** Whether this tab may send until then. */
  async lease(tab: string, until: number): Promise<boolean> {
    return (await this.#store.promise).lease(tab, until);
  }

  /** If it has grown while a change was sent, that change was canceled: one tab sends one change at a time. */
  cancels = (): number => this.#cancels;

  /** Tells this tab and all others. */
  tell(news: TabNews): void {
    this.#channel?.postMessage(news);
    this.#hear(news);
  }

  #hear(news: TabNews): void {
    if (news.is === 'cancelled') this.#cancels += 1;
    this.news.tell(news);
  }
}

export const waitingChanges = new WaitingChanges();
