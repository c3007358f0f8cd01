import {
  type NatsConnection,
  NatsConnectionImpl,
  type NodeConnectionOptions,
  type ServerInfo,
  setTransportFactory,
} from '@nats-io/transport-node';
import { nodeResolveHost, NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import type { Socket } from 'node:net';

/** This broker must not be used; the message tells people why. */
export class BrokerRefused extends Error {}

/** A broker's first line has less than a kilobyte, plus the addresses of a cluster. */
const LONGEST_FIRST_LINE = 32 * 1024;

/** Like the client's own `connect`, but limits what it reads before the connection is encrypted: anybody may answer at the address. */
export function connectToBroker(options: NodeConnectionOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new BoundedTransport(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect(options);
}

/**
 * Until the first line ends, the client joins all pieces again whenever another one arrives. And it takes what follows that line unencrypted for
 * part of the encrypted conversation.
 */
class BoundedTransport extends NodeTransport {
  override async peekInfo(): Promise<ServerInfo> {
    const line = await firstLine(this.socket);
    this.yields.push(line);
    try {
      return JSON.parse(/^INFO\s+(.*)$/i.exec(line.toString().trim())![1]!) as ServerInfo;
    } catch {
      throw new BrokerRefused(STRANGE);
    }
  }
}

const STRANGE = 'what answers at the address of the broker is not a broker';

/** The first line, with its line end. Nothing may follow before we answer. Removes its listeners afterwards. */
async function firstLine(socket: Socket): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  let bytes = 0;
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    const end = piece.indexOf('\n');
    if (end === piece.length - 1) resolve(Buffer.concat(pieces));
    else if (end >= 0 || bytes > LONGEST_FIRST_LINE) {
      socket.destroy();
      reject(new BrokerRefused(STRANGE));
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the broker has ended the connection')));
  return promise.finally(() => socket.removeAllListeners());
}
