import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reasonOf } from '../errors.ts';
import { portHolder } from './port-holder.ts';

/** The server cannot listen where it was told to; the message says why and what to do. */
export class ListenError extends Error {
  override name = 'ListenError';
}

export interface Listening {
  server: Server;
  port: number;
  /** As the pages know it; loopback when the server listens on every address. */
  url: string;
}

/** Listens on host and port (0: any free one). Throws ListenError. */
export async function listen(handler: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, handler);
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(explain(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
  });
  const { port: bound, address } = server.address() as AddressInfo;
  const shown =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return { server, port: bound, url: `http://${shown}:${bound}` };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE': {
      const holder = portHolder(port);
      return `Port ${port} is taken${holder ? ` by ${holder}` : ''}. Choose another with --port N, or any free one with --port 0.`;
    }
    case 'EACCES':
      return `Port ${port} needs more rights than this user has. Choose one above 1023 with --port N.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Leave --host out to listen on 127.0.0.1.`;
    default:
      return `Cannot listen on ${host}:${port}: ${reasonOf(error)}`;
  }
}
