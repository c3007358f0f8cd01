import { Client as Agent } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { mintLocalAdminToken, mintLocalAgentToken } from '../auth/local-admin.ts';
import { runningServer } from '../settings/running-server.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { type AgentClient, agentWith, toolsOf } from '../testing/agent-client.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { libraryRows } from '../testing/library-rows.ts';
import { main } from '../testing/main-program.ts';
import { makePortableCopy } from '../testing/portable-copy.ts';

/** Hosts pass on no more. */
const environment = (home: string) => ({
  HOME: home,
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: compileCache.NODE_COMPILE_CACHE ?? '',
});

let folder: string;
let library: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-mcp-'));
  library = makeLibrary({
    folder: join(folder, 'darktable'),
    schema: 37,
    images: [{ id: 1, stars: 4 }, { id: 2 }],
  }).file;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stopped = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};
async function serve(dataDir: string, file = library): Promise<ChildProcess> {
  const args = [main, 'serve', '--data-dir', dataDir, '--library', file, '--port', '0'];
  const child = spawn(process.execPath, args, { env: environment(folder), stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => stopped(child));
  await once(child.stdout, 'data');
  return child;
}
async function agent(dataDir: string, options: readonly string[] = [], mode: 'auto' | 'legacy' = 'legacy') {
  const client = new Agent({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', '--data-dir', dataDir, ...options],
    env: environment(folder),
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport, call: toolsOf(client).call };
}

test('one door for both eras, which outlives the server: it is found anew, wherever it is', async () => {
  const dataDir = join(folder, 'outlives');
  const server = await serve(dataDir);
  const doors = [await agent(dataDir), await agent(dataDir, [], 'auto')];
  for (const { call } of doors) expect((await call('search_images')).text).toMatch(/^2 images found/);
  await stopped(server, 'SIGKILL');
  await serve(dataDir);
  for (const { call } of doors) expect((await call('search_images')).text).toMatch(/^2 images found/);

  // Nothing native is loaded into the host's children: it would be the slowest part of their start, and could end them.
  const { pid } = doors[0]!.transport;
  if (process.platform === 'linux') expect(readFileSync(`/proc/${pid}/maps`, 'utf8')).not.toContain('.node\n');
});

test('rights at the door: read-only, scopes, and changes that the local user allows', async () => {
  const dataDir = join(folder, 'rights');
  await serve(dataDir);
  const wish = { image_ids: [2], rating: 3 };
  const readOnly = await agent(dataDir, ['--read-only', '--allow-changes']);
  expect(await readOnly.call('organize', wish)).toMatchObject({ isError: true });
  const usual = await agent(dataDir);
  expect((await usual.call('organize', wish)).text).toMatch(/^Nothing was changed: agents may not change/);
  const allowed = await agent(dataDir, ['--allow-changes']);
  expect((await allowed.call('organize', wish)).text).toMatch(/^Changed 1,/);
});

test('killed in the middle of a change: after the restart the same key gives one answer and no second change, and all is taken back', async () => {
  const dataDir = join(folder, 'killed');
  const images = Array.from({ length: 1_500 }, (_, at) => ({ id: at + 1, stars: 1 }));
  const made = makeLibrary({ folder: join(folder, 'many'), schema: 37, images });
  const before = libraryRows(made);
  const fourStars = () => libraryRows(made).images!.filter((row) => (Number(/flags: (\d+)n/.exec(row)?.[1]) & 7) === 4);
  const server = await serve(dataDir, made.file);
  await fetch(`${runningServer(dataDir)!.url}/api/v1/admin/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${mintLocalAdminToken(dataDir)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agentPicturesPerHour: images.length }),
  });
  const stdio = await agent(dataDir, ['--allow-changes']);
  const { call } = stdio;
  const { selection } = (await call('search_images')).data;
  const wish = { selection, rating: 4, dry_run: false, idempotency_key: 'once' };
  const killed = await call('organize', wish, { onprogress: () => void server.kill('SIGKILL') });
  expect(killed.text).toMatch(/^It is not known what was done/);
  const done = fourStars().length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(images.length);

  await serve(dataDir, made.file);
  const again = await call('organize', wish);
  expect(again).toMatchObject({ isError: true, facts: { changes: [{ change_id: expect.any(String) as string }] } });
  expect(again.text).toMatch(/^Part of it was changed/);
  expect(await call('organize', wish)).toEqual(again);
  expect(fourStars()).toHaveLength(done);

  // Behind the other door, and after the restart, the same pictures count.
  const http = await agentWith(runningServer(dataDir)!, mintLocalAgentToken(dataDir, ['images:read', 'tags:read']));
  const leftBehind = async (door: Pick<AgentClient, 'call'>) =>
    ((await door.call('library_overview')).data.agents as Record<string, number>).pictures_left_this_hour;
  expect([await leftBehind(http), await leftBehind(stdio)]).toEqual([images.length - done, images.length - done]);
  expect((await call('organize', { ...wish, rating: 2, idempotency_key: 'two' })).text).toMatch(
    /^Nothing was changed: within an hour/,
  );
  await http.client.close();

  const [{ change_id }] = again.facts.changes as [{ change_id: string }];
  expect((await call('undo', { change_id })).data).toMatchObject({ restored: done, left: [] });
  const after = libraryRows(made);
  for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
});

/** A host that passes on little, and what it says to its door. */
function host(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  // The leader of a group, as hosts that end all that they have started make it.
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  onTestFinished(() => stopped(child, 'SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last = 0;
  const ask = async (method: string, params: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++last, method, params })}\n`);
    return String((await lines.next()).value);
  };
  return {
    child,
    /** The names of the tools. */
    open: async () => {
      const clientInfo = { name: 'test', version: '1' };
      await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      return ask('tools/list', {});
    },
    search: () => ask('tools/call', { name: 'safelight_search_images', arguments: {} }),
  };
}

test.runIf(process.platform === 'linux')(
  'killed with its group, a host leaves the server that it started: in a session of its own, on the display of the desktop',
  async () => {
    const dataDir = join(folder, 'apart');
    const [runtime, programs] = [join(folder, 'run'), join(folder, 'bin')];
    for (const path of [runtime, programs]) mkdirSync(path);
    writeFileSync(join(programs, 'systemctl'), '#!/bin/sh\necho DISPLAY=:7\n', { mode: 0o755 });
    const given = environment(folder);
    const { child, open, search } = host(process.execPath, [main, 'mcp', '--data-dir', dataDir], {
      ...given,
      PATH: `${programs}:${given.PATH}`,
      XDG_RUNTIME_DIR: runtime,
    });
    await open();
    // A machine that is busy may need more than one call for it.
    await expect.poll(search, { timeout: 120_000 }).toContain('images found');
    const server = runningServer(dataDir)!;
    onTestFinished(() => void process.kill(server.pid, 'SIGKILL'));
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'exit');

    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' });
    expect(readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0')).toContain('DISPLAY=:7');
    const [, , , session] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    expect(session).toBe(String(server.pid));
    for (const input of ['0', '1', '2']) expect(readlinkSync(`/proc/${server.pid}/fd/${input}`)).toBe('/dev/null');
  },
);

test.runIf(process.platform === 'linux')(
  'the program is removed, and another version put in its place, while a host uses it: every later call is answered',
  async () => {
    const [dataDir, copy] = [join(folder, 'upgraded'), join(folder, 'Safe light')];
    makePortableCopy(copy, { version: '1.0.0' });
    const { child, open, search } = host(join(copy, 'safelight'), ['mcp', '--data-dir', dataDir], {
      ...environment(folder),
      SAFELIGHT_LIBRARY: library,
    });
    expect(await open()).toContain('safelight_search_images');
    const server = await serve(dataDir);
    expect(await search()).toContain('2 images found');
    rmSync(copy, { recursive: true });
    expect(await search()).toContain('2 images found');
    await stopped(server, 'SIGKILL');
    expect(await search()).toContain('could not be started');

    makePortableCopy(copy, { version: '1.1.0', main: `await import(${JSON.stringify(main)});` });
    await expect.poll(search, { timeout: 120_000 }).toContain('2 images found');
    const newer = runningServer(dataDir)!;
    onTestFinished(() => void process.kill(newer.pid, 'SIGKILL'));
    expect(readFileSync(`/proc/${newer.pid}/cmdline`, 'utf8')).toContain(join(copy, 'dist', 'main.js'));
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

test('a host is killed in the middle of a change: it ends whole, and whoever asks with its key gets the answer', async () => {
  const dataDir = join(folder, 'left');
  const images = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, stars: 1 }));
  await serve(dataDir, makeLibrary({ folder: join(folder, 'whole'), schema: 37, images }).file);
  const left = await agent(dataDir, ['--allow-changes']);
  const { selection } = (await left.call('search_images')).data;
  const wish = { selection, rating: 4, dry_run: false, idempotency_key: 'once' };
  const kill = () => void process.kill(left.transport.pid!, 'SIGKILL');
  await left.call('organize', wish, { onprogress: kill }).catch(() => undefined);
  const next = await agent(dataDir, ['--allow-changes']);
  const ended = await next.call('organize', wish);
  expect(ended.text).toMatch(/^Changed 120, unchanged 0, refused 0, of 120/);
  expect((await next.call('undo', { change_id: ended.data.change_id })).data).toMatchObject({ restored: 120 });
});

test('twenty doors that are opened at once start one server, which stays when they end', async () => {
  const dataDir = join(folder, 'starts');
  const doors = await Promise.all(Array.from({ length: 20 }, () => agent(dataDir)));
  // A machine that is busy may need more than one call for it.
  const isAnswered = async ({ call }: (typeof doors)[0]) => !(await call('search_images')).isError;
  await Promise.all(doors.map((door) => expect.poll(() => isAnswered(door), { timeout: 120_000 }).toBe(true)));
  const server = runningServer(dataDir)!;
  onTestFinished(() => void process.kill(server.pid, 'SIGKILL'));
  await Promise.all(doors.map(({ client }) => client.close()));
  expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' });
  expect(runningServer(dataDir)).toEqual(server);
});

test('a host that sends nonsense is answered all the same; one that goes away ends it', async () => {
  const args = [main, 'mcp', '--data-dir', join(folder, 'nonsense')];
  const child = spawn(process.execPath, args, { env: environment(folder), stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => stopped(child));
  child.stdin.write('\n\n{"jsonrpc":"2.0",\n[]\nnot JSON\n{"jsonrpc":"2.0","id":0,"method":1}\n');
  const say = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  say(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  say(2, 'tools/list', {});
  let answers = '';
  for await (const piece of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    answers += piece;
    if (answers.split('\n').some((line) => line.includes('"id":2') && line.includes('safelight_search_images'))) break;
  }
  // `for await` has closed our end of the pipe: the next answer finds nobody.
  say(3, 'tools/list', {});
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});
