import { isConnectionLost } from './connection.ts';
import { below } from '../base.ts';

/** The cache of the pictures with which one can cull while Safelight is away, each as the service sent it. Pages on plain HTTP have none. */
export const KEPT_PICTURES = 'safelight-pictures';

/** While Safelight is away: the one at this address, else in the size in which it is kept. */
export async function keptPicture(address: string): Promise<Response | undefined> {
  if (!isConnectionLost() || !('caches' in globalThis)) return undefined;
  // Only pictures with edits are kept.
  const ignoreSearch = !address.includes('original');
  return caches.match(below(address), { cacheName: KEPT_PICTURES, ignoreSearch });
}
