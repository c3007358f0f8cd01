import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guestStage } from '../../../src/testing/guest-stage.ts';
import { guestRequests } from './guest-requests.ts';
import { send } from './send.ts';

/** `SAFELIGHT_GUEST_REQUESTS=50000` sends as many. */
const REQUESTS = Number(process.env.SAFELIGHT_GUEST_REQUESTS ?? 1_500);
const SEED = 39;
const AT_ONCE = 8;

test(
  'whatever a guest or a stranger sends, the listener neither fails nor answers for the API',
  async () => {
    const stage = await guestStage(3, { limits: { requests: Infinity, outside: Infinity, bytes: Infinity } });
    const everything = { downloads: 'full', archive: true, link_preview: 'picture', guests: 'together' } as const;
    const inside = await stage.guest(everything);
    const locked = await stage.guest({ ...everything, password: 'Zwei Ringe' });
    const links = [inside.path, locked.path, `/p/${'x'.repeat(22)}`];
    const asked = fc.sample(guestRequests({ links, keys: inside.keys, cookie: inside.cookie }), {
      numRuns: REQUESTS,
      seed: SEED,
    });
    const statuses = new Map<number | string, number>();
    const faults: unknown[] = [];
    const next = asked.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const request of next) {
          const answer = await send(stage.url, request);
          const status = typeof answer === 'string' ? answer : answer.status;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const isOfApi = typeof answer !== 'string' && /"(error|detail|items)":/.test(answer.body.toString());
          if (typeof status === 'string' || status >= 500 || (isOfApi && status < 400)) faults.push([status, request]);
        }
      }),
    );
    expect(faults).toEqual([]);
    // Most requests were near enough to be answered.
    for (const status of [200, 204, 400, 404]) expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
    if (REQUESTS > 5_000) console.log([...statuses].sort().join(' · '));
    expect((await stage.ask('GET', `${inside.path}/state`, { cookie: inside.cookie })).status).toBe(200);
  },
  60_000 + REQUESTS * 20,
);
