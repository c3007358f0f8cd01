import { Client, type RequestOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { inspect } from 'node:util';
import { DatabaseSync } from 'node:sqlite';
import { apiOf, type Api } from '../agents/api.ts';
import type { TestApp } from './start-app.ts';

export const CHANGING = ['images:read', 'previews:read', 'tags:read', 'films:read', 'images:write', 'cache:refresh'];

export interface ToolAnswer {
  /** The text of the answer. */
  text: string;
  isError: boolean;
  data: Record<string, unknown>;
  /** Facts of a refusal. */
  facts: Record<string, unknown>;
}

export interface TestAgent {
  call(name: string, given?: Record<string, unknown>, options?: RequestOptions): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** A client of the protocol with this token, over HTTP. */
export async function connectAgent(app: Pick<TestApp, 'url'>, token: string): Promise<TestAgent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return {
    async call(name, given = {}, options) {
      const { content, isError, structuredContent } = await client.callTool(
        { name: `safelight_${name}`, arguments: given },
        options,
      );
      const text = (content as { text?: string }[])[0]?.text ?? '';
      const facts = isError === true ? (JSON.parse(text.slice(text.indexOf('\n') + 1)) as ToolAnswer['facts']) : {};
      return { text, isError: isError === true, data: (structuredContent ?? {}) as ToolAnswer['data'], facts };
    },
    close: () => client.close(),
  };
}

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

/** What the library and data.db hold, byte for byte; not when an image was changed, and which thumbnails are old. */
export function libraryRows({ file, data }: { file: string; data: string }): Record<string, string[]> {
  const tables = [
    'images',
    'history',
    'history_hash',
    'masks_history',
    'module_order',
    'color_labels',
    'tagged_images',
    'meta_data',
  ];
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.prepare('ATTACH ? AS data').run(data);
    return Object.fromEntries(
      [...tables, 'data.tags', 'data.styles'].map((table) => {
        const all = db.prepare(`SELECT * FROM ${table}`);
        all.setReadBigInts(true);
        const texts = all
          .all()
          .map(({ change_timestamp: _, mipmap_hash: __, ...row }) => inspect(row, { maxArrayLength: null }));
        return [table, texts.sort()];
      }),
    );
  } finally {
    db.close();
  }
}
