/**
 * Browsers cut elements off at some ten million pixels; a million pictures are ten times as high. So the element that scrolls
 * is never higher than this, and where the list is higher, a place in it is `scrollTop + shift`. Small steps (wheel, finger, keys)
 * move the list pixel by pixel; a leap (the scroll bar) goes to the same share of the list. Once the scrolling rests, the
 * scroll bar is put where it belongs, and the shift takes up the difference: nothing moves on the screen.
 */
export const TALLEST = 6_000_000;

/** More than so many windows at once is a leap. */
const LEAP = 3;
const REST_MS = 160;

export interface Place {
  /** Of the window in the list. */
  top: number;
  shift: number;
}

/** The arithmetic, without a browser. */
export class TallPlace {
  top = 0;
  /** Where the scroll bar is. */
  scrollTop = 0;
  #height = 0;
  #window = 0;

  get shift(): number {
    return this.top - this.scrollTop;
  }
  /** Of the element that scrolls. */
  get elementHeight(): number {
    return Math.min(this.#height, TALLEST);
  }

  /** Another list, or another window. */
  resize(height: number, windowHeight: number): void {
    this.#height = height;
    this.#window = windowHeight;
    this.goTo(this.top);
  }

  /** The browser scrolled to here. */
  scrolled(to: number): void {
    const by = to - this.scrollTop;
    this.scrollTop = to;
    if (!this.#isScaled) this.top = to;
    else if (Math.abs(by) > LEAP * this.#window || this.#isAtEnd(to)) this.top = this.#share(to);
    else this.top = this.#clamped(this.top + by);
  }

  /** Gives where the scroll bar has to be. */
  goTo(top: number): number {
    this.top = this.#clamped(top);
    return this.settle();
  }

  /** The scrolling rests: gives where the scroll bar belongs. */
  settle(): number {
    this.scrollTop = this.#isScaled
      ? Math.round((this.top / this.#most) * (this.elementHeight - this.#window))
      : this.top;
    return this.scrollTop;
  }

  get #isScaled(): boolean {
    return this.#height > TALLEST;
  }
  get #most(): number {
    return Math.max(0, this.#height - this.#window);
  }
  #clamped(top: number): number {
    return Math.max(0, Math.min(top, this.#most));
  }
  #share(scrollTop: number): number {
    return this.#clamped((scrollTop / (this.elementHeight - this.#window)) * this.#most);
  }
  #isAtEnd(scrollTop: number): boolean {
    return scrollTop <= 0 || scrollTop >= this.elementHeight - this.#window - 1;
  }
}

/** The same on an element of the page. `onMove` is told wherever the list has come to. */
export class TallScroll {
  readonly place = new TallPlace();
  readonly #element: HTMLElement;
  readonly #onMove: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, onMove: () => void) {
    this.#element = element;
    this.#onMove = onMove;
    element.addEventListener('scroll', this.#scrolled, { passive: true });
  }

  /** `element` already has the height that `place.elementHeight` says. */
  resized(): void {
    this.#put(this.place.scrollTop);
    this.#onMove();
  }

  scrollTo(top: number): void {
    this.#put(this.place.goTo(top));
    this.#onMove();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#element.removeEventListener('scroll', this.#scrolled);
  }

  readonly #scrolled = (): void => {
    const { scrollTop } = this.#element;
    // Our own doing.
    if (Math.abs(scrollTop - this.place.scrollTop) < 1) return;
    this.place.scrolled(scrollTop);
    this.#onMove();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const before = this.place.scrollTop;
      if (this.place.settle() === before) return;
      this.#put(this.place.scrollTop);
      this.#onMove();
    }, REST_MS);
  };

  #put(scrollTop: number): void {
    if (Math.abs(this.#element.scrollTop - scrollTop) >= 1) this.#element.scrollTop = scrollTop;
  }
}
