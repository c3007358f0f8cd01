import { platform } from 'node:os';
import { examineFromOutside } from '../app/offline-diagnosis.ts';
import { askForTrayHost } from '../app/tray-host-check.ts';
import { Diagnostics } from '../contract/admin.ts';
import type { Environment } from '../platform/environment.ts';
import { visible } from '../platform/visible.ts';
import { adminClient } from './admin-client.ts';
import { print, printJson } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

/** The plugin gets some seconds to answer, and every disk its time. */
const PATIENCE_MS = 15_000;

const SIGNS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

/**
 * `safelight doctor`: what works, what does not, and what to do about it. The running Safelight makes the checks
 * itself; if none runs, or it does not answer, they are made from outside. True when nothing has failed.
 */
export async function doctor(options: SharedOptions, environment: Environment): Promise<boolean> {
  const diagnostics = (await askServer(options)) ?? (await fromOutside(options, environment));
  if (options.json) printJson(diagnostics);
  else printDiagnostics(diagnostics);
  return diagnostics.status !== 'fail';
}

async function askServer({ dataDir }: SharedOptions): Promise<Diagnostics | null> {
  try {
    const admin = adminClient(dataDir);
    return (
      admin && Diagnostics.parse(await admin.request('GET', '/diagnostics', undefined, { timeoutMs: PATIENCE_MS }))
    );
  } catch {
    // One of the checks reports that it does not answer.
    return null;
  }
}

const fromOutside = ({ dataDir, library, darktableCache, port, host }: SharedOptions, environment: Environment) =>
  examineFromOutside({
    dataDir,
    given: { library, darktableCache, port, host },
    environment,
    platform: platform(),
    trayHost: () => askForTrayHost(environment),
  });

function printDiagnostics({ safelight, system, server, checks, status }: Diagnostics): void {
  print(`Safelight ${safelight}, ${system}${server === null ? '' : `, at ${server}`}`);
  const width = Math.max(...checks.map(({ title }) => title.length));
  for (const { title, status: found, detail, advice } of checks) {
    print(`${SIGNS[found]}  ${title.padEnd(width)}  ${visible(detail)}`);
    if (advice !== null) print(`      ${''.padEnd(width)}  -> ${visible(advice)}`);
  }
  print({ ok: 'Everything works.', warn: 'Safelight works, with warnings.', fail: 'Something does not work.' }[status]);
}
