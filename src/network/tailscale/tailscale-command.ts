import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { reasonOf } from '../../platform/errors.ts';
import { parseJson } from '../../platform/parse-json.ts';

/** A page on which somebody has to allow something. */
const CONSENT = /https:\/\/login\.tailscale\.com\/f\/\S+/;

/** Before it, `serve` was called in another way. */
const LEAST_VERSION = [1, 52] as const;
const COMMAND_MS = 20_000;
/** In its status; each path of each host is some. */
const MOST_VALUES = 10_000;

/** Where Tailscale's installers put it, besides the PATH. */
const USUAL = [
  '/Applications/Tailscale.app/Contents/MacOS/Tailscale',
  'C:\\Program Files\\Tailscale\\tailscale.exe',
] as const;

/** The program of this computer; null: Tailscale is not installed. */
export function tailscaleProgram(path: string): string | null {
  const name = process.platform === 'win32' ? 'tailscale.exe' : 'tailscale';
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const all = [...folders.map((folder) => join(folder, name)), ...USUAL];
  return all.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true) ?? null;
}

/** What of `serve status --json` matters here (ipn.ServeConfig). */
const ServeStatus = z.object({
  TCP: z.record(z.string(), z.unknown()).nullish(),
  Web: z
    .record(
      z.string(),
      z.object({ Handlers: z.record(z.string(), z.object({ Proxy: z.string().optional() })).nullish() }),
    )
    .nullish(),
});

/** What answers at port 443 of this computer's name. */
export interface Served {
  /** `machine.tailnet.ts.net`; null: nothing is set. */
  name: string | null;
  /** Where `/` leads; null: nowhere. */
  proxy: string | null;
  /** Something else has the port, or other paths of it. */
  isOfOthers: boolean;
}

/** Throws an Error for people. */
export async function checkVersion(program: string): Promise<void> {
  const [version = ''] = (await run(program, ['version'])).trim().split('\n');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor >= LEAST_VERSION[1])) return;
  throw new Error(`Tailscale ${version} is too old. Install ${LEAST_VERSION.join('.')} or newer.`);
}

/** Throws an Error for people. */
export async function served(program: string): Promise<Served> {
  const text = (await run(program, ['serve', 'status', '--json'])).trim();
  const status = ServeStatus.safeParse(readJson(text === '' ? '{}' : text));
  if (!status.success)
    throw new Error('Safelight does not understand what this Tailscale says. Is there a newer Safelight?');
  const [at, site] = Object.entries(status.data.Web ?? {}).find(([host]) => host.endsWith(':443')) ?? [];
  const handlers = site?.Handlers ?? {};
  const { '/': root, ...others } = handlers;
  const isTaken = status.data.TCP?.['443'] !== undefined && at === undefined;
  return {
    name: at?.replace(/:443$/, '') ?? null,
    proxy: root?.Proxy ?? null,
    isOfOthers: isTaken || Object.keys(others).length > 0 || (root !== undefined && root.Proxy === undefined),
  };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text, MOST_VALUES);
  } catch {
    return null;
  }
}

/** Throws an Error for people. */
export const serve = (program: string, proxy: string) => run(program, ['serve', '--bg', '--https=443', proxy]);

/** Takes away what leads from `/` alone. Throws an Error for people. */
export const unserve = (program: string) => run(program, ['serve', '--https=443', '--set-path=/', 'off']);

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { timeout: COMMAND_MS, windowsHide: true }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(problemOf(`${stdout}\n${stderr}`, error), { cause: error }));
    });
    // It waits until somebody has opened that page. We ask again instead.
    const endWhenItWaits = (text: string) => CONSENT.test(text) && child.kill();
    child.stdout?.on('data', endWhenItWaits);
    child.stderr?.on('data', endWhenItWaits);
  });
}

/** By what Tailscale writes; the first that fits. */
function problemOf(said: string, error: Error): string {
  const url = /https:\/\/(?:login\.tailscale\.com|[\w.-]+)\/\S+/.exec(said)?.[0];
  if (/access denied|permission denied/i.test(said))
    return 'Tailscale does not let you change this. Run "sudo tailscale set --operator=$USER" once, or turn it on as administrator.';
  if (/HTTPS.*(?:not|isn't).*(?:enabled|configured)|enable HTTPS|HTTPS cert/i.test(said))
    return `HTTPS is off in your tailnet. Turn on MagicDNS and HTTPS at ${url ?? 'https://login.tailscale.com/admin/dns'}.`;
  if (url !== undefined && /enable|visit|approve|authenticate/i.test(said))
    return `Tailscale asks for your consent. Open ${url}, and Safelight goes on by itself.`;
  if (/logged out|NeedsLogin|not logged in/i.test(said)) return 'Tailscale is not signed in. Run "tailscale up".';
  if (/failed to connect|is tailscaled running|doesn't appear to be running|stopped/i.test(said))
    return 'Tailscale is not running on this computer. Start it.';
  const last = said.trim().split('\n').at(-1) ?? '';
  return `Tailscale says: ${last.trim() || reasonOf(error)}`;
}
