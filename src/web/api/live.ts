/**
 * News of the service. While its event stream is open, lists are asked for again when something happened; without it they
 * are looked at now and then, which costs little: unchanged answers are an empty 304.
 */
let isOpen = false;

const POLL_MS = 15_000;

/** How often a query looks for news by itself; false when news come by themselves. */
export const livePollMs = (): number | false => (isOpen ? false : POLL_MS);

export function setLive(open: boolean): void {
  isOpen = open;
}
