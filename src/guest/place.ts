import { LINK } from './link/link.ts';

export interface Where {
  /** The picture that is open; null: the grid. */
  picture: string | null;
  /** The one beside it. */
  beside: string | null;
}

const GRID: Where = { picture: null, beside: null };

/** What is open, in the history of the browser: back closes it, as people expect of a phone. */
export class Place {
  readonly #listeners = new Set<() => void>();
  #now: Where = GRID;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  snapshot = (): Where => this.#now;

  open(): void {
    const key = decodeURIComponent(location.hash.slice(1));
    this.#now = key === '' ? GRID : { picture: key, beside: null };
    history.replaceState(this.#now, '');
    addEventListener('popstate', ({ state }) => this.#show((state as Where | null) ?? GRID));
  }

  /** A further step, which back takes away. */
  go(where: Where): void {
    history.pushState({ ...where, isStep: true }, '', addressOf(where));
    this.#show(where);
  }

  /** In the same step, such as the next picture. */
  move(where: Where): void {
    history.replaceState({ ...where, isStep: isStep() }, '', addressOf(where));
    this.#show(where);
  }

  close(): void {
    if (isStep()) history.back();
    else this.move(this.#now.beside === null ? GRID : { ...this.#now, beside: null });
  }

  #show(where: Where): void {
    this.#now = { picture: where.picture, beside: where.beside };
    for (const listener of this.#listeners) listener();
  }
}

const isStep = () => (history.state as { isStep?: boolean } | null)?.isStep === true;
const addressOf = ({ picture }: Where) => LINK + (picture === null ? '' : `#${encodeURIComponent(picture)}`);
