import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import type { Socket } from 'node:net';
import type { Peer } from '../../auth/credentials.ts';
import { plainAddress as plain } from './forwarding.ts';
import { cameThroughRemoteDoor } from './remote-door.ts';

/** The two ends of a connection, as our socket knows them. */
export type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

const known = new WeakMap<Socket, Peer>();

/** Like `peerOf`, but looked up once per connection. */
export function peerOfSocket(socket: Socket): Peer {
  let peer = known.get(socket);
  if (peer === undefined) {
    peer = peerOf(socket);
    known.set(socket, peer);
  }
  return peer;
}

/**
 * Who is at the other end of a connection. Linux lists every socket of this computer with the user that made it,
 * including the other end's (proc_pid_net(5): local and remote address in hex, eighth column the user). On other
 * systems the answer is unknown, or only that the peer is on another computer.
 */
export function peerOf(
  ends: Ends,
  { ownUser = process.getuid?.(), tables = TABLES }: { ownUser?: number | undefined; tables?: string[] } = {},
): Peer {
  const { remoteAddress, remotePort, localAddress, localPort } = ends;
  // A connection that has ended has no addresses any more.
  if (remoteAddress === undefined || localAddress === undefined || remotePort === undefined || localPort === undefined)
    return 'other-user';
  if (cameThroughRemoteDoor(ends)) return 'other-device';
  const from = plain(remoteAddress);
  const to = plain(localAddress);
  const isHere = isOfThisComputer(ends);
  if (process.platform !== 'linux' || ownUser === undefined) return isHere ? 'unknown' : 'other-device';

  const wanted = [endpoint(from, remotePort), endpoint(to, localPort)].join(' ');
  let readable = 0;
  for (const table of tables) {
    let lines: string[];
    try {
      lines = readFileSync(table, 'utf8').split('\n').slice(1);
      readable += 1;
    } catch (error) {
      // Only a missing table (no IPv6, no /proc) means unknown. Making us run out of files gains an attacker nothing.
      if (['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) continue;
      return 'other-user';
    }
    for (const line of lines) {
      const [, local, remote, , , , , user] = line.trim().split(/\s+/);
      if (local === undefined || remote === undefined) continue;
      if (`${readEndpoint(local)} ${readEndpoint(remote)}` === wanted)
        return Number(user) === ownUser ? 'same-user' : 'other-user';
    }
  }
  if (readable === 0) return isHere ? 'unknown' : 'other-device';
  return isHere ? 'other-user' : 'other-device';
}

/** Whether both ends of the connection are on this computer. */
export function isOfThisComputer({
  remoteAddress,
  localAddress,
}: Pick<Ends, 'remoteAddress' | 'localAddress'>): boolean {
  const from = plain(remoteAddress ?? '');
  return from.startsWith('127.') || from === '::1' || from === plain(localAddress ?? '');
}

const endpoint = (address: string, port: number) => `${address.includes(':') ? groups(address) : address} ${port}`;

/** All eight groups of an IPv6 address. */
function groups(address: string): string {
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** `0100007F:1F90` is 127.0.0.1, port 8080: words of four bytes in the processor's byte order. */
function readEndpoint(text: string): string {
  const [address = '', port = ''] = text.split(':');
  const words = address.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => {
    const inOrder = (word.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
    return endianness() === 'LE' ? inOrder.reverse() : inOrder;
  });
  const number = Number.parseInt(port, 16);
  const isMapped = bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff;
  if (bytes.length === 4 || isMapped) return `${bytes.slice(-4).join('.')} ${number}`;
  const pairs = Array.from({ length: 8 }, (_, at) => ((bytes[at * 2]! << 8) | bytes[at * 2 + 1]!).toString(16));
  return `${pairs.join(':')} ${number}`;
}
