import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { mcpServer } from '../agents/face.ts';
import { Refusal } from '../agents/refusal.ts';
import { type FindServer, remoteTools } from '../agents/remote-tools.ts';
import type { Scope } from '../contract/scopes.ts';
import { sessionEnvironment } from '../desktop/session-environment.ts';
import { defaultDataDir, inheritedEnvironment, readEnvironment } from '../platform/environment.ts';
import { reasonOf } from '../platform/errors.ts';
import { version } from '../platform/package-files.ts';
import { runningServer, type RunningServer } from '../settings/running-server.ts';
import { claimStart } from '../settings/start-claim.ts';

export interface McpOptions {
  /** null: that of the user's desktop. */
  dataDir: string | null;
  scopes: readonly Scope[];
  mayChange: boolean;
}

/** How long a server may take until it answers: a first index is built later. */
const STARTING_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** A token lasts twice as long. A new one for each call would take a tenth of a search. */
const TOKEN_MS = 30_000;

/**
 * `safelight mcp`: the tools for an agent of the local user, over standard input and output, until the input ends. The first call starts a
 * Safelight with its tray if none runs; it outlives this process, as this process outlives it.
 */
export async function mcp({ dataDir, scopes, mayChange }: McpOptions): Promise<void> {
  const desktop = sessionEnvironment(inheritedEnvironment());
  let token: { text: string; of: RunningServer; made: number } | undefined;
  const find: FindServer = async () => {
    const env = await desktop;
    const folder = dataDir ?? env.SAFELIGHT_DATA_DIR ?? defaultDataDir(readEnvironment(env));
    const server = runningServer(folder) ?? (await start(folder, env));
    const now = Date.now();
    if (!token || token.of.pid !== server.pid || token.of.url !== server.url || Math.abs(now - token.made) > TOKEN_MS) {
      const { mintLocalAgentToken } = await parts();
      token = { text: mintLocalAgentToken(folder, scopes), of: server, made: now };
    }
    return { url: server.url, token: token.text };
  };
  // A host that goes away, or stops reading, is no error.
  process.stdout.on('error', () => process.exit(0));
  const handle = serveStdio(mcpServer(version, remoteTools(find, { mayChange })));
  process.stdin.once('data', () => setImmediate(() => void parts().catch(() => undefined)));
  await new Promise((ended) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, ended);
  });
  await handle.close();
}

let loaded: Promise<typeof import('../auth/local-admin.ts') & typeof import('./own-command.ts')> | undefined;

/**
 * What no list of tools needs: it would take a sixth of the time until that is told. All of it is loaded together, and soon after: an upgrade may take
 * the files of this program away while a host uses it.
 */
const parts = () =>
  (loaded ??= Promise.all([import('../auth/local-admin.ts'), import('./own-command.ts')]).then(([admin, own]) => ({
    ...admin,
    ...own,
  })));

/** Starts the tray, apart from this process and its host, and waits until it answers. Of several who want that, one does. Throws Refusal. */
async function start(dataDir: string, env: NodeJS.ProcessEnv) {
  const mine = claimStart(dataDir);
  const trouble: string[] = [];
  try {
    if (mine !== null) {
      const { ownCommand } = await parts();
      const [command = '', ...args] = ownCommand('--data-dir', dataDir, '--at-login');
      const child = spawn(command, args, { detached: true, stdio: 'ignore', cwd: env.HOME, env });
      child.once('error', (error) => {
        trouble.push(reasonOf(error));
      });
      child.once('exit', (code) => {
        trouble.push(`it ended with exit code ${code}`);
      });
      child.unref();
    }
    const deadline = performance.now() + STARTING_MS;
    while (performance.now() < deadline) {
      const server = runningServer(dataDir);
      if (server) return server;
      if (trouble.length > 0) break;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    mine?.release();
  }
  throw new Refusal(
    'Nothing was done: Safelight is not running and could not be started. Ask the photographer to start it.',
    {
      reason: trouble[0],
    },
  );
}
