/**
 * Browsers limit elements to about ten million pixels; a million pictures are ten times as high. So the scrolling
 * element is never higher than this, and in a longer list the position is `scrollTop + shift`. Small steps (wheel,
 * finger, keys) move the list pixel by pixel; a jump (the scroll bar) goes to the same fraction of the list. When
 * scrolling stops, the scroll bar is moved to the right fraction, and the shift makes up for it: nothing moves on the
 * screen.
 */
export const TALLEST = 6_000_000;

/** More than this many windows at once is a jump. */
const LEAP = 3;
const REST_MS = 160;

/** The calculation, without a browser. */
export class TallPosition {
  top = 0;
  /** The position of the scroll bar. */
  scrollTop = 0;
  #height = 0;
  #window = 0;

  get shift(): number {
    return this.top - this.scrollTop;
  }
  /** The height of the scrolling element. */
  get elementHeight(): number {
    return Math.min(this.#height, TALLEST);
  }

  /** Another list or window size. */
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

  /** Returns the new position of the scroll bar. */
  goTo(top: number): number {
    this.top = this.#clamped(top);
    return this.settle();
  }

  /** Call when scrolling has stopped; returns the right position of the scroll bar. */
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

/** The same for a real element. `onMove` is called with each new position in the list. */
export class TallScroll {
  readonly position = new TallPosition();
  readonly #element: HTMLElement;
  readonly #onMove: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, onMove: () => void) {
    this.#element = element;
    this.#onMove = onMove;
    element.addEventListener('scroll', this.#scrolled, { passive: true });
  }

  /** `element` must already have the height `position.elementHeight`. */
  resized(): void {
    this.#put(this.position.scrollTop);
    this.#onMove();
  }

  scrollTo(top: number): void {
    this.#put(this.position.goTo(top));
    this.#onMove();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#element.removeEventListener('scroll', this.#scrolled);
  }

  readonly #scrolled = (): void => {
    const { scrollTop } = this.#element;
    // Caused by ourselves.
    if (Math.abs(scrollTop - this.position.scrollTop) < 1) return;
    this.position.scrolled(scrollTop);
    this.#onMove();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const before = this.position.scrollTop;
      if (this.position.settle() === before) return;
      this.#put(this.position.scrollTop);
      this.#onMove();
    }, REST_MS);
  };

  #put(scrollTop: number): void {
    if (Math.abs(this.#element.scrollTop - scrollTop) >= 1) this.#element.scrollTop = scrollTop;
  }
}
