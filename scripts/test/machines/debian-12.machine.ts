/** Debian 12: its Node is 18, too old even to set up Safelight. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CleanMachine, startMachine } from './clean-machine.ts';
import { npmStart, saidBySafelight } from './npm-start.ts';

const line = (version: string, command: string) =>
  `Safelight is set up by Node 20 or newer, and this is ${version}. Install a newer one ` +
  `(https://nodejs.org, or a version manager), or borrow one: npx -y --ignore-scripts=false -p node@24 -- ${command}`;

let machine: CleanMachine;
beforeAll(async () => {
  machine = await startMachine('bookworm');
});
afterAll(() => machine[Symbol.asyncDispose]());

describe("Debian 12 with Debian's own Node 18", () => {
  test.each([
    ['npm start', 'npm start'],
    ['npm test', 'npm test'],
    ['npm run safelight -- doctor', 'npm run safelight'],
  ])('%s says in one line what to do', async (typed, borrowed) => {
    const { code, stdout, stderr } = await machine.run(typed);
    expect(saidBySafelight(stdout, stderr)).toEqual([line('18.20.4', borrowed)]);
    expect(code).toBe(1);
  });

  test.each(['10', '12'])('a Node %s can still read what says it', async (version) => {
    const { code, stderr } = await machine.run(
      `npx -y --ignore-scripts=false -p node@${version} -- node scripts/set-up.cjs`,
    );
    expect(stderr).toMatch(new RegExp(`^Safelight is set up by Node 20 or newer, and this is ${version}\\.`));
    expect(code).toBe(1);
  });

  test('what the line says works', async () => {
    await machine.runAsRoot('apt-get install -y -qq libatomic1');
    const command = line('', 'npm start').split('borrow one: ')[1]!;
    await using safelight = await npmStart(machine, command);
    expect((await fetch(`${safelight.url}/health`)).status).toBe(200);
  });
});
