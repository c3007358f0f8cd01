import type { GuestSize } from '../../contract/guest-limits.ts';
import type { GuestPicture } from '../../contract/guest-proof.ts';

/** `/p/<secret>`, below which everything of this link is. */
export const LINK = location.pathname.replace(/\/+$/, '');
export const at = (what: string): string => `${LINK}/${what}`;
/** As it is sent on: without what is looked at. */
export const address = (): string => location.origin + LINK;

export const pictureAt = ({ key, version }: GuestPicture, size: GuestSize): string =>
  at(`picture/${key}/${size}?v=${encodeURIComponent(version ?? '')}`);

/** A phone in a tunnel notices after a while that there is no answer. */
const PATIENCE_MS = 20_000;

/** null: the photographer's computer, or the network, is not there. */
export async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  what: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  try {
    const response = await fetch(at(what), {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // Proxies answer for a computer that sleeps, some with a 404 of their own, which must not end anything.
    const isOurs = response.headers.has('x-robots-tag');
    return response.status >= 500 || (response.status === 404 && !isOurs) ? null : response;
  } catch {
    return null;
  }
}

/** What the body says, or null: a page that a proxy put in between is no answer. */
export async function told<Answer>(response: Response): Promise<Answer | null> {
  try {
    return (await response.json()) as Answer;
  } catch {
    return null;
  }
}

/** Version 4, also where a page without HTTPS has no crypto.randomUUID. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) =>
    (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
