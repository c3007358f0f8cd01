import { expect, test } from 'vitest';
import { linkOf, proofingStage } from '../testing/proofing-stage.ts';
import type { GuestMark } from '../contract/guest-proof.ts';
import { UNMARKED } from '../contract/proofs.ts';
import { MOST_GUESTS } from './open-door.ts';

const favorite: GuestMark = { ...UNMARKED, favorite: true, version: 0 };
const images = [
  { id: 11, filename: 'b.raw', taken: '2026-06-01T12:00:02' },
  { id: 12, filename: 'a.raw', taken: '2026-06-01T12:00:01' },
  { id: 13, filename: 'c.raw', taken: '2026-06-01T12:00:03' },
];

test('a guest comes in, sees the pictures, marks one and comes back to the mark after a restart', async () => {
  const stage = await proofingStage(3);
  const made = await stage.make({ title: 'Anna & Ben', welcome: 'Choose your ten.' });
  const session = stage.enter(made, 'Anna');
  const { pictures, ...state } = stage.door.state(session);
  expect(state).toMatchObject({
    title: 'Anna & Ben',
    welcome: 'Choose your ten.',
    name: 'Anna',
    marks: {},
    is_done: false,
  });
  expect(pictures).toHaveLength(3);
  expect(pictures[0]).toMatchObject({ version: null, since: 0 });
  const { key } = pictures[1]!;
  expect(stage.door.mark(session, key, favorite)).toEqual({ ...favorite, version: 1 });
  stage.restart();
  expect(stage.door.state(session).marks).toEqual({ [key]: { ...favorite, version: 1 } });
});

test('the pictures come by time, by name or as they were given', async () => {
  const { make, enter, store, proofs, door } = await proofingStage(images);
  const made = await make({ source: { ids: [13, 11, 12] } });
  const session = enter(made);
  const idOf = new Map(store.proofs.pictures(made.proof.id).map(({ key, imageId }) => [key, imageId]));
  const shown = () => door.state(session).pictures.map(({ key }) => idOf.get(key));
  expect(shown()).toEqual([12, 11, 13]);
  await proofs.change(made.proof.id, { order: 'given' });
  expect(shown()).toEqual([13, 11, 12]);
  await proofs.change(made.proof.id, { order: 'name' });
  expect(shown()).toEqual([12, 11, 13]);
});

test.each([
  ['the same mark again, also by what was seen before, is no conflict', favorite, { ...favorite, version: 1 }],
  [
    'another mark by an old version is refused with what is stored',
    { ...UNMARKED, stars: 3, version: 0 },
    { refused: { why: 'newer', mark: { ...favorite, version: 1 } } },
  ],
  [
    'another mark by the present version is stored',
    { ...UNMARKED, stars: 3, version: 1 },
    { ...UNMARKED, stars: 3, version: 2 },
  ],
])('%s', async (_, sent, answer) => {
  const { make, enter, door } = await proofingStage(1);
  const session = enter(
    await make({ allows: { favorite: true, stars: true, verdict: true, comments: true, final_text: true } }),
  );
  const { key } = door.state(session).pictures[0]!;
  door.mark(session, key, favorite);
  expect(door.mark(session, key, sent)).toEqual(answer);
});

test('what guests may not say stays as it was', async () => {
  const { make, enter, door, proofs } = await proofingStage(1);
  const made = await make();
  const session = enter(made);
  const { key } = door.state(session).pictures[0]!;
  expect(door.mark(session, key, { favorite: true, stars: 5, verdict: 'yes', version: 0 })).toEqual({
    ...favorite,
    version: 1,
  });
  await proofs.change(made.proof.id, {
    allows: { favorite: false, stars: true, verdict: false, comments: true, final_text: true },
  });
  expect(door.mark(session, key, { ...UNMARKED, stars: 2, version: 1 })).toEqual({
    favorite: true,
    stars: 2,
    verdict: null,
    version: 2,
  });
});

