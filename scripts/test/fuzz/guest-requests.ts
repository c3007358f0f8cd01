import fc from 'fast-check';
import { guestRoutes } from '../../../src/server/guests/guest-routes.ts';
import { nonsenseText } from './nonsense.ts';
import type { FuzzRequest } from './requests.ts';
import { seldom } from './values.ts';

export interface KnownGuest {
  /** Paths of links; the cookie has come in through the first. */
  links: readonly string[];
  keys: readonly string[];
  cookie: string;
}

const UUID = '0b8a1e6e-0f2c-4a7e-9a43-0d2a4d3f6c11';

/** What pages of guests ask for, strangers guess, and scanners try; most of it below a link that leads somewhere. */
export function guestRequests({ links, keys, cookie }: KnownGuest): fc.Arbitrary<FuzzRequest> {
  const key = fc.constantFrom(...keys);
  const part = seldom(6, nonsenseText.map(encodeLoosely), null);
  const known = fc.constantFrom(
    ...guestRoutes.map(({ method, path }) => ({ method, path })),
    ...['enter', 'state', 'preview.jpg', ''].map((path) => ({ method: path === 'enter' ? 'POST' : 'GET', path })),
  );
  const below = fc
    .tuple(known, key, fc.constantFrom('tile', 'screen', 'large', 'web', 'full', '1', '__proto__', '..'), part)
    .map(([{ method, path }, picture, size, other]) => ({
      method,
      path: path
        .replace(':key', other ?? picture)
        .replace(/:(size|quality)/, size)
        .replace(':id', UUID),
    }));
  const elsewhere = fc.constantFrom(
    '/api/v1/images',
    '/api/v1/admin/settings',
    '/session',
    '/p/a/x',
    '/p/a/../index.html',
    '/',
    '*',
    '/p',
  );
  const mark = fc.record({
    favorite: seldom(8, fc.anything(), true),
    stars: seldom(8, fc.anything(), 3),
    verdict: seldom(8, fc.anything(), null),
    version: seldom(8, fc.anything(), 0),
  });
  const comment = fc.record({
    id: seldom(8, fc.anything(), UUID),
    picture: fc.oneof(key, nonsenseText),
    text: nonsenseText,
    point: seldom(4, fc.anything(), { x: 0.5, y: 0.5 }),
    on: seldom(4, nonsenseText, null),
  });
  const entry = fc.record({ name: nonsenseText, code: seldom(3, nonsenseText, 'ABCDEF') }, { requiredKeys: [] });
  const body = fc
    .oneof(mark, comment, entry, fc.record({ text: nonsenseText }), fc.anything(), fc.constant('x'.repeat(50_000)))
    .map((value) => Buffer.from(JSON.stringify([value]).slice(1, -1)));
  const header = fc.oneof(
    fc.constantFrom<[string, string]>(
      ['If-None-Match', '*'],
      ['Range', 'bytes=0-1'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['X-Forwarded-For', '203.0.113.9, 10.0.0.1'],
      ['X-Forwarded-Proto', 'https'],
      ['Content-Encoding', 'gzip'],
      ['Content-Type', 'text/plain'],
      ['Content-Type', 'application/json; charset=x'],
      ['Accept-Encoding', 'br;q=0, *'],
      ['Expect', '100-continue'],
      ['Upgrade', 'websocket'],
      ['Host', 'evil.example'],
    ),
    nonsenseText.map((text): [string, string] => ['Cookie', `safelight_guest=${headerText(text)}`]),
  );
  return fc
    .record({
      link: fc.constantFrom(links[0]!, ...links),
      below,
      elsewhere: seldom(20, elsewhere, null),
      method: seldom(
        12,
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'),
        null,
      ),
      search: seldom(8, nonsenseText.map(encodeLoosely), ''),
      isInside: seldom(4, fc.constant(false), true),
      headers: seldom(3, fc.array(header, { maxLength: 3 }), []),
      body,
      hasBody: fc.boolean(),
    })
    .map((made) => {
      const method = made.method ?? made.below.method;
      const path = made.elsewhere ?? `${made.link}${made.below.path === '' ? '' : `/${made.below.path}`}`;
      const isSent = made.hasBody && method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
      return {
        method,
        path: made.search === '' ? path : `${path}?${made.search}`,
        headers: [
          ...(made.isInside ? [['Cookie', cookie] as [string, string]] : []),
          ...(isSent ? [['Content-Type', 'application/json'] as [string, string]] : []),
          ...made.headers,
        ],
        body: isSent ? made.body : null,
      };
    });
}

/** As a careless client writes it, without what Node's client refuses to send. */
const encodeLoosely = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\x21-\x7e]/g, '%20');
const headerText = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?');
