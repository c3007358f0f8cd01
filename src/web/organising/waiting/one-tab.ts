import { waitingChanges } from './waiting-changes.ts';
import { LEASE_MS } from './waiting-store.ts';

const ASK_AGAIN_MS = 250;

/**
 * Runs it in one tab of this browser at a time. Browsers offer locks only to pages from this computer or over https; for others, such as on a
 * tablet in the network, a lease in the browser's storage does the same.
 */
export async function inOneTab(act: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) {
    await navigator.locks.request('safelight-waiting', act);
    return;
  }
  const tab = String(Math.random());
  const take = (ms = LEASE_MS) => waitingChanges.lease(tab, Date.now() + ms);
  while (!(await take())) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  const renewal = setInterval(() => void take(), LEASE_MS / 3);
  try {
    await act();
  } finally {
    clearInterval(renewal);
    await take(-1);
  }
}