test('an eighth favorite of seven is refused, until one is taken away', async () => {
  const { make, enter, door } = await proofingStage(8);
  const session = enter(await make({ most_favorites: 7 }));
  const keys = door.state(session).pictures.map(({ key }) => key);
  for (const key of keys.slice(0, 7)) expect(door.mark(session, key, favorite)).toMatchObject({ version: 1 });
  expect(door.mark(session, keys[7]!, favorite)).toMatchObject({ refused: { why: 'full' } });
  door.mark(session, keys[0]!, { ...UNMARKED, version: 1 });
  expect(door.mark(session, keys[7]!, favorite)).toMatchObject({ version: 1 });
});

test('guests who share their marks are one, whichever link and device they have', async () => {
  const { make, enter, proofs, door } = await proofingStage(2);
  const made = await make({ guests: 'together', most_favorites: 1 });
  const second = proofs.addLink(made.proof.id, null);
  const [anna, ben] = [enter(made), enter({ ...made, links: [second] })];
  expect(ben.guest).toBe(anna.guest);
  const [one, other] = door.state(anna).pictures.map(({ key }) => key);
  door.mark(anna, one!, favorite);
  expect(door.mark(ben, other!, favorite)).toMatchObject({ refused: { why: 'full' } });
});

test('a named guest is the same one each time, and the name is that of the link', async () => {
  const { make, enter, door } = await proofingStage(1);
  const made = await make({ guests: 'named', links: ['Anna', 'Ben'] });
  expect(enter(made, 'Somebody').guest).toBe(enter(made, 'Else').guest);
  expect(door.state(enter(made, '', 1))).toMatchObject({ name: 'Ben' });
});

test('two guests with one name are told apart', async () => {
  const { make, enter, proofs } = await proofingStage(1);
  const made = await make();
  for (const name of ['Anna', 'anna', ' ANNA ']) enter(made, name);
  const { guests } = await proofs.marks(made.proof.id);
  expect(guests.map(({ name }) => name)).toEqual(['Anna', 'anna (2)', 'ANNA (3)']);
});

test('after Done nothing is taken, until the photographer opens it again', async () => {
  const { make, enter, door, proofs } = await proofingStage(1);
  const made = await make();
  const session = enter(made);
  const { key } = door.state(session).pictures[0]!;
  const comment = { id: crypto.randomUUID(), picture: key, text: 'Without the uncle', point: null, on: null };
  door.done(session);
  expect(door.state(session).is_done).toBe(true);
  for (const said of [
    door.mark(session, key, favorite),
    door.comment(session, comment),
    door.setFinalText(session, 'Thanks'),
    door.removeComment(session, comment.id),
  ])
    expect(said).toEqual({ refused: { why: 'done' } });
  proofs.openAgain(made.proof.id, session.guest);
  expect(door.comment(session, comment)).toMatchObject({ text: 'Without the uncle' });
});

test('a comment that is sent twice is one', async () => {
  const { make, enter, door } = await proofingStage(1);
  const session = enter(await make());
  const { key } = door.state(session).pictures[0]!;
  const comment = { id: crypto.randomUUID(), picture: key, text: 'Brighter', point: null, on: null };
  expect(door.comment(session, comment)).toEqual(door.comment(session, comment));
  expect(door.state(session).comments).toHaveLength(1);
  expect(door.removeComment(session, comment.id)).toBe(true);
  expect(door.state(session).comments).toEqual([]);
});

test('the point of a comment moves with the picture, or belongs to an earlier version', async () => {
  const { make, makeAll, enter, door } = await proofingStage(1);
  const made = await make();
  makeAll(made.proof.id);
  const session = enter(made);
  const { key, version } = door.state(session).pictures[0]!;
  const point = { x: 0.25, y: 0.5 };
  const say = (on: string | null) =>
    door.comment(session, { id: crypto.randomUUID(), picture: key, text: 'Here', point, on });
  expect(say(version)).toMatchObject({ point, is_earlier: false });
  expect(say('turned')).toMatchObject({ point: { x: 0.5, y: 0.75 }, is_earlier: false });
  expect(say('lost')).toMatchObject({ point: null, is_earlier: true });
});

