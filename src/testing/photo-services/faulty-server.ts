import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

export interface Field {
  value: Buffer;
  text: string;
  fileName: string | null;
}

/** A request with all of its body. */
export interface Received {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** The fields of form data, in their order; the file as bytes. */
  form: () => Map<string, Field>;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * What goes wrong with a request. `instead`: the reply in place of the server's own, which does nothing. `late`: the server does it, and
 * this is what arrives. `cut`: the connection ends before the server has read it. `lost`: the server does it, and the connection ends.
 */
export type Fault = { instead: Reply } | { late: Reply } | 'cut' | 'lost';

/** An HTTP server on a free port whose requests can be made to fail. */
export class FaultyServer {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #faults: { matches: (request: Received) => boolean; fault: Fault; times: number }[] = [];
  readonly #reply: (request: Received) => Reply;
  /** What was asked, in order: `POST /api/assets`. */
  readonly asked: string[] = [];
  bytesReceived = 0;

  constructor(reply: (request: Received) => Reply) {
    this.#reply = reply;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The next requests that match fail so. */
  fail(fault: Fault, matches: (request: Received) => boolean, times = 1): void {
    this.#faults.push({ matches, fault, times });
  }

  /** All works again. */
  heal(): void {
    this.#faults.length = 0;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    const received = receivedOf(request, Buffer.concat(chunks));
    this.bytesReceived += received.body.length;
    this.asked.push(`${received.method} ${received.path}`);
    const at = this.#faults.find(({ matches, times }) => times > 0 && matches(received));
    if (at) at.times--;
    const fault = at?.fault;
    if (fault === 'cut') request.socket.destroy();
    else if (typeof fault === 'object' && 'instead' in fault) send(response, fault.instead);
    else {
      const own = this.#reply(received);
      if (fault === 'lost') request.socket.destroy();
      else send(response, fault ? fault.late : own);
    }
  }
}

function receivedOf(request: IncomingMessage, body: Buffer): Received {
  const url = new URL(request.url ?? '/', 'http://server');
  const type = request.headers['content-type'] ?? '';
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
    form: () => formOf(body, type),
  };
}

/** Form data as it is sent: names and values between boundaries. */
function formOf(body: Buffer, type: string): Map<string, Field> {
  const boundary = `--${/boundary=(.*)$/.exec(type)?.[1] ?? ''}`;
  const fields = new Map<string, Field>();
  for (let at = body.indexOf(boundary); at >= 0;) {
    const start = at + boundary.length + 2;
    const next = body.indexOf(boundary, start);
    if (next < 0) break;
    const headersEnd = body.indexOf('\r\n\r\n', start);
    const headers = body.toString('utf8', start, headersEnd);
    const value = body.subarray(headersEnd + 4, next - 2);
    const name = / name="([^"]*)"/.exec(headers)?.[1] ?? '';
    fields.set(name, { value, text: value.toString(), fileName: /filename="([^"]*)"/.exec(headers)?.[1] ?? null });
    at = next;
  }
  return fields;
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
}
