import { join } from 'node:path';
import { z } from 'zod';
import { isAlive } from '../platform/is-alive.ts';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';

const RunningServer = z.object({ pid: z.int(), url: z.url() });
/** The Safelight that serves a data folder, as other processes of the same user find it. */
export type RunningServer = z.infer<typeof RunningServer>;

/** The file in which a server says where it answers. */
export const announcement = (dataDir: string) => join(dataDir, 'server.json');

/** Where the Safelight of this data folder answers, by its own announcement; null when none is running. */
export function runningServer(dataDir: string): RunningServer | null {
  try {
    const running = RunningServer.parse(JSON.parse(readOrdinaryFile(announcement(dataDir), 'utf8')));
    return isAlive(running.pid) ? running : null;
  } catch {
    return null;
  }
}
