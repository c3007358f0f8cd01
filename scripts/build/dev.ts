/**
 * `npm run dev`: Safelight from its sources, started anew when they change, and the page from Vite's own server, which shows a change at
 * once and asks Safelight for everything else. Arguments go to `safelight serve`. Prints a link that signs a browser in.
 */
import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createServer, type ViteDevServer } from 'vite';
import { NOT_PAGES } from '../../src/server/routes/service/pages.ts';

const root = join(import.meta.dirname, '../..');
const main = join(root, 'src', 'main.ts');
const args = process.argv.slice(2);
const watched = readdirSync(join(root, 'src')).filter((name) => !['web', 'testing'].includes(name));

const safelight = spawn(
  process.execPath,
  [
    ...watched.map((name) => `--watch-path=${join(root, 'src', name)}`),
    '--watch-preserve-output',
    main,
    'serve',
    ...args,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
process.once('exit', () => safelight.kill());
safelight.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => safelight.kill(signal));

const page: { behind?: string; vite?: ViteDevServer } = {};
for await (const line of createInterface(safelight.stdout)) {
  const url = /^Safelight is listening on (\S+)$/.exec(line)?.[1];
  if (url === undefined) console.log(line);
  else if (url !== page.behind) {
    await page.vite?.close();
    const vite = await servePage(url);
    Object.assign(page, { behind: url, vite });
    const origin = vite.resolvedUrls!.local[0]!;
    const link = new URL(await signInLink());
    console.log(`The page is at ${origin}, signed in by ${new URL(link.pathname + link.search, origin).href}`);
  }
}

async function servePage(safelightUrl: string): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    server: { host: '127.0.0.1', proxy: { [NOT_PAGES.source]: { target: safelightUrl, bypass: ownSource } } },
  });
  return vite.listen();
}

/** `/api/session.ts` is a source of the page, `/api/v1/images` Safelight's. */
function ownSource({ url = '' }: IncomingMessage): string | undefined {
  return /\.(tsx?|css)(\?|$)/.test(url) ? url : undefined;
}

async function signInLink(): Promise<string> {
  const at = args.findIndex((arg) => /^--data-dir(=|$)/.test(arg));
  const dataDir = at < 0 ? [] : args.slice(at, at + (args[at]!.includes('=') ? 1 : 2));
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'sign-in-link', ...dataDir]);
  return stdout.trim();
}
