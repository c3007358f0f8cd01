/** What strangers, guests of others and guests themselves can try at the door, by who tries it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GuestMark } from '../contract/guest-proof.ts';
import { UNMARKED } from '../contract/proofs.ts';
import { linkOf, proofingStage } from '../testing/proofing-stage.ts';
import { hashOfSecret, newLinkSecret } from './secrets.ts';

const favorite: GuestMark = { ...UNMARKED, favorite: true, version: 0 };
const DAY_MS = 24 * 3_600_000;
const say = (picture: string, text: string) => ({ id: crypto.randomUUID(), picture, text, point: null, on: null });

describe('who guesses links', () => {
  test('10,000 forged secrets open nothing, nor do other spellings of a right one', async () => {
    const { make, door } = await proofingStage(1);
    const secret = (await make()).links[0]!.path.slice(3);
    expect(door.link(secret)).not.toBeNull();
    expect(Array.from({ length: 10_000 }, newLinkSecret).filter((forged) => door.link(forged))).toEqual([]);
    const swapped = secret.replace(/[a-zA-Z]/, (sign) =>
      sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase(),
    );
    for (const spelling of [swapped, `${secret} `, `${secret}-`, `${secret}\0`, secret.slice(1), `%${secret}`, '', '/'])
      expect([spelling, door.link(spelling)]).toEqual([spelling, null]);
  });

  test('a secret has 128 bits, of letters and digits alone, and no two are alike', () => {
    const secrets = Array.from({ length: 1_000 }, newLinkSecret);
    expect(new Set(secrets).size).toBe(1_000);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(22 * Math.log2(new Set(secrets.join('')).size)).toBeGreaterThan(128);
  });
});

describe('who has the data folder', () => {
  test('neither a secret nor a password is in it', async () => {
    const { make, it } = await proofingStage(1);
    const password = 'correct horse';
    const secret = (await make({ password })).links[0]!.path.slice(3);
    const files = readdirSync(it.folder).filter((name) => name.startsWith('proofs.db'));
    const kept = Buffer.concat(files.map((name) => readFileSync(join(it.folder, name))));
    expect(kept.includes(hashOfSecret(secret)!)).toBe(true);
    expect(kept.includes(secret)).toBe(false);
    expect(kept.includes(password)).toBe(false);
  });
});

describe('a scanner that opens each link of a mail', () => {
  test('changes nothing: no visit, guest, mark or end', async () => {
    const { make, makeAll, door, proofs } = await proofingStage(1);
    const made = await make({ link_preview: 'picture' });
    makeAll(made.proof.id);
    const before = JSON.stringify([await proofs.find(made.proof.id), await proofs.marks(made.proof.id)]);
    const link = linkOf(door, made.links[0]!.path);
    expect(link.preview).toEqual({ title: 'Wedding', hasPicture: true });
    await door.previewFile(link);
    door.link(made.links[0]!.path.slice(3));
    expect(JSON.stringify([await proofs.find(made.proof.id), await proofs.marks(made.proof.id)])).toBe(before);
  });

  test('is told nothing of a proof with a password, and no picture unless that is wanted', async () => {
    const { make, makeAll, door } = await proofingStage(1);
    const secret = await make({ password: 'secret', link_preview: 'picture' });
    const titled = await make();
    for (const { proof } of [secret, titled]) makeAll(proof.id);
    const [closed, open] = [secret, titled].map(({ links }) => linkOf(door, links[0]!.path));
    expect(closed!.preview).toBeNull();
    expect(await door.previewFile(closed!)).toBeNull();
    expect(await door.previewFile(open!)).toBeNull();
  });
});

describe('who comes too late', () => {
  test('a proof ends at one instant, and a clock that is set back opens it no more', async () => {
    const stage = await proofingStage(1);
    const made = await stage.make();
    const session = stage.enter(made);
    const began = stage.clock.ms;
    const secret = made.links[0]!.path.slice(3);
    stage.clock.ms = began + 30 * DAY_MS - 1;
    expect(stage.door.link(secret)).not.toBeNull();
    stage.clock.ms += 1;
    expect(stage.door.link(secret)).toBeNull();
    expect(stage.door.isGuest(session.link, session.guest)).toBe(false);
    stage.clock.ms = began;
    expect(stage.door.link(secret)).toBeNull();
    stage.restart();
    expect(stage.door.link(secret)).toBeNull();
    expect(await stage.proofs.find(made.proof.id)).toMatchObject({ state: 'expired' });
    await stage.proofs.change(made.proof.id, { expires_at: new Date(began + DAY_MS).toISOString() });
    expect(stage.door.link(secret)).not.toBeNull();
  });

  test('an end that nobody looked at is noted at the next start', async () => {
    const stage = await proofingStage(1);
    const made = await stage.make();
    stage.clock.ms += 31 * DAY_MS;
    stage.restart();
    stage.clock.ms -= 31 * DAY_MS;
    expect(stage.door.link(made.links[0]!.path.slice(3))).toBeNull();
  });

  test('a removed link, an ended and a deleted proof open nothing, to those inside either', async () => {
    const { make, makeAll, enter, door, proofs, told } = await proofingStage(1);
    const ends = ['removed link', 'ended', 'deleted'] as const;
    for (const end of ends) {
      const made = await make();
      makeAll(made.proof.id);
      const session = enter(made);
      const { key } = door.state(session).pictures[0]!;
      const { id } = made.proof;
      if (end === 'removed link') proofs.removeLink(id, made.links[0]!.id);
      else if (end === 'ended') await proofs.end(id);
      else proofs.remove(id);
      expect(door.link(made.links[0]!.path.slice(3))).toBeNull();
      // Whoever removes a link closes the way; the listener looks for the link each time.
      if (end === 'removed link') continue;
      expect(door.isGuest(session.link, session.guest)).toBe(false);
      expect(door.mark(session, key, favorite)).toBeNull();
      expect(await door.picture(session, key, 'tile')).toBeNull();
      expect(() => door.state(session)).toThrow('nothing here');
      expect(told).toContain(`forget ${made.proof.id}`);
    }
  });
});

describe('who has another proof', () => {
  test('its password, session, code and pictures open nothing here', async () => {
    const { make, makeAll, enter, door } = await proofingStage(2);
    const [own, other] = [await make({ password: 'mine' }), await make({ password: 'yours', downloads: 'full' })];
    for (const { proof } of [own, other]) makeAll(proof.id);
    const [inside, there] = [enter(own), enter(other)];
    expect(await door.isPassword(there.link, 'mine')).toBe(false);
    expect(door.isGuest(there.link, inside.guest)).toBe(false);
    expect(door.guestOfCode(there.link, door.deviceCode(inside))).toBeNull();
    const { key } = door.state(inside).pictures[0]!;
    expect(door.state(there).pictures.map((picture) => picture.key)).not.toContain(key);
    expect(door.mark(there, key, favorite)).toBeNull();
    expect(door.comment(there, say(key, 'Hello'))).toBeNull();
    expect(await door.picture(there, key, 'tile')).toBeNull();
    expect(await door.download(there, key, 'full')).toBeNull();
  });

  test('a guest of one link is none of another', async () => {
    const { make, enter, door } = await proofingStage(1);
    const made = await make({ guests: 'named', links: ['Anna', 'Ben'] });
    const [anna, ben] = [enter(made, '', 0), enter(made, '', 1)];
    expect(door.isGuest(anna.link, ben.guest)).toBe(false);
    expect(door.isGuest(ben.link, ben.guest)).toBe(true);
  });
});

describe('who knows or tries passwords', () => {
  test('the right one opens however it is typed, a wrong one never', async () => {
    const { make, door } = await proofingStage(1);
    const made = await make({ password: 'Käse\u0301 1' });
    const link = linkOf(door, made.links[0]!.path);
    const tries = ['Käse\u0301 1', 'Ka\u0308s\u00e9 1', '  Käsé 1 '];
    expect(await Promise.all(tries.map((typed) => door.isPassword(link, typed)))).toEqual([true, true, true]);
    const wrong = ['käsé 1', 'Käsé1', '', 'Kasé 1'];
    expect(await Promise.all(wrong.map((typed) => door.isPassword(link, typed)))).toEqual(wrong.map(() => false));
  });

  test('sessions end with another password, and with none any more', async () => {
    const { make, enter, door, proofs } = await proofingStage(1);
    const made = await make({ password: 'first' });
    for (const password of ['second', null]) {
      const session = enter(made);
      expect(door.isGuest(session.link, session.guest)).toBe(true);
      await proofs.change(made.proof.id, { password });
      expect(door.isGuest(session.link, session.guest)).toBe(false);
      expect(linkOf(door, made.links[0]!.path).era).not.toBe(session.link.era);
    }
    const session = enter(made);
    await proofs.change(made.proof.id, { title: 'Another title' });
    expect(door.isGuest(session.link, session.guest)).toBe(true);
  });
});

describe('a guest who wants to know more', () => {
  const images = [
    { id: 987_654, filename: 'secret-name.raw', folder: '/home/photographer/clients', taken: '2026-06-01T12:34:56' },
    { id: 987_655, filename: 'hidden.raw', folder: '/home/photographer/clients', taken: '2026-06-01T12:34:57' },
  ];

  test('is told neither ids nor names, paths and times', async () => {
    const { make, makeAll, enter, door } = await proofingStage(images);
    const made = await make({ downloads: 'web', archive: true });
    makeAll(made.proof.id);
    const session = enter(made);
    const { key } = door.state(session).pictures[0]!;
    const file = (await door.download(session, key, 'web'))!;
    const told = JSON.stringify([
      door.state(session),
      door.stateTag(session),
      door.archive(session, 'web'),
      { name: file.name, etag: file.etag },
      door.comment(session, say(key, 'Hello')),
    ]);
    for (const hidden of ['98765', 'secret-name', 'hidden', 'photographer', '12:34'])
      expect([hidden, told.includes(hidden)]).toEqual([hidden, false]);
    const others = await make();
    expect(door.state(enter(others)).pictures.map((picture) => picture.key)).not.toContain(key);
  });

  test('sees what others said only where that is wanted, and never who they are by number', async () => {
    const { make, enter, door, proofs } = await proofingStage(1);
    const made = await make();
    const [anna, ben] = [enter(made, 'Anna'), enter(made, 'Ben')];
    const { key } = door.state(anna).pictures[0]!;
    door.mark(anna, key, favorite);
    door.comment(anna, say(key, 'Without the uncle'));
    expect(door.state(ben)).toMatchObject({ marks: {}, others: {}, comments: [] });
    await proofs.change(made.proof.id, { shows_others: true });
    expect(door.state(ben)).toMatchObject({
      marks: {},
      others: { [key]: [{ by: 'Anna', favorite: true }] },
      comments: [{ by: 'Anna', text: 'Without the uncle' }],
    });
    expect(door.state(anna).comments).toMatchObject([{ by: null }]);
    expect(door.removeComment(ben, door.state(ben).comments[0]!.id)).toBeNull();
  });

  test('a picture that was taken out is gone from all at once, and its marks are there when it comes back', async () => {
    const { make, makeAll, enter, door, proofs } = await proofingStage(images);
    const made = await make({ downloads: 'full', archive: true, shows_others: true, most_favorites: 1 });
    makeAll(made.proof.id);
    const [anna, ben] = [enter(made, 'Anna'), enter(made, 'Ben')];
    const [out, stays] = door.state(anna).pictures.map(({ key }) => key);
    door.mark(anna, out!, favorite);
    door.comment(anna, say(out!, 'This one'));
    await proofs.change(made.proof.id, { take_out: [out!] });
    for (const session of [anna, ben]) {
      expect(JSON.stringify(door.state(session))).not.toContain(out!);
      expect(door.archive(session, 'full')).toEqual({ title: 'Wedding', pictures: [stays] });
      expect(await door.picture(session, out!, 'screen')).toBeNull();
      expect(await door.download(session, out!, 'web')).toBeNull();
      expect(door.mark(session, out!, favorite)).toBeNull();
      expect(door.comment(session, say(out!, 'Where is it?'))).toBeNull();
    }
    expect(await proofs.find(made.proof.id)).toMatchObject({ pictures: 1, marked: 0 });
    // It does not count among the favorites either.
    expect(door.mark(anna, stays!, favorite)).toMatchObject({ version: 1 });
    await proofs.change(made.proof.id, { add: [987_654] });
    expect(door.state(anna).marks[out!]).toMatchObject({ favorite: true });
  });

  test('no other size can be had by its name', async () => {
    const { make, makeAll, enter, door } = await proofingStage(1);
    const made = await make({ downloads: 'web' });
    makeAll(made.proof.id);
    const session = enter(made);
    const { key } = door.state(session).pictures[0]!;
    for (const size of ['full', '9999', '../tile', 'constructor', '__proto__', ''])
      expect([size, await door.picture(session, key, size as 'tile')]).toEqual([size, null]);
    for (const size of ['full', 'large', 'constructor', ''])
      expect([size, await door.download(session, key, size as 'full')]).toEqual([size, null]);
    for (const of of ['../x', '', 'constructor', `${key} `]) expect(await door.picture(session, of, 'tile')).toBeNull();
  });
});

describe('guests who want to mark more', () => {
  test('of ten guests at the last of ten places one gets it', async () => {
    const { make, enter, door, proofs } = await proofingStage(20);
    const made = await make({ guests: 'together', most_favorites: 10, most_yes: 1 });
    const links = Array.from({ length: 10 }, () => proofs.addLink(made.proof.id, null));
    const guests = links.map((link) => enter({ ...made, links: [link] }));
    const keys = door.state(guests[0]!).pictures.map(({ key }) => key);
    for (const key of keys.slice(0, 9)) door.mark(guests[0]!, key, favorite);
    const said = await Promise.all(
      guests.map(async (guest, at) => {
        await Promise.resolve();
        return door.mark(guest, keys[9 + at]!, favorite);
      }),
    );
    expect(said.filter((answer) => answer && 'version' in answer)).toHaveLength(1);
    expect(said.filter((answer) => answer && 'refused' in answer && answer.refused.why === 'full')).toHaveLength(9);
  });

  test('a second device is no second identity', async () => {
    const { make, enter, door } = await proofingStage(2);
    const session = enter(await make({ most_favorites: 1 }));
    const [one, other] = door.state(session).pictures.map(({ key }) => key);
    door.mark(session, one!, favorite);
    const guest = door.guestOfCode(session.link, door.deviceCode(session))!;
    expect(door.mark({ link: session.link, guest }, other!, favorite)).toMatchObject({ refused: { why: 'full' } });
  });

  test('nobody says more in a minute than anybody can, and the next minute goes on', async () => {
    const { make, enter, door, clock } = await proofingStage(1);
    const made = await make();
    const [mad, calm] = [enter(made, 'Mad'), enter(made, 'Calm')];
    const { key } = door.state(mad).pictures[0]!;
    const answers = Array.from({ length: 1_501 }, () => door.mark(mad, key, { ...UNMARKED, version: 0 }));
    expect(answers.at(-2)).toEqual({ ...UNMARKED, version: 0 });
    expect(answers.at(-1)).toEqual({ refused: { why: 'too-many' } });
    expect(door.mark(calm, key, favorite)).toMatchObject({ version: 1 });
    clock.elapsedMs += 60_000;
    expect(door.mark(mad, key, favorite)).toMatchObject({ version: 1 });
  });
});
