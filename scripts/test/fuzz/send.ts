import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { FuzzRequest } from './requests.ts';

export interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Safelight cut the connection, or the client went away: the answer is unknown. */
  isWhole: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
/** A client that waits for an edited preview goes away after this time; a stream of events never ends. */
const PATIENCE_MS = 300;
/** Longer than any answer takes on a busy machine. */
const SILENCE_MS = 60_000;

export const isEventStream = (headers: Answered['headers']) =>
  headers['content-type']?.startsWith('text/event-stream') === true;

export function send(url: string, { method, path, headers, body }: FuzzRequest): Promise<Answered | 'left' | 'cut'> {
  const { hostname, port } = new URL(url);
  const waits = /[?&]preview=/.test(path) && method === 'PATCH';
  const host = headers.some(([name]) => name === 'Host') ? [] : [['Host', `${hostname}:${port}`]];
  return new Promise((resolve, reject) => {
    let hasLeft = false;
    const asked = httpRequest({
      agent,
      hostname,
      port,
      method,
      path,
      // Names may come twice.
      headers: [...host, ...headers, ['Content-Length', String(body?.length ?? 0)]].flat(),
      ...(waits && { agent: false }),
    });
    const leave = () => {
      hasLeft = true;
      asked.destroy();
    };
    const patience = setTimeout(
      waits ? leave : () => asked.destroy(new Error('no answer came')),
      waits ? PATIENCE_MS : SILENCE_MS,
    );
    asked.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (isEventStream(answer.headers)) leave();
      });
      answer.on('close', () => {
        clearTimeout(patience);
        const { statusCode: status = 0, headers: given, complete: isWhole } = answer;
        resolve({ status, headers: given, body: Buffer.concat(chunks), isWhole });
      });
      answer.on('error', () => undefined);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(patience);
      if (hasLeft) resolve('left');
      else if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve('cut');
      else reject(error);
    });
    asked.on('upgrade', (_answer, socket) => socket.destroy());
    asked.end(body ?? undefined);
  });
}
