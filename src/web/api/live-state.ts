import { Store } from '../stores/store.ts';

/**
 * Whether the service sends news by itself. While it does not, lists are polled now and then, which costs little:
 * unchanged answers are an empty 304.
 */
const isLive = new Store(false);

const POLL_MS = 15_000;

/** How often a query polls; false when news arrives by itself. */
export const livePollMs = (): number | false => (isLive.snapshot() ? false : POLL_MS);

export const setLive = (live: boolean): void => isLive.set(live);
