import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Part, quick, rest, sources } from './parts.ts';
import type { Failure } from './report.ts';
import { runPart } from './run-part.ts';

const root = join(import.meta.dirname, '../..');

/** Runs a part whose runner does this. */
async function run(code: string, part: Partial<Part> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-part-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'runner.mjs'), code);
  const script = relative(join(root, 'node_modules'), join(folder, 'runner.mjs'));
  const failures: Failure[] = [];
  const unheard = () => undefined;
  const failed = (failure: Failure) => void failures.push(failure);
  const listener = { failed, progress: unheard, skipped: unheard, file: unheard };
  const whole = {
    name: 'a part',
    usualSeconds: 1,
    commands: [{ script, args: [] }],
    hasTests: true,
    again: 'npm run it',
  };
  return { ...(await runPart({ ...whole, ...part }, listener)), failures };
}
const progress = (done: number, of: number, passed: number) =>
  `process.send({ kind: 'progress', done: ${done}, of: ${of}, passed: ${passed} });`;
const failure = `process.send({ kind: 'failure', failure: { what: 'a test', why: '', again: 'again' } });`;

describe('a part', () => {
  test('counts what its runner tells', async () => {
    expect(await run(progress(2, 2, 9))).toMatchObject({ passed: 9, failed: 0, failures: [] });
    expect(await run(failure + progress(2, 2, 9) + 'process.exitCode = 1;')).toMatchObject({ passed: 9, failed: 1 });
  });

  test('that is killed after a failure has failed besides', async () => {
    const { failed, failures } = await run(failure + progress(1, 9, 3) + "process.kill(process.pid, 'SIGKILL');");
    expect(failed).toBe(2);
    expect(failures.at(-1)).toMatchObject({ what: 'a part' });
  });

  test('that ends before all of its tests, or runs none, has failed', async () => {
    expect(await run(progress(1, 2, 5))).toMatchObject({ failed: 1 });
    expect(await run('')).toMatchObject({ failed: 1 });
    expect(await run(progress(0, 0, 0), { mayBeEmpty: true })).toMatchObject({ failed: 0 });
  });

  test('without tests passes or fails as one, and what it said is told', async () => {
    expect(await run('', { hasTests: false })).toMatchObject({ passed: 1, failed: 0 });
    const { failed, failures } = await run("console.log('no room'); process.exit(3);", { hasTests: false });
    expect([failed, failures[0]!.why]).toEqual([1, 'no room']);
  });
});

test('the commands that repeat a part are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const repeated = [sources, ...quick([]), ...rest].flatMap(({ parts }) => parts.map(({ again }) => again));
  const named = repeated.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? []);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(repeated.filter((command) => !/^(npm run|npx vitest run --config) /.test(command))).toEqual([]);
});
