import {
  type NatsConnection,
  NatsConnectionImpl,
  type NodeConnectionOptions,
  type ServerInfo,
  setTransportFactory,
} from '@nats-io/transport-node';
import { nodeResolveHost, NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import type { Socket } from 'node:net';

/** This broker is not to be used; the message says why, for people. */
export class BrokerRefused extends Error {}

/** Its first line has less than a kilobyte, and the addresses of a cluster. */
const LONGEST_FIRST_LINE = 32 * 1024;

/** As the client's own `connect`, to whoever answers at the address: what comes before encryption is bounded. */
export function connectToBroker(options: NodeConnectionOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new BoundedTransport(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect(options);
}

/**
 * The client puts together anew, at each piece that comes, all that came before the first line end; and what follows that line unencrypted,
 * it takes for a part of the encrypted conversation.
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

/** With its end. Nothing may follow before it is answered. Listens no longer afterwards. */
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
