/** What holds for the program's folder in every package, wherever it has been unpacked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { elfMachine } from './elf-machine.ts';
import { madePackages, programName } from './made-packages.ts';
import { readMachO } from './macos/mach-o.ts';
import { isNeeded } from './needed-files.ts';
import { PE_X64, peMachine } from './pe-machine.ts';
import type { AnyTarget } from './targets.ts';
import { filesIn } from './tree-modes.ts';

/** It has programs for its own platform, for no other one, and nothing that the program does not need. */
export function expectOnlyNeeded(program: string, target: AnyTarget): void {
  const files = filesIn(program);
  const kinds = files.map((path) => programKind(join(program, path))).filter((kind) => kind !== null);
  // Node, better-sqlite3, sharp, libvips; where there is one, the tray's program.
  expect(kinds.length).toBeGreaterThanOrEqual(4);
  expect(new Set(kinds)).toEqual(new Set(ownKinds(target)));
  const modules = files.filter((path) => path.startsWith('node_modules/')).map((path) => path.slice(13));
  expect(modules.filter((path) => !isNeeded(path, target))).toEqual([]);
  expect(files.filter((path) => /\.map$|\.test\.js$/.test(path))).toEqual([]);
}

function ownKinds(target: AnyTarget): string[] {
  switch (target.os) {
    case 'linux':
      return [`elf ${target.elfMachine}`];
    case 'win32':
      return [`pe ${PE_X64}`];
    case 'darwin':
      // The tray's program is for Intel only.
      return [`mach-o ${target.cpu}`, 'mach-o x64'];
  }
}

function programKind(file: string): string | null {
  const [elf, pe, machO] = [elfMachine(file), peMachine(file), readMachO(file)];
  if (elf !== null) return `elf ${elf}`;
  if (pe !== null) return `pe ${pe}`;
  return machO === null ? null : `mach-o ${machO.cpu}`;
}

/** Whose work the tools that make a package leave in it. */
const TOOLS = { linux: [], win32: ['nsis'], darwin: ['go'] } as const;

/** The SBOM and the licenses beside the program name every package in it. */
export function expectAllNamed(program: string, target: AnyTarget): void {
  const bill = readFileSync(join(madePackages, `${programName(target)}.cdx.json`), 'utf8');
  const { components } = JSON.parse(bill) as {
    components: { group?: string; name: string; hashes?: unknown; purl: string }[];
  };
  const named = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  const inside = filesIn(join(program, 'node_modules'))
    .map((path) => /^((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1])
    .filter((name) => name !== undefined);
  expect(inside.length).toBeGreaterThan(100);
  expect(named).toEqual(expect.arrayContaining([...inside, 'preact', ...TOOLS[target.os]]));
  const ofNpm = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
  expect(ofNpm.filter(({ hashes }) => hashes === undefined)).toEqual([]);
  const licenses = readFileSync(join(program, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of named) expect(licenses).toContain(`\n${name} `);
}
