/** The portable copy for ARM, run by an emulator: its Node, its native modules and its page; a real one has not been at hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CleanMachine, startMachine } from '../machines/clean-machine.ts';
import { madePackages, programName } from './made-packages.ts';
import { manifest } from './program-tree.ts';
import { expectLibrary, startSafelight } from './served-library.ts';
import { asRoot } from './system-files.ts';
import { linuxTargets } from './targets.ts';

const target = linuxTargets.find(({ cpu }) => cpu === 'arm64')!;
/** What Node and its modules need of a Debian for ARM. */
const LIBRARIES = ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1'];
const program = programName(target);
/** Node as a command of this processor. What Node starts is called by it, too: the emulator would start ARM's own file. */
const node = '/usr/local/bin/node-arm';
const safelight = `env NODE_OPTIONS='--require /arm/itself.cjs' ${node} ./${program}/dist/main.js`;

let machine: CleanMachine;
beforeAll(async () => {
  machine = await startMachine('trixie', { packages: madePackages });
  await asRoot(machine, 'apt-get install -y -qq --no-install-recommends qemu-user perl');
  await asRoot(
    machine,
    `dpkg --add-architecture arm64 && apt-get update -qq && mkdir -p /arm/usr/lib && ln -s usr/lib /arm/lib && cd /tmp &&
     apt-get -o APT::Sandbox::User=root download -qq ${LIBRARIES.map((name) => `${name}:arm64`).join(' ')} &&
     for file in *_arm64.deb; do dpkg-deb -x "$file" /arm; done
     echo "process.execPath = '${node}'" >/arm/itself.cjs
     printf '#!/bin/sh\\nexec qemu-aarch64 -L /arm /home/ana/${program}/node "$@"\\n' >${node} && chmod 755 ${node}`,
  );
  await machine.run(`tar -xzf /packages/${program}.tar.gz`);
});
afterAll(() => machine[Symbol.asyncDispose]());

test('it starts, and says its version', async () => {
  const { stdout, stderr } = await machine.run(`${safelight} --version`);
  expect(stdout + stderr).toContain(`${manifest.version} (`);
  expect((await machine.run(`${node} -p process.arch`)).stdout).toBe('arm64\n');
});

test('it serves the sample library and its previews', async () => {
  const serving = await startSafelight(machine, `${safelight} serve`);
  await expectLibrary(machine, serving.url, safelight);
  expect(await serving.end()).toBe(0);
});
