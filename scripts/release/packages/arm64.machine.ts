/** The portable copy for ARM, run by an emulator: its Node, its native modules and its page; a real one has not been at hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arm64Debian } from '../../test/machines/arm64-debian.ts';
import { type CleanMachine, startMachine } from '../../test/machines/clean-machine.ts';
import { madePackages, programName } from './made-packages.ts';
import { manifest } from './program-tree.ts';
import { expectLibrary, startSafelight } from './served-library.ts';
import { linuxTargets } from './targets.ts';

const program = programName(linuxTargets.find(({ cpu }) => cpu === 'arm64')!);
const safelight = `./${program}/safelight`;

let machine: CleanMachine;
beforeAll(async () => {
  machine = await startMachine('trixie', { packages: madePackages, kind: arm64Debian });
  await machine.run(`tar -xzf /packages/${program}.tar.gz`);
});
afterAll(() => machine[Symbol.asyncDispose]());

test('it starts, and says its version', async () => {
  const { stdout, stderr } = await machine.run(`${safelight} --version`);
  expect(stdout + stderr).toContain(`${manifest.version} (`);
  expect((await machine.run(`./${program}/bin/node -p process.arch`)).stdout).toBe('arm64\n');
});

test('it serves the sample library and its previews', async () => {
  const serving = await startSafelight(machine, `${safelight} serve`);
  await expectLibrary(machine, serving.url, safelight);
  expect(await serving.end()).toBe(0);
});
