import { expect, test } from 'vitest';
import type { ChangeResult } from '../../../contract/image-change.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import type { TakeoverPlan } from '../../../contract/proof-takeover.ts';
import { type ProofMade, UNMARKED } from '../../../contract/proofs.ts';
import { startApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'proofing:manage'];

test('marks are taken over as planned, as one change with one undo, and never by a plan that is another by now', async () => {
  const library = [1, 2, 3].map((id) => ({ id, filename: `${id}.nef`, stars: id === 2 ? 2 : 0 }));
  const app = await startApp({ library });
  const ask = <Body>(method: string, path: string, body?: object, granted = scopes) =>
    app.ask<Body>(method, `/api/v1${path}`, { scopes: granted, body });
  const allows = { favorite: true, stars: true, verdict: true };
  const { body: made } = await ask<ProofMade>('POST', '/proofs', {
    title: 'Wedding',
    order: 'given',
    source: { ids: [1, 2, 3] },
    allows,
  });
  const { guestDoor, proofs } = app.app.services;
  const link = guestDoor.link(made.links[0]!.path.replace('/p/', ''))!;
  const session = { link, guest: (guestDoor.enter(link, 'Anna') as { guest: number }).guest };
  const [first, second, third] = guestDoor.state(session).pictures.map(({ key }) => key) as [string, string, string];
  guestDoor.mark(session, first, { ...UNMARKED, stars: 4, favorite: true, version: 0 });
  guestDoor.mark(session, second, { ...UNMARKED, stars: 5, version: 0 });

  const path = `/proofs/${made.proof.id}/takeover`;
  const rule = { rule: 'higher-wins' };
  const plan = async (request: object) => (await ask<TakeoverPlan>('POST', `${path}/plan`, request)).body;
  const { id, counts, conflicts } = await plan(rule);
  expect(counts).toEqual({ marked: 2, changed: 2, stars: 2, labels: 0, tags: 1, notes: 0, conflicts: 1, missing: 0 });
  expect(conflicts).toMatchObject([{ image_id: 2, why: 'stars', our_stars: 2, guests: [{ name: 'Anna', stars: 5 }] }]);
  expect((await plan({})).counts).toMatchObject({ changed: 1, stars: 1 });

  guestDoor.mark(session, third, { ...UNMARKED, favorite: true, version: 0 });
  expect((await ask('POST', path, { ...rule, plan: id })).status).toBe(409);
  expect((await ask('POST', path, { plan: (await plan(rule)).id })).status).toBe(409);
  expect((await ask('POST', path, { ...rule, plan: id }, ['proofing:manage'])).status).toBe(403);
  const ratings = async () =>
    Promise.all([1, 2].map(async (image) => (await ask<ImageRecord>('GET', `/images/${image}`)).body.rating));
  expect(await ratings()).toEqual([0, 2]);

  const { body: done } = await ask<ChangeResult>('POST', path, { ...rule, plan: (await plan(rule)).id });
  expect([done.changed, await ratings()]).toEqual([3, [4, 5]]);
  expect((await ask<ImageRecord>('GET', '/images/3')).body.tags).toEqual(['client|Anna|favorite']);
  expect((await plan(rule)).counts.changed).toBe(0);
  await ask('POST', `/changes/${done.change}/undo`);
  expect([await ratings(), (await ask<ImageRecord>('GET', '/images/3')).body.tags]).toEqual([[0, 2], []]);

  // An id that belongs to another picture by now is never changed.
  app.library.change("UPDATE images SET filename = 'other.nef', datetime_taken = 1 WHERE id = 1");
  expect((await plan(rule)).counts).toMatchObject({ missing: 1, changed: 2 });
  await proofs.end(made.proof.id);
  expect((await plan(rule)).counts.changed).toBe(2);
});
