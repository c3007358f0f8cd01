import { execFile } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../platform/errors.ts';

const COMMAND_MS = 120_000;
/** How long a record may take until it is seen, and how often it is looked for. */
const SEEN_MS = 180_000;
const LOOK_MS = 3_000;

/** Runs the program that changes the name server: `PROGRAM present|cleanup NAME VALUE`, without a shell. Throws an Error for people. */
export function runDnsCommand(program: string, act: 'present' | 'cleanup', name: string, value: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, [act, name, value], { timeout: COMMAND_MS, windowsHide: true }, (error, _stdout, stderr) => {
      if (error === null) {
        resolve();
        return;
      }
      const last = stderr.trim().split('\n').at(-1) ?? '';
      const why = error.killed === true ? `took more than ${COMMAND_MS / 1000} seconds` : last || reasonOf(error);
      reject(new Error(`"${program} ${act} ${name} …" failed: ${why}`, { cause: error }));
    });
  });
}

/** Waits until a TXT record is seen from here. If that takes too long, the authority may see it all the same. */
export async function txtIsSeen(name: string, value: string, servers: readonly string[] = []): Promise<void> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  const until = performance.now() + SEEN_MS;
  while (performance.now() < until) {
    const records = await resolver.resolveTxt(name).catch(() => []);
    if (records.some((parts) => parts.join('') === value)) return;
    await sleep(LOOK_MS);
  }
}
