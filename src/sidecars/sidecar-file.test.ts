import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY_SIDECAR } from './history-sidecar.ts';
import { changedSidecar, seconds, writeSidecar, type ChangedSidecar } from './sidecar-file.ts';

const WRITTEN = 1_700_000_000;

/** A picture with its sidecar, which darktable wrote last. */
function stage() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-sidecar-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [picture, sidecar] = [join(folder, 'a.jpg'), join(folder, 'a.jpg.xmp')];
  writeFileSync(picture, 'a picture');
  const put = (text: string | Buffer, at = WRITTEN) => {
    writeFileSync(sidecar, text);
    utimesSync(sidecar, at, at);
  };
  put(EMPTY_SIDECAR);
  const facts = {
    imageId: 7,
    picture,
    sidecar,
    writtenAt: WRITTEN as number | null,
    isNameShared: false,
    editedHash: null,
  };
  const changed = (change = (text: string) => `${text}<!-- new -->`) => changedSidecar(facts, change);
  const write = async (more: Partial<Stats> = {}) => {
    const found = (await changed()) as ChangedSidecar;
    const seen = Object.assign(Object.create(found.seen) as Stats, more);
    return writeSidecar({ ...found, seen }, WRITTEN + 50);
  };
  return { folder, picture, sidecar, put, facts, changed, write, text: () => readFileSync(sidecar, 'utf8') };
}
const left = (reason: unknown, more = {}) => ({ imageId: 7, reason, ...more });

test('a sidecar gets its new text, and one that needs none is nothing to do', async () => {
  const { changed, facts, sidecar } = stage();
  const { ino, mode } = statSync(sidecar);
  const text = `${EMPTY_SIDECAR}<!-- new -->`;
  expect(await changed()).toMatchObject({ facts, file: sidecar, text, seen: { ino, mode } });
  expect(await changed((before) => before)).toBeNull();
});

test('a missing picture or sidecar is left, and only the sidecar counts as missing', async () => {
  const { changed, picture, sidecar } = stage();
  rmSync(sidecar);
  const none = 'There is no sidecar. darktable makes one with its next change of this image.';
  expect(await changed()).toEqual(left(none, { isMissing: true }));
  rmSync(picture);
  expect(await changed()).toEqual(left('The picture is not there now.'));
});

test('one that another program changed is left, as far as clocks can tell', async () => {
  const { changed, put, facts } = stage();
  const newer = left('The sidecar was changed by another program, and darktable has not read it since.');
  put(EMPTY_SIDECAR, WRITTEN + 2.9);
  expect(await changed()).toHaveProperty('text');
  put(EMPTY_SIDECAR, WRITTEN + 3);
  expect(await changed()).toEqual(newer);
  facts.writtenAt = null;
  put(EMPTY_SIDECAR, 3);
  expect(await changed()).toEqual(newer);
  put(EMPTY_SIDECAR, 2);
  expect(await changed()).toHaveProperty('text');
});

test('the sidecar of another picture is left', async () => {
  const { changed, facts } = stage();
  facts.isNameShared = true;
  expect(await changed()).toEqual(left('The sidecar may be of another picture that has one of the same name.'));
});

test('what cannot be read whole and byte for byte is left', async () => {
  const { changed, put, sidecar } = stage();
  const because = (reason: string) => left(expect.stringMatching(`^The sidecar was left as it is: .*${reason}`));
  put(Buffer.concat([Buffer.from(EMPTY_SIDECAR), Buffer.from([0xff])]));
  expect(await changed()).toEqual(because('utf-8'));
  put(`\uFEFF${EMPTY_SIDECAR}`);
  expect(await changed((text) => `${text}.`)).toMatchObject({ text: `\uFEFF${EMPTY_SIDECAR}.` });
  expect(
    await changed(() => {
      throw new Error('it is odd');
    }),
  ).toEqual(because('it is odd'));
  truncateSync(sidecar, 64 * 1024 * 1024 + 1);
  expect(await changed()).toEqual(because('it is too large'));
  rmSync(sidecar);
  mkdirSync(sidecar);
  expect(await changed()).toEqual(because('a folder'));
});

test('a link stays one: the file that it leads to is replaced', async () => {
  const { folder, sidecar, write, text } = stage();
  renameSync(sidecar, join(folder, 'elsewhere'));
  symlinkSync('elsewhere', sidecar);
  expect(await write()).toBeNull();
  expect(lstatSync(sidecar).isSymbolicLink()).toBe(true);
  expect(text()).toContain('new');
});

test.each([0o600, 0o666, 0o4751])('what is written keeps the rights %o and gets its time', async (mode) => {
  const { folder, sidecar, write, text } = stage();
  writeFileSync(`${sidecar}.safelight`, 'half of it, by one that was killed');
  chmodSync(sidecar, mode);
  const before = statSync(sidecar);
  expect(await write()).toBeNull();
  const after = statSync(sidecar);
  expect(text()).toBe(`${EMPTY_SIDECAR}<!-- new -->`);
  expect([after.mode & 0o7777, seconds(after), after.ino === before.ino]).toEqual([mode, WRITTEN + 50, false]);
  expect(readdirSync(folder)).toEqual(['a.jpg', 'a.jpg.xmp']);
});

test.runIf(process.getuid?.() === 0).each([
  [1234, 0],
  [0, 1234],
])('what is written keeps its owner %i and its group %i', async (uid, gid) => {
  const { sidecar, write } = stage();
  chownSync(sidecar, uid, gid);
  expect(await write()).toBeNull();
  expect(statSync(sidecar)).toMatchObject({ uid, gid });
});

test.each([{ mtimeMs: 1 }, { ino: 1 }, { size: 1 }])('one with another %o than was read is left', async (seen) => {
  const { folder, write, text } = stage();
  expect(await write(seen)).toEqual(left('Another program changed the sidecar at the same moment.'));
  expect(text()).toBe(EMPTY_SIDECAR);
  expect(readdirSync(folder)).toEqual(['a.jpg', 'a.jpg.xmp']);
});

test('what cannot be written leaves no draft', async () => {
  const { folder, sidecar, changed } = stage();
  const found = (await changed()) as ChangedSidecar;
  const refused = left(expect.stringMatching('^The sidecar could not be written: .'));
  rmSync(sidecar);
  expect(await writeSidecar(found, WRITTEN)).toEqual(refused);
  expect(readdirSync(folder)).toEqual(['a.jpg']);
  rmSync(folder, { recursive: true });
  expect(await writeSidecar(found, WRITTEN)).toEqual(refused);
});

test.runIf(process.platform === 'linux')('no file stays open', async () => {
  const { write, facts, sidecar } = stage();
  const opened = () => readdirSync('/proc/self/fd').length;
  const before = opened();
  for (let time = 0; time < 40; time += 1) {
    facts.writtenAt = seconds(statSync(sidecar));
    await write();
  }
  expect(opened()).toBeLessThan(before + 20);
});
