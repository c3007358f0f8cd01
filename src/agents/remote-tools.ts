import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Agent, IncomingMessage } from 'node:http';
import { refused } from './answers.ts';
import type { CallTool } from './face.ts';
import { ALLOWED_BY_LOCAL_USER } from './local-agent.ts';
import { Refusal } from './refusal.ts';

const VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol';
/** Longer than any call lasts there. */
const LONGEST_MS = 60_000;

/** The running server and a token for it. Starts one if there is none. Throws Refusal. */
export type FindServer = () => Promise<{ url: string; token: string }>;

interface Message {
  id?: unknown;
  method?: string;
  params?: { progress: number; total?: number };
  result?: CallToolResult & { contents?: unknown };
  error?: { code: number; message: string };
}

/** Loaded with the first call: an import would load `fetch` and much else, a quarter of the time in which the tools are listed. */
const http = () => process.getBuiltinModule('node:http');
let agent: Agent | undefined;

/** Tools that run in the server, called from another process: each call is one request of the newer era, and finds the server anew. */
export function remoteTools(find: FindServer, { mayChange }: { mayChange: boolean }): CallTool {
  return async (tool, given, { name, signal, progress }) => {
    try {
      const params = { name: tool.name, arguments: given };
      const ask = async () => {
        const server = await find();
        return request({ ...server, mayChange, name, signal, progress }, 'tools/call', params);
      };
      let answer: Message;
      try {
        answer = await ask();
      } catch (error) {
        // It was stopped, moved or killed: only what changes nothing, or was never sent, is sent again.
        if (!(error instanceof Lost) || (error.isSent && tool.kind !== 'reads')) throw error;
        answer = await ask();
      }
      if (answer.result) return answer.result;
      throw new Refusal('Nothing was done: the running Safelight is of another version and does not have this tool.', {
        reason: answer.error?.message,
      });
    } catch (error) {
      if (error instanceof Lost)
        return refused(
          new Refusal(
            error.isSent
              ? 'It is not known what was done: Safelight stopped during the call. Look at safelight_list_changes before you try again.'
              : 'Nothing was done: Safelight does not answer.',
            { reason: error.message },
          ),
        );
      return refused(error);
    }
  };
}

/** The connection failed. `isSent`: the server may have the request. */
class Lost extends Error {
  readonly isSent: boolean;

  constructor(reason: string, isSent: boolean) {
    super(reason);
    this.isSent = isSent;
  }
}

interface Connection {
  url: string;
  token: string;
  mayChange: boolean;
  name: string | null;
  signal: AbortSignal;
  progress: (done: number, of: number) => void;
}

async function request(
  { url, token, mayChange, name, signal, progress }: Connection,
  method: string,
  params: { name: string; arguments: unknown },
): Promise<Message> {
  const meta = {
    [`${META}/protocolVersion`]: VERSION,
    [`${META}/clientInfo`]: { name: name ?? 'unknown', version: '0' },
    [`${META}/clientCapabilities`]: {},
    progressToken: 1,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = http().request(`${url}/mcp`, {
      method: 'POST',
      agent: (agent ??= new (http().Agent)({ keepAlive: true })),
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        'mcp-name': params.name,
        ...(mayChange && { [ALLOWED_BY_LOCAL_USER]: '1' }),
      },
    });
    asked.once('response', resolve);
    asked.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Lost(error.message, error.code !== 'ECONNREFUSED')),
    );
    asked.end(body);
  });
  if (response.headers['content-type']?.startsWith('text/event-stream')) return lastOf(response, progress);
  const sent = await process
    .getBuiltinModule('node:stream/consumers')
    .text(response)
    .catch((error: unknown) => {
      throw new Lost(String(error), true);
    });
  if (response.statusCode === 200) return JSON.parse(sent) as Message;
  throw new Refusal('Nothing was done: the running Safelight refused the call.', { status: response.statusCode });
}

/** An answer that came in events: progress, and at last the result. */
async function lastOf(response: IncomingMessage, progress: Connection['progress']): Promise<Message> {
  let rest = '';
  try {
    for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
      const events = (rest + piece).split(/\r?\n\r?\n/);
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = event
          .split(/\r?\n/)
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5))
          .join('\n');
        if (data.trim() === '') continue;
        const message = JSON.parse(data) as Message;
        if (message.id !== undefined) return message;
        if (message.params) progress(message.params.progress, message.params.total ?? 0);
      }
    }
  } catch (error) {
    throw new Lost(String(error), true);
  }
  throw new Lost('the answer ended early', true);
}
