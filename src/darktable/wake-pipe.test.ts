import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { openQueues } from '../queues/queues.ts';
import { makeWakePipe, wakePlugin } from './wake-pipe.ts';

function folder() {
  const made = mkdtempSync(path.join(tmpdir(), 'safelight-wake-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return { editsDir: made, pipe: path.join(made, 'wake') };
}

/** Listens as the plugin does, and gives what has come so far. */
function listen(pipe: string): () => string {
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(descriptor));
  return () => {
    const bytes = Buffer.alloc(1 << 17);
    try {
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } catch {
      return '';
    }
  };
}

describe('the pipe', () => {
  test('is private, made once, and the same at the next start', () => {
    const { editsDir, pipe } = folder();
    expect(makeWakePipe(editsDir)).toBe(pipe);
    const made = lstatSync(pipe);
    expect([made.isFIFO(), made.mode & 0o777]).toEqual([true, 0o600]);
    const heard = listen(pipe);
    expect(makeWakePipe(editsDir)).toBe(pipe);
    expect(wakePlugin(editsDir)).toBe(true);
    expect(heard()).toBe('\n');
  });

  test.each<[string, (pipe: string, mine: string) => void]>([
    ['a file', (pipe) => writeFileSync(pipe, 'left over')],
    ['a link', (pipe, mine) => symlinkSync(mine, pipe)],
    ['a link to nothing', (pipe) => symlinkSync('/nowhere/at/all', pipe)],
    ['a pipe that others may open', (pipe) => execFileSync('mkfifo', ['-m', '666', pipe])],
  ])('takes the place of %s, which is not written to', (_, put) => {
    const { editsDir, pipe } = folder();
    const mine = path.join(editsDir, 'mine');
    writeFileSync(mine, 'a photograph');
    put(pipe, mine);
    expect(wakePlugin(editsDir)).toBe(false);
    expect(makeWakePipe(editsDir)).toBe(pipe);
    expect(readFileSync(mine, 'utf8')).toBe('a photograph');
    const heard = listen(pipe);
    expect(wakePlugin(editsDir)).toBe(true);
    expect(heard()).toBe('\n');
  });

  test('is none where a folder has its name, or none can be made', () => {
    const { editsDir, pipe } = folder();
    mkdirSync(pipe);
    expect(makeWakePipe(editsDir)).toBeNull();
    expect(wakePlugin(editsDir)).toBe(false);
    rmSync(pipe, { recursive: true });
    vi.stubEnv('PATH', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(makeWakePipe(editsDir)).toBeNull();
    expect(makeWakePipe(path.join(editsDir, 'missing'))).toBeNull();
  });
});

describe('waking', () => {
  test('nobody is told where nobody listens', () => {
    const { editsDir, pipe } = folder();
    makeWakePipe(editsDir);
    expect(wakePlugin(editsDir)).toBe(false);
    const heard = listen(pipe);
    expect(heard()).toBe('');
  });

  test('who does not come to read is not waited for, however often', () => {
    const { editsDir, pipe } = folder();
    makeWakePipe(editsDir);
    const heard = listen(pipe);
    for (let times = 0; times < 70_000; times++) if (!wakePlugin(editsDir)) throw new Error(`not the ${times}th time`);
    expect(heard().length).toBe(65_536);
  });

  test('a pipe that was opened to others is not written to', () => {
    const { editsDir, pipe } = folder();
    makeWakePipe(editsDir);
    const heard = listen(pipe);
    chmodSync(pipe, 0o666);
    expect(wakePlugin(editsDir)).toBe(false);
    expect(heard()).toBe('');
  });

  test('jobs that are added to the queues wake the plugin, each time they were written', async () => {
    const { editsDir } = folder();
    const [refreshFile, exportFile] = ['refresh', 'export'].map((name) => path.join(editsDir, `${name}.queue`));
    const seen: string[] = [];
    const onAdded = () => void seen.push(readFileSync(refreshFile!, 'utf8'));
    const queues = openQueues({
      refreshFile: refreshFile!,
      exportFile: exportFile!,
      onAdded,
      events: new Events(),
      log: silentLog(),
    });
    onTestFinished(() => queues.close());
    await queues.refresh.append(5);
    await queues.refresh.appendMany([6, 7]);
    await queues.exports.append(8);
    expect(seen).toEqual(['5\n', '5\n6\n7\n', '5\n6\n7\n']);
  });
});
