import { expect } from 'vitest';
import type { CleanMachine } from '../../test/machines/clean-machine.ts';

/** All files, folders and links of the system, but for people's data and what apt and dpkg keep for themselves. */
export async function systemFiles(machine: CleanMachine): Promise<string[]> {
  const own = ['/home', '/packages', '/tmp', '/proc', '/dev', '/root', '/run', '/var/cache', '/var/log'];
  const ofApt = ['/var/lib/apt', '/var/lib/dpkg'];
  const { stdout } = await machine.runAsRoot(
    `find / ${[...own, ...ofApt].map((path) => `-path ${path} -prune -o`).join(' ')} -print | sort`,
  );
  return stdout.trim().split('\n');
}

/** What it says. Fails when the command does. */
export async function asRoot(machine: CleanMachine, command: string): Promise<string> {
  const { code, stdout, stderr } = await machine.runAsRoot(`export DEBIAN_FRONTEND=noninteractive; ${command}`);
  expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
  return stdout + stderr;
}
