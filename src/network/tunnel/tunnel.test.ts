import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openListener } from '../../app/listener.ts';
import { isAlive } from '../../platform/is-alive.ts';
import { silentLog } from '../../platform/log.ts';
import { identityOfProcess } from '../../platform/process-identity.ts';
import { proxiesOf } from '../../server/network/forwarding.ts';
import { isFromThisComputer, knowSender, peerOfRequest, senderOfRequest } from '../../server/network/request-sender.ts';
import { newKey } from '../../testing/sftp-servers.ts';
import { knownHost, startTunnelHost, type TunnelHost } from '../../testing/tunnel-host.ts';
import { endLeftSsh } from './ssh-process.ts';
import { Tunnel, type TunnelOptions } from './tunnel.ts';
import { tunnelTarget } from './tunnel-target.ts';

const LONG = { interval: 50 };
const SOON = { firstMs: 50, slowestMs: 200, resetAfterMs: 60_000, refusedMs: 60_000 };

const know = knowSender(() => proxiesOf([], 'X-Forwarded-For'));

let host: TunnelHost;
beforeAll(async () => void (host = await startTunnelHost()));
afterAll(() => host.stop());

const target = ({ key = host.key, sshPort = host.sshPort } = {}) =>
  tunnelTarget({ tunnelHost: `${host.user}@127.0.0.1:${sshPort}`, tunnelPort: host.port, tunnelKey: key });
/** The first value of an option counts for ssh. */
const ssh = (options: readonly string[] = [], knownHosts = host.knownHosts) => [
  'ssh',
  ...[`UserKnownHostsFile=${knownHosts}`, ...options].flatMap((option) => ['-o', option]),
];
let notes = 0;
const newNote = () => join(host.folder, `tunnel-${++notes}.json`);

async function open(options: Partial<TunnelOptions> = {}) {
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    // The middleware uses nothing that only Express has.
    handler: (req, res) =>
      void know(req as Request, res as Response, () =>
        res.end(`${peerOfRequest(req)} ${senderOfRequest(req).address} ${isFromThisComputer(req)}`),
      ),
    isLasting: () => false,
    onMoved: () => undefined,
    onClosing: () => undefined,
    log: silentLog(),
  });
  const note = newNote();
  const tunnel = new Tunnel({
    target: target(),
    openDoor: (proof) => listener.openRemoteDoor(proof),
    publicAddress: () => null,
    note,
    log: silentLog(),
    ssh: ssh(),
    backOff: SOON,
    lookMs: 200,
    ...options,
  });
  onTestFinished(async () => {
    await tunnel.close();
    await listener.close();
  });
  return { tunnel, note, listener };
}
const isUp = (tunnel: Tunnel) =>
  vi.waitFor(() => expect(tunnel.status()).toEqual({ state: 'up', problem: null }), LONG);
const problemOf = async (tunnel: Tunnel) => {
  await vi.waitFor(() => expect(tunnel.status().problem).not.toBeNull(), LONG);
  return tunnel.status();
};
/** As the web server of the host does. */
const ask = async () =>
  (await fetch(`http://127.0.0.1:${host.port}/`, { headers: { 'X-Forwarded-For': '10.9.9.9, 203.0.113.7' } })).text();
const GUEST = 'other-device 203.0.113.7 false';

test('a tunnel that shows one thing alone leads to nothing else', async () => {
  const { tunnel, listener } = await open({
    openDoor: (proof) => listener.openRemoteDoor(proof, (_req, res) => void res.end('for guests')),
  });
  await isUp(tunnel);
  expect(await ask()).toBe('for guests');
  expect(await (await fetch(listener.url())).text()).toBe('same-user 127.0.0.1 true');
});

test('who comes through the tunnel is answered, and is nobody of this computer', async () => {
  const { tunnel, note, listener } = await open();
  await isUp(tunnel);
  expect(await ask()).toBe(GUEST);
  expect(await (await fetch(listener.url())).text()).toBe('same-user 127.0.0.1 true');
  expect(await (await fetch(`http://127.0.0.1:${host.port}/`)).text()).toBe('other-device 127.0.0.1 false');
  await tunnel.close();
  await expect(ask()).rejects.toThrow();
  expect(existsSync(note)).toBe(false);
});

test('a tunnel that was cut there comes back, also while a dead session holds its port', async () => {
  const { tunnel } = await open({ ssh: ssh(['ServerAliveInterval=1', 'ServerAliveCountMax=1']) });
  await isUp(tunnel);
  for (const session of host.sessions()) process.kill(session, 'SIGKILL');
  await vi.waitFor(() => expect(tunnel.status().state).not.toBe('up'), { interval: 5 });
  await isUp(tunnel);

  // It hangs, and keeps the port.
  const hung = host.sessions();
  for (const session of hung) process.kill(session, 'SIGSTOP');
  await vi.waitFor(
    () =>
      expect(tunnel.status()).toMatchObject({
        state: 'waiting',
        problem: expect.stringContaining('does not open port') as string,
      }),
    LONG,
  );
  for (const session of hung) process.kill(session, 'SIGCONT');
  await isUp(tunnel);
});

