import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { rmSync } from 'node:fs';
import { identityOfProcess } from '../../platform/process-identity.ts';
import { readOrdinaryFile } from '../../platform/ordinary-file.ts';
import { writePrivateFile } from '../../settings/private-file.ts';
import type { TunnelTarget } from './tunnel-target.ts';

/**
 * [Note: The tunnel ends with Safelight] An ssh that outlived a killed Safelight would hold the far port, and lead strangers to whatever program gets our
 * port next. So a shell holds ssh: it reads from a pipe of ours, which the system closes when we end, however we end, and then ends ssh, whose number
 * nobody else can have while the shell has not asked for its fate. On Windows, Node's own processes end with it. If the shell is killed too, the
 * next start ends the ssh that the note in the data folder tells: only if number, start and command line are the same.
 */
const HOLDER = `exec 3<&0 </dev/null
"$@" 3<&- >/dev/null &
ssh=$!
echo "$ssh"
exec 2>&- >&-
read -r end <&3
kill "$ssh"
wait "$ssh"`;

const NoteOfProcess = z.object({ pid: z.int().positive(), started: z.string(), command: z.string() });

/** What ssh is told: nothing of the user's own configuration, which could hand the tunnel to another process, and no questions. */
export function sshArguments(target: TunnelTarget, ourPort: number, checkPort: number): string[] {
  const { keyFile, sshPort, port, destination } = target;
  const options = {
    BatchMode: 'yes',
    StrictHostKeyChecking: 'yes',
    // Without it, ssh would stay connected with no tunnel.
    ExitOnForwardFailure: 'yes',
    ServerAliveInterval: 15,
    ServerAliveCountMax: 3,
    ConnectTimeout: 10,
    ...(keyFile !== null && { IdentitiesOnly: 'yes' }),
  };
  const told = ['-N', '-T', '-F', 'none', '-p', String(sshPort)];
  if (keyFile !== null) told.push('-i', keyFile);
  for (const [name, value] of Object.entries(options)) told.push('-o', `${name}=${value}`);
  told.push('-R', `127.0.0.1:${port}:127.0.0.1:${ourPort}`);
  // Back from there, so that we can ask as somebody on the host does.
  told.push('-L', `127.0.0.1:${checkPort}:127.0.0.1:${port}`);
  return [...told, destination];
}

export interface SshProcess {
  /** What ssh has written, once it has ended by itself or by us. */
  ended: Promise<string>;
  end(): Promise<void>;
}

/** How long ssh may take to end. */
const END_MS = 2_000;

/** Starts ssh (`command`, with its arguments) and notes it in `note`. */
export function startSsh(command: readonly string[], note: string): SshProcess {
  const [program = 'ssh', ...args] = command;
  const isHeld = process.platform !== 'win32';
  const child: ChildProcess = isHeld
    ? spawn('sh', ['-c', HOLDER, 'sh', ...command], { stdio: 'pipe' })
    : spawn(program, args, { stdio: 'pipe', windowsHide: true });
  const { stdin, stdout, stderr } = child as ChildProcess & Record<'stdin', NonNullable<ChildProcess['stdin']>>;
  let pid: number | null = null;
  stdin.on('error', () => undefined);
  if (isHeld)
    stdout?.once('data', (line: Buffer) => {
      pid = Number(line.toString());
      const started = identityOfProcess(pid)?.started;
      try {
        if (started !== undefined) writePrivateFile(note, JSON.stringify({ pid, started, command: command.join(' ') }));
      } catch {
        // A full disk. The shell ends it.
      }
    });
  const written = text(stderr!).catch(() => '');
  const exit = once(child, 'exit');
  const ended = (async () => {
    try {
      // Only ssh has this pipe: its end is that of ssh.
      const said = await written;
      stdin.end();
      await exit;
      return said;
    } finally {
      rmSync(note, { force: true });
    }
  })();
  return {
    ended,
    async end() {
      if (isHeld) stdin.end();
      else child.kill();
      const late = setTimeout(() => {
        if (pid !== null && child.exitCode === null) process.kill(pid, 'SIGKILL');
      }, END_MS);
      await ended.catch(() => undefined);
      clearTimeout(late);
    },
  };
}

/** Ends the ssh that a killed Safelight has left, if there is one. Returns whether there was. */
export function endLeftSsh(note: string): boolean {
  try {
    const { pid, started, command } = NoteOfProcess.parse(JSON.parse(readOrdinaryFile(note, 'utf8')));
    rmSync(note, { force: true });
    const now = identityOfProcess(pid);
    if (now?.started !== started || now.command !== command) return false;
    return process.kill(pid, 'SIGTERM');
  } catch {
    // There is no note, or the process has ended meanwhile.
    return false;
  }
}
