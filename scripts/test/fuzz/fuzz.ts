/**
 * `npm run fuzz -- [--requests N] [--seed S]`: sends a built Safelight, on a small real library, requests that the API document allows and many that
 * it does not. No answer may be a server error or differ from the document. The process must survive, must not grow, and must leave the
 * library unchanged except for the edits it confirmed. Ends with one line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { SettingsSchema } from '../../../src/settings/settings-schema.ts';
import { checkResponse } from '../../../src/testing/check-response.ts';
import { malformedRequests, sendMalformed } from './malformed-http.ts';
import { learn, type KnownThings } from './known-things.ts';
import { requestsOf, type FuzzRequest } from './requests.ts';
import { isEventStream, send, type Answered } from './send.ts';
import { libraryState, lostBetween } from '../trial/library-state.ts';
import { setStage } from '../trial/stage.ts';

/** Like a page and a few programs together. */
const AT_ONCE = 12;
/** Room for caches that fill after the first fifth. A leak of 1 kB per request would be twenty thousand. */
const GROWTH_MB = 48;
const MOST_FAULTS = 20;
/** How many requests are prepared at once. */
const BATCH = 500;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
if (!(requests > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz -- [--requests N] [--seed S]');
  process.exit(2);
}

const faults: string[] = [];
const statuses = new Map<string, number>();
const memory: number[] = [];
const note = (status: number | string) => statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);

const began = performance.now();
await using stage = await setStage({ renderer: 'darktable-cli' });
const before = libraryState(stage.library, { isOrganised: true });
const known = await learn(stage, seed);
const malformed = malformedRequests({ host: new URL(known.url).host, token: known.tokens.all });

const asked = requestsOf(known);
for (let done = 0; done < requests && faults.length < MOST_FAULTS && !stage.hasEnded(); done += BATCH) {
  const count = Math.min(BATCH, requests - done);
  const batch = fc.sample(asked, { numRuns: count, seed: seed + done });
  const next = batch.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of next) await tryOut(known, request);
    }),
  );
  // A few of them beside each batch, in turn.
  for (const raw of malformed.filter((_text, place) => (place + done / BATCH) % 8 === 0)) await tryRaw(known, raw);
  memory.push(residentMb(stage.pid));
}

if (stage.hasEnded()) faults.push(`the server ended\n${stage.log().slice(-3000)}`);
else await finish();

async function finish(): Promise<void> {
  const health = await fetch(`${stage.url}/health`).catch(() => null);
  if (health?.status !== 200) faults.push(`afterwards /health answered ${health?.status ?? 'nothing'}`);
  // Frees garbage and what answers still hold.
  await sleep(1000);
  memory.push(residentMb(stage.pid));
  const ending = await stage.stop();
  if (ending !== 0) faults.push(`the server ended with ${ending}\n${stage.log().slice(-3000)}`);
  faults.push(...lostBetween(before, libraryState(stage.library, { isOrganised: true })));
  SettingsSchema.parse(JSON.parse(readFileSync(join(stage.dataDir, 'settings.json'), 'utf8')));
  const [early, late] = [Math.max(...memory.slice(0, Math.ceil(memory.length / 5))), memory.at(-1)!];
  if (requests >= 5000 && late - early > GROWTH_MB)
    faults.push(`the server grew from ${early} to ${late} MB: ${memory.join(' ')}`);
}

async function tryOut(things: KnownThings, request: FuzzRequest): Promise<void> {
  if (faults.length >= MOST_FAULTS || stage.hasEnded()) return;
  try {
    const answer = await send(things.url, request);
    if (typeof answer === 'string') {
      note(answer);
      return;
    }
    note(answer.status);
    const { method, path } = request;
    const { status, headers, body, isWhole } = answer;
    if (status >= 500 && !isWithoutRenderer(request, answer))
      throw new Error(`answered ${status}: ${body.toString().slice(0, 500)}\n${stage.log().slice(-3000)}`);
    const isStream = isEventStream(headers);
    if (isParsersOwn(answer)) return;
    if (isWhole || isStream)
      checkResponse(things.document, { method, path: path.replace(things.url, ''), status, headers, body });
  } catch (error) {
    faults.push(`${(error as Error).message}\n  ${curlOf(things, request)}`);
  }
}

async function tryRaw(things: KnownThings, raw: string): Promise<void> {
  const answered = await sendMalformed(things.url, raw);
  answered.forEach(note);
  if (answered.some((status) => status >= 500))
    faults.push(`answered ${answered.join()} to ${JSON.stringify(raw.slice(0, 500))}`);
}

/** The stage has a darktable-cli of its own, without the library that renders at once. */
function isWithoutRenderer({ method, path }: FuzzRequest, { status, body }: Answered): boolean {
  // An answer to HEAD has no body that tells.
  const isOfRenderer = method === 'HEAD' && /\/(tiles|shapes|input|histogram)\b/.test(path);
  return status === 503 && (isOfRenderer || body.toString().startsWith('{"error":"renderer_unavailable"'));
}

/** Refused before any route sees it, with codes that no operation has: malformed HTTP, and headers that are too long. */
function isParsersOwn({ status, headers, body }: Answered): boolean {
  if (![400, 408, 413, 431].includes(status) || headers.connection !== 'close') return false;
  return (
    body.length === 0 ||
    /^\{"error":"(invalid_request|request_timeout|payload_too_large|headers_too_large)"/.test(body.toString())
  );
}

/** The command that repeats this run. */
function curlOf({ url, tokens }: KnownThings, { method, path, headers, body }: FuzzRequest): string {
  const shown = (text: string) => Object.values(tokens).reduce((rest, token) => rest.replaceAll(token, '…'), text);
  const quoted = (text: string) => `'${shown(text).replaceAll("'", String.raw`'\''`)}'`;
  const given = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`).join(' ');
  const sent = body === null ? '' : ` --data-binary ${quoted(body.toString().slice(0, 1000))}`;
  return `curl --path-as-is -X ${method} ${quoted(path.startsWith(url) ? path : url + path)} ${given}${sent}`;
}

/** The server's memory; 0 where the system does not tell. */
function residentMb(pid: number): number {
  try {
    const [, kB = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kB) / 1024);
  } catch {
    return 0;
  }
}

for (const fault of faults) console.error(`FAULT: ${fault}`);
const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `fuzz: ${requests} requests, seed ${seed}, ${seconds} s, ${memory.at(0)} to ${memory.at(-1)} MB; ${counts.join(', ')}; ${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
