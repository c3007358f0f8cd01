import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A private screen and session bus on which nothing else runs. */
export type DesktopSession = {
  /** DISPLAY and DBUS_SESSION_BUS_ADDRESS of the session, a home folder of its own, and the PATH of this process. */
  env: NodeJS.ProcessEnv;
  display: string;
  bus: string;
  folder: string;
  stop(): Promise<void>;
};

/** No service folders: only what the test starts runs on this bus. */
const BUS_CONF = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
`;

/** Starts Xvfb and a dbus-daemon. Each picks a free address, so that any number of sessions run side by side. */
export async function startDesktopSession({ screen = '1024x768x24' } = {}): Promise<DesktopSession> {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-desktop-'));
  await writeFile(join(folder, 'bus.conf'), BUS_CONF);
  const children: ChildProcess[] = [];
  const stop = async () => {
    // The bus first: its clients then end, and none keeps waiting for a screen that is gone.
    for (const child of children.splice(0).reverse()) await end(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const [display, bus] = await Promise.all([
      firstLine(children, 'Xvfb', ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset']),
      firstLine(children, 'dbus-daemon', [
        `--config-file=${join(folder, 'bus.conf')}`,
        '--nofork',
        '--print-address=1',
      ]),
    ]);
    const env: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      HOME: folder,
      LANG: 'C.UTF-8',
      DISPLAY: `:${display}`,
      DBUS_SESSION_BUS_ADDRESS: bus,
      // No accessibility bus: GTK would wait for it.
      NO_AT_BRIDGE: '1',
      GTK_A11Y: 'none',
    };
    return { env, display: `:${display}`, bus, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a server that prints its address on its first line. */
async function firstLine(children: ChildProcess[], command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  const lines = createInterface({ input: child.stdout });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${command} ended before it said where it is: ${complaints}`)));
  });
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string];
  failed.catch(() => undefined);
  return line;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(late);
}
