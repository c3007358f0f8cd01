import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment } from '../platform/environment.ts';
import { commandLine } from './command-line.ts';
import { main } from '../testing/main-program.ts';

/** Credentials of a worker. */
async function credentialsIn(dataDir: string): Promise<string> {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const args of [['init'], ['add-worker', 'laptop']])
    await commandLine(readEnvironment({ HOME: dataDir })).parseAsync(['farm', ...args, '--data-dir', dataDir], {
      from: 'user',
    });
  vi.restoreAllMocks();
  return join(dataDir, 'farm', 'workers', 'laptop.json');
}

/** A broker that is there or not, and what it does with whoever comes. */
function addressOf(onConnection: ((socket: Socket) => void) | null) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection?.(socket);
  });
  return new Promise<{ address: string; close: () => void; comes: () => Promise<unknown> }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      if (onConnection === null) server.close();
      resolve({
        address: `127.0.0.1:${port}`,
        close: () => server.close(),
        comes: () => once(onConnection === null ? server.listen(port, '127.0.0.1') : server, 'connection'),
      });
    });
  });
}

const INFO = 'INFO {"server_id":"a","version":"2.11.0","proto":1,"max_payload":1000000,"headers":true}\r\n';

test.each([
  ['is not there yet', null],
  ['does not encrypt', (socket: Socket) => socket.write(INFO)],
  ['hangs up', (socket: Socket) => socket.destroy()],
])(
  'a worker whose broker %s at first tries again, until it is asked to end',
  { timeout: 60_000 },
  async (_name, does) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'safelight-worker-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const credentials = await credentialsIn(dataDir);
    const broker = await addressOf(does);
    onTestFinished(broker.close);
    const first = does === null ? null : broker.comes();
    const worker = spawn(
      process.execPath,
      [main, 'worker', '--broker', broker.address, '--credentials', credentials, '--data-dir', dataDir],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    onTestFinished(() => void worker.kill('SIGKILL'));
    const ended = once(worker, 'exit');
    let said = '';
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await first;
    await vi.waitFor(() => expect(said).toContain('No jobs for now'), { interval: 20 });
    // The second try, or the end.
    expect(await Promise.race([broker.comes().then(() => 'comes again'), ended])).toBe('comes again');
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
