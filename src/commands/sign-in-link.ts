import { z } from 'zod';
import { adminClient } from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { print } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

/** `safelight sign-in-link`: prints a link that signs a browser in, once, within a minute. */
export async function signInLink({ dataDir, json }: SharedOptions): Promise<void> {
  const admin = adminClient(dataDir);
  if (!admin) throw new CommandError(`Safelight is not running on ${dataDir}. Start it with: safelight serve`);
  const answer = z.object({ url: z.url() }).parse(await admin.request('POST', '/sign-in-links'));
  print(json ? JSON.stringify(answer) : answer.url);
}
