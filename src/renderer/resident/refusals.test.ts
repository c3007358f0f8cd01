import { expect, test } from 'vitest';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import { Refusals, RequestRefused } from './refusals.ts';
import type { Wanted } from './requests.ts';

const MINUTE_MS = 60_000;

function start() {
  const clock = { ms: 0 };
  return { clock, refusals: new Refusals(() => clock.ms) };
}

const wanted = (scale: number, more: Partial<Wanted> = {}): Wanted => ({
  picture: '/photos/one.raf',
  development: { xmp: '<xmp>' } as Wanted['development'],
  isDraft: false,
  quality: 85,
  view: { region: { x: 0, y: 0, width: 10, height: 10, scale } },
  ...more,
});

test('what has ended darktable is refused to whom asked, and other views of the picture to nobody', () => {
  const { refusals } = start();
  refusals.note({ client: 'reader', wanted: wanted(1e-6) }, 'a picture took longer than 60 s');
  const check = (client: string | null, of: Wanted) => () => refusals.check({ client, wanted: of });
  expect(check('reader', wanted(1e-6))).toThrow(new RequestRefused('a picture took longer than 60 s'));
  expect(check('reader', wanted(1e-6, { quality: 10 }))).toThrow(RequestRefused);
  expect(check('reader', wanted(1))).not.toThrow();
  expect(check('reader', wanted(1e-6, { isDraft: true }))).not.toThrow();
  for (const client of [null, OWN_CLIENT_IDS.browser, 'other']) expect(check(client, wanted(1e-6))).not.toThrow();
});

test('it is forgotten after ten minutes', () => {
  const { refusals, clock } = start();
  refusals.note({ client: null, wanted: wanted(1) }, 'it ended with SIGSEGV');
  clock.ms += 9 * MINUTE_MS;
  expect(() => refusals.check({ client: null, wanted: wanted(1) })).toThrow('it ended with SIGSEGV');
  clock.ms += 2 * MINUTE_MS;
  expect(() => refusals.check({ client: null, wanted: wanted(1) })).not.toThrow();
});

test('a client that ends darktable with ever other requests has to wait, unless it is the owner', () => {
  const { refusals, clock } = start();
  for (const client of ['reader', OWN_CLIENT_IDS.browser])
    for (const scale of [0.1, 0.2, 0.3]) {
      refusals.note({ client, wanted: wanted(scale) }, 'it ended with SIGSEGV');
      clock.ms += MINUTE_MS;
    }
  const check = (client: string) => () => refusals.check({ client, wanted: wanted(0.5) });
  expect(check(OWN_CLIENT_IDS.browser)).not.toThrow();
  expect(check('other')).not.toThrow();
  let error: unknown;
  try {
    check('reader')();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({
    code: 'slow_down',
    retryAfterSeconds: 4 * 60,
    message: 'darktable has crashed or stalled several times at requests of this client.',
  });
  clock.ms += 5 * MINUTE_MS;
  expect(check('reader')).not.toThrow();
});
