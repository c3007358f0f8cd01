import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { median } from './load.ts';
import { cpuSeconds } from './processes.ts';
import { MAIN, type SafelightServer } from './safelight-server.ts';
import type { BenchLibrary } from './bench-library.ts';

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const LIMIT = 20;
/** What a search through a door may be of the same request to the API. */
const MOST_TIMES = 1.3;
const FIRST_ANSWER_MS = 300;

/** A search through each of the doors of agents, beside the same request to the API, in turn with it; each search is another one. */
export async function benchAgents(bench: BenchRun): Promise<void> {
  const images = bench.sizes.findLast((size) => size <= 100_000) ?? bench.sizes[0]!;
  const library = await bench.libraries.generated(images);
  const calls = bench.isQuick ? 100 : 1000;
  const size = inThousands(images);
  await withSafelight(library, async (server) => {
    const door = await openDoor(library);
    bench.report({
      name: `first answer over stdio, ${size}`,
      value: door.firstMs,
      unit: 'ms',
      limit: { most: FIRST_ANSWER_MS },
      detail: `from the start of the process to the list of tools; ${(door.cpu() * 1000).toFixed(0)} ms of processor`,
    });
    const spent: Record<'api' | 'http' | 'stdio', number[]> = { api: [], http: [], stdio: [] };
    const timed = async (into: number[], ask: () => Promise<unknown>) => {
      const began = performance.now();
      await ask();
      into.push(performance.now() - began);
    };
    for (let call = 0; call < calls; call++) {
      const search = `iso:${100 + call}..${110 + call}`;
      await timed(spent.api, () => server.text(`/api/v1/images?search=${encodeURIComponent(search)}&limit=${LIMIT}`));
      await timed(spent.http, () => overHttp(server, search));
      await timed(spent.stdio, () => door.search(search));
    }
    door.close();
    for (const name of ['http', 'stdio'] as const)
      bench.report({
        name: `a search over ${name === 'http' ? 'HTTP' : 'stdio'}, ${size}, of the same request to the API`,
        value: median(spent[name].map((ms, at) => ms / spent.api[at]!)),
        unit: '×',
        limit: { most: MOST_TIMES },
        detail: `${calls} calls; ${median(spent[name]).toFixed(1)} ms, ${median(spent.api).toFixed(1)} ms`,
      });
  });
}

const called = (search: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'safelight_search_images', arguments: { search, limit: LIMIT }, _meta: META },
});

async function overHttp({ url, headers }: SafelightServer, search: string): Promise<void> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': 'safelight_search_images',
    },
    body: JSON.stringify(called(search)),
  });
  check(await response.text());
}

function check(answer: string): void {
  if (!answer.includes('"selection"')) throw new Error(`A search answered ${answer.slice(0, 300)}`);
}

/** `safelight mcp` on the library's data folder. */
async function openDoor({ dataDir }: BenchLibrary) {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, 'mcp', '--data-dir', dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (message: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })}\n`);
    return String((await lines.next()).value);
  };
  await ask({ method: 'tools/list', params: { _meta: META } });
  const firstMs = performance.now() - began;
  return {
    firstMs,
    cpu: () => cpuSeconds(child.pid!),
    search: async (search: string) => check(await ask(called(search))),
    close: () => child.stdin.end(),
  };
}
