import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AppError } from '../platform/errors.ts';
import { Events, type News } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { ODD_KINDS, putOddFile } from '../testing/odd-files.ts';
import { openQueues } from './queues.ts';

function open(prepare: (folder: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-queues-'));
  prepare(folder);
  const events = new Events();
  const news: News['queue.changed'][0][] = [];
  events.on('queue.changed', (queue) => news.push(queue));
  const refreshFile = join(folder, 'queues', 'refresh.queue');
  const exportFile = join(folder, 'queues', 'export.queue');
  const queues = openQueues({ refreshFile, exportFile, events, log: silentLog() });
  onTestFinished(() => {
    queues.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, refreshFile, exportFile, queues, news };
}

const put = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const text = (file: string) => readFileSync(file, 'utf8');

/** Takes the queue a thousand times a second, like the bridge, and records what it found. */
const greedyBridge = `
  import { appendFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
  const [queue, seen] = process.argv.slice(1);
  console.log('ready');
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    Atomics.wait(clock, 0, 0, 1);
    try {
      renameSync(queue, queue + '.working');
    } catch {
      continue;
    }
    appendFileSync(seen, readFileSync(queue + '.working', 'latin1') + '-\\n');
    rmSync(queue + '.working');
  }`;

/** The same, but in the middle of a write: it takes the file at once, and reads as soon as there is anything. */
const hastyBridge = `
  import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
  const [queue, seen] = process.argv.slice(1);
  console.log('ready');
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    if (!existsSync(queue)) continue;
    renameSync(queue, queue + '.working');
    for (let looks = 0; looks < 1000 && statSync(queue + '.working').size === 0; looks++);
    appendFileSync(seen, readFileSync(queue + '.working', 'latin1') + '\\n');
    rmSync(queue + '.working');
    Atomics.wait(clock, 0, 0, 5);
  }`;

describe('appending', () => {
  test('makes the folder, and adds one line a job', async () => {
    const { queues, refreshFile, exportFile } = open();
    await queues.refresh.append(12);
    await queues.refresh.append(7);
    await queues.exports.append(12);
    expect(text(refreshFile)).toBe('12\n7\n');
    expect(text(exportFile)).toBe('12\n');
    expect(queues.refresh.file).toBe(refreshFile);
  });

  test('a hundred jobs at once are a hundred whole lines', async () => {
    const { queues, refreshFile } = open();
    const ids = Array.from({ length: 100 }, (_, at) => at + 1000);
    await Promise.all(ids.map((id) => queues.refresh.append(id)));
    expect(text(refreshFile)).toBe(ids.map((id) => `${id}\n`).join(''));
  });

  test('a line that somebody left unfinished stays another job', async () => {
    const { queues, refreshFile } = open();
    put(refreshFile, '5\n12');
    await Promise.all([queues.refresh.append(34), queues.refresh.append(56)]);
    expect(text(refreshFile)).toBe('5\n12\n34\n56\n');
    expect(queues.refresh.depth()).toBe(4);
  });

  test('no job is lost to a bridge that takes the file at any moment', async () => {
    const { queues, refreshFile, folder } = open();
    const seenFile = join(folder, 'seen');
    const bridge = spawn(process.execPath, ['--input-type=module', '-e', greedyBridge, refreshFile, seenFile]);
    onTestFinished(() => void bridge.kill());
    await once(bridge.stdout, 'data');
    const ids = Array.from({ length: 3000 }, (_, at) => at + 1);
    for (const id of ids) await queues.refresh.append(id);
    await vi.waitFor(() => expect(queues.refresh.depth()).toBe(0), 5000);
    bridge.kill();
    await once(bridge, 'exit');
    const takes = text(seenFile).split('-\n').slice(0, -1);
    const seen = new Set(takes.join('').split('\n').filter(Boolean).map(Number));
    expect(ids.filter((id) => !seen.has(id))).toEqual([]);
    expect(seen.size).toBe(ids.length);
    expect(takes.length).toBeGreaterThan(10);
  });

  test('many at once are one piece of the file, and what waits untouched is not written again', async () => {
    const { queues, refreshFile } = open();
    put(refreshFile, '4\n5');
    put(`${refreshFile}.working`, '6\n7\n');
    // A worker may be rendering an older state of image 6, so that one is requested again.
    expect(await queues.refresh.appendMany([9, 5, 6, 8])).toEqual({ queued: 2, waiting: 2 });
    expect(text(refreshFile)).toBe('4\n5\n9\n6\n8\n');
    expect(queues.refresh.pending()).toEqual([6, 7, 4, 5, 9, 8]);
    expect(await queues.refresh.appendMany([])).toEqual({ queued: 0, waiting: 0 });
    expect(await queues.exports.appendMany([1])).toEqual({ queued: 1, waiting: 0 });
  });

  test('a job that was offered is an ordinary one as soon as somebody asks for it', async () => {
    const { queues } = open();
    for (const id of [1, 2, 3]) await queues.refresh.offer(id);
    await queues.refresh.appendMany([2]);
    await queues.refresh.append(3);
    await queues.refresh.offer(3);
    expect([1, 2, 3, 1].map((id) => queues.refresh.endOffer(id))).toEqual([true, false, false, false]);
    expect(queues.refresh.pending()).toEqual([1, 2, 3]);
  });

  test('a hundred thousand are all there, in their order, and no number lies across the edge of a page', async () => {
    const { queues, refreshFile } = open();
    put(refreshFile, '1\n2\n3');
    const ids = Array.from({ length: 100_000 }, (_, at) => 7 * at + 10);
    expect(await queues.refresh.appendMany(ids)).toEqual({ queued: ids.length, waiting: 0 });
    expect(queues.refresh.pending()).toEqual([1, 2, 3, ...ids]);
    const bytes = readFileSync(refreshFile);
    const edges = Array.from({ length: Math.floor(bytes.length / 4096) }, (_, at) => bytes[(at + 1) * 4096 - 1]);
    expect(edges.length).toBeGreaterThan(100);
    expect(edges.filter((byte) => byte !== 0x0a)).toEqual([]);
  });

  test(
    'of many at once none is lost and none is torn, whenever a bridge takes the file',
    { timeout: 30_000 },
    async () => {
      const { queues, refreshFile, folder } = open();
      const seenFile = join(folder, 'seen');
      const bridge = spawn(process.execPath, ['--input-type=module', '-e', hastyBridge, refreshFile, seenFile]);
      onTestFinished(() => void bridge.kill());
      await once(bridge.stdout, 'data');
      const asked = new Set<number>();
      for (let batch = 0; batch < 40; batch++) {
        // Seven digits: the rest of a truncated id is none of these ids.
        const ids = Array.from({ length: 20_000 }, (_, at) => 1_000_000 + batch * 20_000 + at);
        for (const id of ids) asked.add(id);
        await queues.refresh.appendMany(ids);
      }
      await vi.waitFor(() => expect(queues.refresh.depth()).toBe(0), 10_000);
      bridge.kill();
      await once(bridge, 'exit');
      const seen = new Set(text(seenFile).split('\n').filter(Boolean).map(Number));
      expect([...seen].filter((id) => !asked.has(id))).toEqual([]);
      expect(asked.size - seen.size).toBe(0);
    },
  );

  test('half a number on a full disk is taken back', async () => {
    const { refreshFile, folder } = open();
    // A file of 1024 bytes at most: one byte of the next line fits.
    const full = '4711\n'.repeat(204) + '99\n';
    put(refreshFile, full);
    const program = join(folder, 'append.ts');
    const at = (module: string) => JSON.stringify(join(import.meta.dirname, '..', module));
    writeFileSync(
      program,
      `import { openQueues } from ${at('queues/queues.ts')};
       import { Events } from ${at('platform/events.ts')};
       import { silentLog } from ${at('platform/log.ts')};
       const options = { refreshFile: process.argv[2], exportFile: process.argv[2] + '.x', events: new Events(), log: silentLog() };
       await openQueues(options).refresh.append(123456).catch((error) => console.log(error.code + ' ' + error.message));
       process.exit();`,
    );
    const { stdout } = await promisify(execFile)('bash', [
      '-c',
      'ulimit -f 1; exec "$0" "$@"',
      process.execPath,
      program,
      refreshFile,
    ]);
    expect(stdout).toMatch(/^queue_error .*the disk is full|quota/);
    expect(text(refreshFile)).toBe(full);
  });
});

describe('a queue that cannot be written says where and why', () => {
  const cases: [string, (folder: string) => void, RegExp][] = [
    [
      'a folder by its name',
      (folder) => mkdirSync(join(folder, 'queues', 'refresh.queue'), { recursive: true }),
      /folder/,
    ],
    ['a file where its folder should be', (folder) => put(join(folder, 'queues'), ''), /a file, not a folder/],
    [
      'links that go round in circles',
      (folder) => {
        mkdirSync(join(folder, 'queues'));
        symlinkSync('refresh.queue', join(folder, 'queues', 'refresh.queue'));
      },
      /loop/,
    ],
    [
      'a FIFO that nobody reads',
      (folder) => {
        mkdirSync(join(folder, 'queues'));
        spawnSync('mkfifo', [join(folder, 'queues', 'refresh.queue')]);
      },
      /not an ordinary file/,
    ],
    [
      'a device',
      (folder) => {
        mkdirSync(join(folder, 'queues'));
        symlinkSync('/dev/full', join(folder, 'queues', 'refresh.queue'));
      },
      /not an ordinary file/,
    ],
  ];
  test.each(cases)('%s', async (_name, prepare, reason) => {
    const { queues, refreshFile } = open(prepare);
    const error = await queues.refresh.append(1).then(
      () => null,
      (thrown: unknown) => thrown as AppError,
    );
    expect(error?.code).toBe('queue_error');
    expect(error?.message).toContain(refreshFile);
    expect(error?.message).toMatch(reason);
    expect(queues.refresh.depth()).toBe(0);
  });

  test('and works again once it can', async () => {
    const { queues, refreshFile } = open((folder) =>
      mkdirSync(join(folder, 'queues', 'refresh.queue'), { recursive: true }),
    );
    await expect(queues.refresh.append(1)).rejects.toThrow();
    rmSync(refreshFile, { recursive: true });
    await queues.refresh.append(2);
    expect(text(refreshFile)).toBe('2\n');
  });
});

describe.each(ODD_KINDS)('%s in the place of a file of a queue', (kind) => {
  test.each(['', '.working', '.taken', '.working-cli', '.taken-cli', '.failed'])(
    'holds nobody up, and the rest is counted: %s',
    async (ending) => {
      const { queues, refreshFile } = open();
      const rest = ending === '.working' ? '.taken' : '.working';
      put(refreshFile + rest, '5\n');
      putOddFile(kind, refreshFile + ending);
      expect([queues.refresh.depth(), queues.refresh.pending()]).toEqual([1, [5]]);
      expect(queues.refresh.failures()).toEqual([]);
      if (ending !== '') {
        expect(await queues.refresh.appendMany([5, 6])).toEqual({ queued: 1, waiting: 1 });
        return;
      }
      const refused = { code: 'queue_error', message: expect.stringMatching(/an ordinary file|a folder/) as string };
      await expect(queues.refresh.append(6)).rejects.toMatchObject(refused);
      await expect(queues.refresh.appendMany([6])).rejects.toMatchObject(refused);
    },
  );

  test('does not come along to another place', async () => {
    const { queues, folder } = open();
    const old = join(folder, 'old', 'refresh.queue');
    for (const ending of ['', '.failed']) putOddFile(kind, old + ending);
    await queues.refresh.takeOver(old);
    expect([queues.refresh.depth(), queues.refresh.failures()]).toEqual([0, []]);
  });
});

describe('what cannot be read is not empty', () => {
  /** More than any queue has. */
  const putTooMuch = (file: string) => {
    put(file, '1\n');
    truncateSync(file, 17 * 1024 * 1024);
  };
  const refused = {
    code: 'queue_error',
    message: expect.stringMatching(/^The refresh queue .* cannot be read: .* has more than/) as string,
  };
  const thrownBy = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  test.each(['', '.working'])('the jobs: %s', async (ending) => {
    const { queues, refreshFile } = open();
    await queues.refresh.appendMany([5, 6]);
    putTooMuch(refreshFile + ending);
    for (const work of [() => queues.refresh.pending(), () => queues.refresh.clear()])
      expect(thrownBy(work)).toMatchObject(refused);
    await expect(queues.refresh.appendMany([7])).rejects.toMatchObject(refused);
    expect(statSync(refreshFile + ending).size).toBe(17 * 1024 * 1024);
    rmSync(refreshFile + ending);
    expect(queues.refresh.pending()).toEqual(ending === '' ? [] : [5, 6]);
  });

  test('the failures', async () => {
    const { queues, refreshFile } = open();
    putTooMuch(`${refreshFile}.failed`);
    expect(thrownBy(() => queues.refresh.failures())).toMatchObject(refused);
    await expect(queues.refresh.retryFailed()).rejects.toMatchObject(refused);
    expect(thrownBy(() => queues.refresh.forgetFailure('1'))).toMatchObject(refused);
    expect(statSync(`${refreshFile}.failed`).size).toBe(17 * 1024 * 1024);
  });

  test('nor is it removed when a queue moves', async () => {
    const { queues, folder } = open();
    const old = join(folder, 'old', 'refresh.queue');
    putTooMuch(old);
    await expect(queues.refresh.takeOver(old)).rejects.toMatchObject(refused);
    expect(readdirSync(join(folder, 'old'))).toEqual(['refresh.queue.moving']);
  });

  test('and the rest of Safelight goes on', () => {
    const { queues } = open((folder) => putTooMuch(join(folder, 'queues', 'refresh.queue')));
    expect([queues.refresh.depth(), queues.exports.pending()]).toEqual([0, []]);
    expect(thrownBy(() => queues.refresh.pending())).toMatchObject(refused);
  });
});

describe('depth', () => {
  test('counts different images, waiting or being worked on, and nothing else', async () => {
    const { queues, refreshFile } = open();
    expect(queues.refresh.depth()).toBe(0);
    put(refreshFile, '1\n2\n2\n\nnonsense\n3x\n');
    put(`${refreshFile}.working`, '2\n9\r\n');
    expect(queues.refresh.depth()).toBe(3);
    await queues.refresh.append(10);
    expect(queues.refresh.depth()).toBe(4);
    rmSync(`${refreshFile}.working`);
    expect(queues.refresh.depth()).toBe(3);
    expect(queues.exports.depth()).toBe(0);
  });

  test('its changes are told, our own and those of the bridge', async () => {
    const { queues, refreshFile, news } = open();
    await queues.refresh.append(1);
    await queues.refresh.append(2);
    await vi.waitFor(() => expect(news.at(-1)).toEqual({ name: 'refresh', depth: 2 }), 5000);
    // The folder was created after the queues were opened, so it is noticed a little later.
    appendFileSync(refreshFile, '3\n');
    await vi.waitFor(() => expect(news.at(-1)).toEqual({ name: 'refresh', depth: 3 }), 5000);
    renameSync(refreshFile, `${refreshFile}.working`);
    rmSync(`${refreshFile}.working`);
    await vi.waitFor(() => expect(news.at(-1)).toEqual({ name: 'refresh', depth: 0 }), 5000);
    expect(news.every(({ name }) => name === 'refresh')).toBe(true);
  });

  test('a storm of jobs is told a few times, not once each', async () => {
    const { queues, news } = open();
    for (let id = 1; id <= 200; id++) await queues.refresh.append(id);
    await vi.waitFor(() => expect(news.at(-1)?.depth).toBe(200), 5000);
    expect(news.length).toBeLessThan(100);
  });
});

describe('another place for a queue', () => {
  test('what waits and what failed comes along, also when an earlier move was cut off', async () => {
    const { queues, folder } = open();
    const old = join(folder, 'old', 'refresh.queue');
    put(old, '3\n4\n');
    put(`${old}.moving`, '1\n2\n');
    put(`${old}.failed`, '9\tno room\n');
    await queues.refresh.append(7);
    await queues.refresh.takeOver(old);
    expect(queues.refresh.pending()).toEqual([7, 1, 2, 3, 4]);
    expect(queues.refresh.failures()).toEqual([{ job: '9', reason: 'no room' }]);
    await queues.refresh.takeOver(old);
    await queues.refresh.takeOver(queues.refresh.file);
    expect(queues.refresh.pending()).toEqual([7, 1, 2, 3, 4]);
  });

  test('a worker that has begun there finishes by itself', async () => {
    const { queues, folder } = open();
    const old = join(folder, 'old', 'refresh.queue');
    put(`${old}.working`, '5\n');
    await queues.refresh.takeOver(old);
    expect(queues.refresh.pending()).toEqual([]);
    expect(readFileSync(`${old}.working`, 'utf8')).toBe('5\n');
  });
});

test('jobs that were taken by any worker count, each image once', () => {
  const { queues, refreshFile } = open();
  put(refreshFile, '1\n2\n');
  put(`${refreshFile}.working`, '3\n1\n');
  put(`${refreshFile}.taken`, '4\n');
  put(`${refreshFile}.working-cli`, '5\n');
  // Left by a renderer that ended before merging them with its other jobs.
  put(`${refreshFile}.taken-cli`, '6\n');
  expect(queues.refresh.pending()).toEqual([3, 1, 6, 5, 4, 2]);
  expect(queues.refresh.depth()).toBe(6);
});

test('a queue that cannot be written says so, whatever was wanted of it', async () => {
  const { queues, folder, refreshFile } = open();
  put(join(folder, 'queues'), '');
  await expect(queues.refresh.append(1)).rejects.toMatchObject({ code: 'queue_error' });
  rmSync(join(folder, 'queues'));
  mkdirSync(`${refreshFile}.working`, { recursive: true });
  expect(() => queues.refresh.clear()).toThrow(expect.objectContaining({ code: 'queue_error' }) as Error);
});
