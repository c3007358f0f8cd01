import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../platform/is-alive.ts';

/**
 * Says in the data folder that this process starts the server, so that nobody else starts another one for an agent meanwhile; null: another process
 * has said so.
 */
export function claimStart(dataDir: string): { release(): void } | null {
  const file = join(dataDir, 'starting');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return null;
      if (isOfAnother(file)) return null;
      rmSync(file, { force: true });
    }
  }
  return null;
}

function isOfAnother(file: string): boolean {
  try {
    const other = Number(readFileSync(file, 'utf8'));
    return other > 0 && other !== process.pid && isAlive(other);
  } catch {
    // It was released at this moment.
    return false;
  }
}
