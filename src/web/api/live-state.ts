/**
 * Whether news of the service come by themselves. While they do not, lists are looked at now and then, which costs little: unchanged
 * answers are an empty 304.
 */
let isLive = false;

const POLL_MS = 15_000;

/** How often a query looks for news by itself; false when news come by themselves. */
export const livePollMs = (): number | false => (isLive ? false : POLL_MS);

export function setLive(live: boolean): void {
  isLive = live;
}
