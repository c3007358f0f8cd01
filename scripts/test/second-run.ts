import { spawnSync } from 'node:child_process';
import type { Failure } from './report.ts';

/** More failures than these are no accident. */
const MOST = 3;

/** Runs a few tests that failed once more, alone; returns those that passed then. For CI, see docs/decisions/0026-two-commands-for-tests.md. */
export function passedAlone(failures: readonly Failure[]): Failure[] {
  if (failures.length > MOST) return [];
  return failures.filter(({ again, isOneTest }) => {
    if (!isOneTest) return false;
    console.log(`\n── once more, alone: ${again}`);
    return spawnSync(again, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
  });
}
