import { isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { below } from '../base.ts';

/** Browsers offer workers to pages from this computer or over https. See [Note: The page without Safelight]. */
export async function openOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) void keepLoadedParts();
    else void import('./tell-new-version.ts').then(({ tellNewVersion }) => tellNewVersion());
    isFirst = false;
  });
  try {
    await serviceWorker.register(below('/service-worker.js'), { updateViaCache: 'none' });
  } catch {
    // A browser that lets this page keep nothing: it works as before, while Safelight answers.
    return;
  }
  const registration = await serviceWorker.ready;
  // It may have been updated while it did not answer.
  onConnectionChange(() => {
    if (!isConnectionLost()) void registration.update().catch(() => undefined);
  });
}

/** What this page has loaded before there was a worker, such as its language. The browser has it at hand. */
async function keepLoadedParts(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const parts = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith(below('/assets/')),
  );
  await Promise.all(parts.map((part) => fetch(part).catch(() => undefined)));
}