test('a second device goes on as the same guest by a code that works once', async () => {
  const { make, enter, door, clock } = await proofingStage(1);
  const session = enter(await make());
  const code = door.deviceCode(session);
  expect(door.guestOfCode(session.link, code.toLowerCase().replaceAll('-', ' '))).toBe(session.guest);
  expect(door.guestOfCode(session.link, code)).toBeNull();
  const late = door.deviceCode(session);
  clock.elapsedMs += 600_001;
  expect(door.guestOfCode(session.link, late)).toBeNull();
});

test('a visit is counted when a gesture was made, once in half an hour, on the day of the photographer', async () => {
  const { make, enter, door, proofs, clock } = await proofingStage(1);
  const made = await make();
  const session = enter(made);
  expect(door.state(session).here_before).toBeNull();
  door.visited(session);
  const first = clock.ms;
  clock.ms += 60_000;
  door.visited(session);
  expect(door.state(session).here_before).toBeNull();
  clock.ms += 3_600_000;
  expect(door.state(session).here_before).toBe(first + 60_000);
  door.visited(session);
  expect(door.state(session).here_before).toBe(first + 60_000);
  const { visits } = await proofs.find(made.proof.id);
  expect(visits.reduce((sum, day) => sum + day.visits, 0)).toBe(2);
});

test('the tag changes with what a guest sees, and with nothing else', async () => {
  const { make, makeAll, enter, door } = await proofingStage(2);
  const made = await make();
  const [anna, ben] = [enter(made, 'Anna'), enter(made, 'Ben')];
  const { key } = door.state(anna).pictures[0]!;
  const before = door.stateTag(ben);
  door.mark(anna, key, favorite);
  expect(door.stateTag(ben)).toBe(before);
  makeAll(made.proof.id);
  expect(door.stateTag(ben)).not.toBe(before);
});

test('what guests say is told when it is stored, and who did it when it is done', async () => {
  const { make, enter, door, it } = await proofingStage(images);
  const made = await make({ source: { ids: [12] } });
  const session = enter(made);
  const told: unknown[] = [];
  it.events.on('proof.marked', (news) => told.push(news));
  it.events.on('proof.done', (news) => told.push(news));
  const { key } = door.state(session).pictures[0]!;
  door.mark(session, key, favorite);
  door.mark(session, key, favorite);
  door.done(session);
  door.done(session);
  const proof = made.proof.id;
  expect(told).toEqual([
    { proof, image: 12 },
    { proof, guest: session.guest },
  ]);
});

test('pictures are downloaded as far as the proof allows it', async () => {
  const { make, makeAll, enter, door, proofs } = await proofingStage(images);
  const made = await make({ order: 'name', title: 'Best: of 2026' });
  makeAll(made.proof.id);
  const session = enter(made);
  const { key } = door.state(session).pictures[0]!;
  expect(await door.download(session, key, 'web')).toBeNull();
  await proofs.change(made.proof.id, { downloads: 'web', archive: true });
  expect(await door.download(session, key, 'web')).toMatchObject({ name: 'Best_ of 2026 001.jpg' });
  expect(await door.download(session, key, 'full')).toBeNull();
  expect(door.archive(session, 'full')).toBeNull();
  expect(door.archive(session, 'web')?.pictures).toHaveLength(3);
  await proofs.change(made.proof.id, { downloads: 'full', shows_names: true });
  const full = (await door.download(session, key, 'full'))!;
  expect(full.name).toBe('a.jpg');
  expect(full.file).toMatch(/-full\.jpg$/);
});

test('no more guests come than may', async () => {
  const { make, enter, door } = await proofingStage(1);
  const made = await make();
  for (let count = 0; count < MOST_GUESTS; count++) enter(made, `Guest ${count}`);
  expect(door.enter(linkOf(door, made.links[0]!.path), 'One more')).toEqual({ refused: 'too-many' });
});
