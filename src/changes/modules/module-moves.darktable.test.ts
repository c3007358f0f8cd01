/** How far modules can be moved, in every order that the installed darktable has, against what it allows itself. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLibrary } from '../../renderer/resident/find-library.ts';
import type { StartOptions } from '../../renderer/resident/protocol.ts';
import { installedDarktable } from '../../testing/resident-stage.ts';
import type { TriedMoves } from '../../testing/try-moves.ts';
import { placesOf, reachOf } from '../rules/module-order.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';

const tryMoves = join(import.meta.dirname, '../../testing/try-moves.ts');

test('a module can be moved just where darktable lets it be moved: all modules, all places, all orders', async () => {
  const workDir = mkdtempSync(join(tmpdir(), 'safelight-moves-'));
  onTestFinished(() => rmSync(workDir, { recursive: true, force: true }));
  const found = await findLibrary(installedDarktable);
  if ('why' in found) throw new Error(found.why);
  const { file, dataDir, version } = found;
  const to = join(workDir, 'moves.json');
  const start: StartOptions & { to: string } = {
    library: file,
    dataDir,
    workDir,
    version,
    usesOpenCl: false,
    limitBytes: 2 ** 32,
    to,
  };
  spawnSync(process.execPath, ['--no-warnings', tryMoves, JSON.stringify(start)], { stdio: 'ignore' });
  const tried = JSON.parse(readFileSync(to, 'utf8')) as TriedMoves[];

  for (const { schema, order, modules } of tried) {
    const facts = pipeFacts(schema);
    const places = placesOf(order, facts)!;
    const ours = places.map(({ operation }, at) => {
      const { earliest, latest } = reachOf(places, at, facts);
      return { operation, places: Array.from({ length: latest - earliest + 1 }, (_, k) => earliest + k) };
    });
    expect({ order, modules: ours }).toEqual({ order, modules });
  }
});
