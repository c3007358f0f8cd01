import { Client, type RequestOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { apiOf, type Api } from '../agents/api.ts';
import type { TestApp } from './start-app.ts';

/** The rights of an agent that may change pictures. */
export const CHANGING = ['images:read', 'previews:read', 'tags:read', 'films:read', 'images:write', 'cache:refresh'];

export interface ToolAnswer {
  /** The first block: the summary in its first line, then the facts. */
  text: string;
  isError: boolean;
  data: Record<string, unknown>;
  /** Facts that stand in the text alone, as those beside pictures and of refusals do. */
  facts: Record<string, unknown>;
  pictures: { bytes: Buffer; type: string; caption: string }[];
  /** Characters of all of it. */
  length: number;
}

/** Of the protocol. */
type Era = 'auto' | 'legacy';

export interface AgentClient {
  client: Client;
  /** `name` without `safelight_`. */
  call(name: string, given?: Record<string, unknown>, options?: RequestOptions): Promise<ToolAnswer>;
}

/** An assistant at `/mcp`. */
export const agentClient = async (app: TestApp, scopes: readonly string[], mode: Era = 'auto'): Promise<AgentClient> =>
  agentWith(app, await app.token(scopes), mode);

export async function agentWith({ url }: { url: string }, token: string, mode: Era = 'auto'): Promise<AgentClient> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return toolsOf(client);
}

/** The tools behind a client, however it got in. */
export const toolsOf = (client: Client): AgentClient => ({
  client,
  async call(name, given = {}, options) {
    const result = await client.callTool({ name: `safelight_${name}`, arguments: given }, options);
    const blocks = result.content as { type: string; text?: string; data?: string; mimeType?: string }[];
    const text = blocks[0]?.text ?? '';
    const lines = text.split('\n');
    return {
      text,
      isError: result.isError === true,
      data: (result.structuredContent ?? {}) as Record<string, unknown>,
      facts: lines.length > 1 ? (JSON.parse(lines.at(-1)!) as Record<string, unknown>) : {},
      pictures: blocks.flatMap(({ type, data = '', mimeType = '' }, at) =>
        type === 'image'
          ? [{ bytes: Buffer.from(data, 'base64'), type: mimeType, caption: blocks[at - 1]?.text ?? '' }]
          : [],
      ),
      length: JSON.stringify(result).length,
    };
  },
});

/** The API with a token, as tools reach it. */
export const apiWith = (app: Pick<TestApp, 'url'>, token: string): Api =>
  apiOf(async ({ method = 'GET', path, query = {}, body, headers = {} }) => {
    const url = new URL(`${app.url}/api/v1${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  });
