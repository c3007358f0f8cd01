import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { factsOfRelease, firstOrderOf, learnWorkflow, type ReleaseFacts } from '../darktable/release-facts.ts';
import { silentLog } from '../platform/log.ts';
import { learnInstalledRelease } from './learn-release.ts';

const LOOK_MS = 5_000;
const facts = factsOfRelease('5.4.1')!;
/** Only the display-referred workflow begins with it. */
const isLegacy = () => firstOrderOf(facts, true) === 1;

function start(release: () => Promise<ReleaseFacts> = () => Promise.resolve(facts)) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-learn-'));
  const settings = (workflow: string) =>
    writeFileSync(join(folder, 'darktablerc'), `plugins/darkroom/workflow=${workflow}\n`);
  settings('scene-referred (filmic)');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const library = { file: join(folder, 'library.db'), read: () => Promise.reject(new Error('nothing is read')) };
  const learning = learnInstalledRelease({ release }, { library, log: silentLog() });
  onTestFinished(() => {
    learning.close();
    vi.useRealTimers();
    learnWorkflow('');
    rmSync(folder, { recursive: true, force: true });
  });
  return { settings, learning };
}

test("darktable's settings are read when they change, and no other time", async () => {
  const release = vi.fn(() => Promise.resolve(facts));
  const { settings } = start(release);
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  learnWorkflow('display-referred (legacy)');
  vi.advanceTimersByTime(LOOK_MS);
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(2));
  // It would have been learned anew.
  expect(isLegacy()).toBe(true);
  settings('scene-referred (sigmoid)');
  vi.advanceTimersByTime(LOOK_MS);
  await vi.waitFor(() => expect(isLegacy()).toBe(false));
});

test('what is answered after the library was closed is not learned', async () => {
  const answer = Promise.withResolvers<ReleaseFacts>();
  const release = vi.fn(() => answer.promise);
  const { learning } = start(release);
  await vi.waitFor(() => expect(release).toHaveBeenCalled());
  learning.close();
  answer.resolve({ ...facts, release: '5.9.9', schema: 99 });
  await answer.promise;
  await turn();
  expect(factsOfRelease('5.9.9')).toBeNull();
});
