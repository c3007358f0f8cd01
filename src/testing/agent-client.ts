import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApp } from './start-app.ts';

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

export interface AgentClient {
  client: Client;
  /** `name` without `safelight_`. */
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** An assistant at `/mcp`. */
export async function agentClient(
  app: TestApp,
  scopes: readonly string[],
  mode: 'auto' | 'legacy' = 'auto',
): Promise<AgentClient> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${await app.token(scopes)}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers } }));
  return {
    client,
    async call(name, given = {}) {
      const result = await client.callTool({ name: `safelight_${name}`, arguments: given });
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
  };
}
