import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lensDatabaseOf } from './lens-database.ts';

const file = (model: string) =>
  `<lensdatabase><camera><maker>Acme</maker><model>${model}</model><mount>A</mount></camera></lensdatabase>`;

/** A darktable with lensfun's folder beside its own, and a user's data. */
function stage() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-lensfun-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'share', 'darktable'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'darktable'), '');
  const userData = join(folder, 'home');
  const write = (at: string, model: string, timestamp?: number) => {
    mkdirSync(join(folder, at), { recursive: true });
    writeFileSync(join(folder, at, 'a.xml'), file(model));
    if (timestamp !== undefined) writeFileSync(join(folder, at, 'timestamp.txt'), String(timestamp));
  };
  const installation = { kind: 'native' as const, app: [join(folder, 'bin', 'darktable')] as [string] };
  const models = async () =>
    (await lensDatabaseOf(() => Promise.resolve(installation), userData)())?.cameras.map(({ model }) => model);
  return { write, models };
}

// Newer than any that this computer may have for all its users.
const LATER = 9_000_000_000;

test('the newest database counts, and what the user wrote is added', async () => {
  const { write, models } = stage();
  write('share/lensfun/version_1', 'of the package', LATER);
  expect(await models()).toEqual(['of the package']);
  write('home/lensfun/updates/version_1', 'of an update', LATER + 1);
  write('home/lensfun', 'own');
  expect(await models()).toEqual(['of an update', 'own']);
  write('share/lensfun/version_1', 'of a newer package', LATER + 2);
  expect(await models()).toEqual(['of a newer package', 'own']);
});

test('without darktable there is none', async () => {
  expect(await lensDatabaseOf(() => Promise.resolve(null), '/nowhere')()).toBeNull();
});