describe('why there is no tunnel', () => {
  const stranger = () => newKey(host.folder, `stranger-${++notes}`).file;
  const known = (content: string) => {
    const file = join(host.folder, `known-${++notes}`);
    writeFileSync(file, content);
    return file;
  };
  const cases: [string, () => Partial<TunnelOptions>, RegExp][] = [
    [
      'a key that the host does not know',
      () => ({ target: target({ key: stranger() }) }),
      /lets nobody in with the key .+authorized_keys of "/,
    ],
    [
      'a key with a passphrase',
      () => ({ target: target({ key: newKey(host.folder, `locked-${++notes}`, 'open sesame').file }) }),
      /has a passphrase.+ssh-add/,
    ],
    [
      'a host that was never seen',
      () => ({ ssh: ssh([], known('')) }),
      /does not know the key of 127\.0\.0\.1 yet.+"ssh -p \d+ /,
    ],
    [
      'a host with another key',
      () => ({ ssh: ssh([], known(knownHost(host.sshPort, `${stranger()}.pub`))) }),
      /another key than the one.+ssh-keygen -R \[127\.0\.0\.1\]:/,
    ],
    [
      'a port that the key may not open',
      () => ({ target: { ...target(), port: 1 } }),
      /does not open port 1.+permitlisten="127\.0\.0\.1:1"/,
    ],
    ['no sshd there', () => ({ target: target({ sshPort: 1 }) }), /nothing answers at port 1\. Is sshd running/],
    [
      'no such computer',
      () => ({ target: { ...target(), destination: 'nowhere.invalid', host: 'nowhere.invalid' } }),
      /No computer called nowhere\.invalid/,
    ],
    ['no ssh on this computer', () => ({ ssh: ['no-such-program-as-ssh'] }), /There is no ssh on this computer/],
  ];
  test.each(cases)('%s', async (_what, options, words) => {
    const { tunnel } = await open(options());
    expect(await problemOf(tunnel)).toEqual({ state: 'waiting', problem: expect.stringMatching(words) as string });
  });

  test('a host that accepts and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const { tunnel } = await open({ target: target({ sshPort: port }), ssh: ssh(['ConnectTimeout=1']) });
    expect((await problemOf(tunnel)).problem).toMatch(/does not answer at port/);
  });

  test('a public address that leads elsewhere is told, though the tunnel is open', async () => {
    const { tunnel } = await open({ publicAddress: () => 'http://127.0.0.1:1' });
    expect(await problemOf(tunnel)).toEqual({
      state: 'up',
      problem: expect.stringMatching(/127\.0\.0\.1:1 does not answer.+must pass it on to 127\.0\.0\.1:/) as string,
    });
    expect(await ask()).toBe(GUEST);
  });

  test('a public address that leads through the tunnel is none of these', async () => {
    const { tunnel } = await open({ publicAddress: () => `http://127.0.0.1:${host.port}` });
    await isUp(tunnel);
  });
});

describe('a Safelight that is killed', () => {
  test('takes its tunnel along', async () => {
    const note = newNote();
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../../testing/tunnel-child.ts'),
        JSON.stringify({ target: target(), note, ssh: ssh() }),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    const { pid } = JSON.parse(readFileSync(note, 'utf8')) as { pid: number };
    expect(identityOfProcess(pid)?.command).toMatch(/^ssh /);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), LONG);
    await vi.waitFor(() => expect(host.sessions()).toEqual([]), LONG);
  });

  test('leaves nothing that the next one would not end, and that ends nothing else', async () => {
    const note = newNote();
    const left = spawn('sleep', ['1000'], { stdio: 'ignore' });
    onTestFinished(() => void left.kill('SIGKILL'));
    await vi.waitFor(() => expect(identityOfProcess(left.pid!)?.command).toBe('sleep 1000'), LONG);
    const identity = { pid: left.pid!, ...identityOfProcess(left.pid!)! };
    for (const other of [{ started: '1' }, { command: 'ssh -N' }]) {
      writeFileSync(note, JSON.stringify({ ...identity, ...other }));
      expect(endLeftSsh(note)).toBe(false);
    }
    writeFileSync(note, 'nonsense');
    expect(endLeftSsh(note)).toBe(false);
    expect(isAlive(left.pid!)).toBe(true);
    writeFileSync(note, JSON.stringify(identity));
    const exit = once(left, 'exit');
    expect(endLeftSsh(note)).toBe(true);
    await exit;
  });
});
