/** A server that answers as a test says, for what no real one does on demand. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
}

export interface ScriptedServer {
  url: URL;
  /** What it was asked, in order. */
  asked: Asked[];
}

export async function scriptedServer(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers });
    request.resume().once('end', () => answer({ method, path, headers }, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), asked };
}
