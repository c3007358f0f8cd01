import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NewStyle } from '../contract/styles.ts';
import { blobsOf } from '../darktable/blob-text.ts';
import { parseFields } from '../darktable/bridge-fields.ts';
import { readCameras } from '../darktable/cameras.ts';
import { readLensFile } from '../darktable/lensfun/lens-file.ts';
import { placesInList } from '../changes/rules/order-list.ts';
import { parsedStyle } from '../changes/styles/style-file-reader.ts';
import { readJpegHead } from '../previews/jpeg-head.ts';
import { unpackJob } from '../renderer/farm/protocol.ts';
import { frame, FrameReader } from '../renderer/resident/protocol.ts';
import { parseBody } from '../server/middleware/json-body.ts';
import { modulePatchBody } from '../server/requests/module-patch-body.ts';
import { parameters } from '../server/requests/token-request.ts';
import { readXmp } from '../sidecars/xmp-tree.ts';
import { growthOf, MOST_GROWTH, workOf } from './work-of.ts';

/** What costs a parser most. `size`: so many parts that a run takes milliseconds. It may refuse them. */
const worst = <Input>(
  parser: string,
  what: string,
  { size, make, run }: { size: number; make: (size: number) => Input; run: (input: Input) => unknown },
) => ({ parser, what, growth: () => growthOf(make, (input) => quiet(() => run(input)), size) });

const quiet = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};
const parts = (count: number, part: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => part(number)).join('');

const namespaces = (size: number) =>
  `<darktable_style${parts(size, (at) => ` xmlns:a${at}="u"`)}>${parts(size, (at) => `<e xmlns:b${at}="v"/>`)}</darktable_style>`;
const styleOf = (plugins: string) =>
  `<darktable_style><info><name>x</name></info><style>${plugins}</style></darktable_style>`;

const XMP = 'src/sidecars/xmp-tree.ts';
const TOKEN = 'src/server/requests/token-request.ts';
const LENSES = 'src/darktable/lensfun/lens-file.ts';
const XMP_MARK = Buffer.from('http://ns.adobe.com/xap/1.0/\0xmp:CreatorTool');
const FACTS = { width: 1, height: 1, whole: { width: 1, height: 1 }, x: 0, y: 0 };
const repeated = (text: string) => (size: number) => text.repeat(size);
/** A style of the API, as good as any other body. */
const body = (text: string) => parseBody(NewStyle, JSON.parse(text));
const segment = (marker: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]), content]);

const CASES = [
  worst(XMP, 'namespaces', { size: 500, make: namespaces, run: readXmp }),
  worst(XMP, 'attributes in one long namespace', {
    size: 500,
    make: (size) => `<r xmlns:a="${'u'.repeat(20 * size)}">${'<a:e a:b="" a:c=""/>'.repeat(size)}</r>`,
    run: readXmp,
  }),
  worst(XMP, 'elements', { size: 2_000, make: (size) => `<r>${'x<a/>&amp;'.repeat(size)}</r>`, run: readXmp }),
  worst(XMP, 'levels', {
    size: 30,
    make: (size) => `<r>${`${'<a>'.repeat(95)}${'</a>'.repeat(95)}`.repeat(size)}</r>`,
    run: readXmp,
  }),
  worst(XMP, 'comments, CDATA and instructions', {
    size: 2_000,
    make: (size) => `<r>${'<!-- a -->x<![CDATA[b]]><?c d?>'.repeat(size)}</r>`,
    run: readXmp,
  }),
  worst('src/changes/styles/style-file-reader.ts', 'modules', {
    size: 40,
    make: (size) => styleOf('<plugin><operation>a</operation><module>1</module></plugin>'.repeat(size)),
    run: parsedStyle,
  }),
  worst('src/darktable/blob-text.ts', 'what is nearly base64', {
    size: 50_000,
    make: (size) => `gz01${'AAAA'.repeat(size)}!`,
    run: (text) => blobsOf(text),
  }),
  worst('src/changes/rules/order-list.ts', 'instances', {
    size: 5_000,
    make: (size) => `rawprepare,0,${parts(size, (at) => `a${at},0,`)}gamma,0`,
    run: placesInList,
  }),
  worst('src/renderer/farm/protocol.ts', 'values in a job', {
    size: 50_000,
    make: (size) => Buffer.from(`{"a":"${'\\"'.repeat(size)}","b":[${'{},'.repeat(size)}{}]}`),
    run: unpackJob,
  }),
  worst('src/renderer/resident/protocol.ts', 'a picture in many pieces', {
    size: 200,
    make: (size) =>
      frame({ is: 'picture', number: 1, facts: FACTS, bytes: 4_096 * size }, new Uint8Array(4_096 * size)),
    run: (bytes) => {
      const reader = new FrameReader(() => undefined);
      for (let at = 0; at < bytes.length; at += 4_096) reader.push(bytes.subarray(at, at + 4_096));
    },
  }),
  worst('src/server/middleware/json-body.ts', 'wrong values', {
    size: 3_000,
    make: (size) => `{"modules":[${'{},'.repeat(size)}{}]}`,
    run: body,
  }),
  worst('src/server/middleware/json-body.ts', 'unknown fields', {
    size: 2_000,
    make: (size) => `{${parts(size, (at) => `"field${at}":0,`)}"a":0}`,
    run: body,
  }),
  worst('src/server/requests/module-patch-body.ts', 'unknown fields', {
    size: 200,
    make: (size) => `{${parts(size, (at) => `"field${at}":0,`)}"a":0}`,
    run: (text) => modulePatchBody('application/json', text),
  }),
  worst('src/server/requests/module-patch-body.ts', 'fields of a form', {
    size: 1_000,
    make: (size) => parts(size, (at) => `params[p${at}]=[&`),
    run: (text) => modulePatchBody(undefined, text),
  }),
  worst(TOKEN, 'names', {
    size: 3_000,
    make: (size) => Buffer.from(`{${parts(size, (at) => `"n${at}"  :{},`)}"a":0}`),
    run: (bytes) => parameters('application/json', bytes),
  }),
  worst(TOKEN, 'one long text', {
    size: 20_000,
    make: (size) => Buffer.from(`{"a":"${'\\\\'.repeat(size)}"${' '.repeat(size)}:0}`),
    run: (bytes) => parameters('application/json', bytes),
  }),
  worst(TOKEN, 'fields of a form', {
    size: 5_000,
    make: (size) => Buffer.from('client_id=%41&'.repeat(size)),
    run: (bytes) => parameters(undefined, bytes),
  }),
  worst('src/darktable/bridge-fields.ts', 'lines', { size: 5_000, make: repeated('state=a\r\n'), run: parseFields }),
  worst('src/darktable/bridge-fields.ts', 'one long line', { size: 50_000, make: repeated('state'), run: parseFields }),
  worst(LENSES, 'elements and comments without an end', {
    size: 3_000,
    make: repeated('<!-- <lens><camera><mount>'),
    run: readLensFile,
  }),
  worst(LENSES, 'elements without an end', { size: 3_000, make: repeated('<lens><camera><mount>'), run: readLensFile }),
  worst(LENSES, 'lenses', {
    size: 300,
    make: repeated('<lens><model>10-20mm f/4</model><mount>A</mount></lens>'),
    run: readLensFile,
  }),
  worst(LENSES, 'a name of many digits', {
    size: 10_000,
    make: (size) => `<lens><model>${'1'.repeat(size)}</model></lens>`,
    run: readLensFile,
  }),
  worst('src/darktable/cameras.ts', 'cameras without an end', {
    size: 3_000,
    make: repeated('<Camera make="a"><!-- '),
    run: readCameras,
  }),
  worst('src/previews/jpeg-head.ts', 'segments', {
    size: 2_000,
    make: (size) =>
      Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array.from({ length: size }, () => segment(0xe1, XMP_MARK))]),
    run: readJpegHead,
  }),
];

test.each(CASES)('the work of $parser grows as its input does: $what', ({ growth }) => {
  expect(growth()).toBeLessThan(MOST_GROWTH);
});

/** Their tests stand elsewhere: they need a socket, or a file. */
const ELSEWHERE = ['src/renderer/farm/broker-transport.ts'];

/** In the first column of docs/parsers.md. */
const DOCUMENTED = readFileSync(join(import.meta.dirname, '../../docs/parsers.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^\| `([^`]+)` \|/.exec(line)?.[1] ?? []);

test('docs/parsers.md lists the same parsers', () => {
  expect(new Set([...CASES.map(({ parser }) => parser), ...ELSEWHERE])).toEqual(new Set(DOCUMENTED));
});

test('a style file of 120 kB of namespaces is refused within 50 ms of work', () => {
  const text = namespaces(4_000);
  let said: unknown;
  const work = Math.min(...[1, 2, 3].map(() => workOf(() => (said = quiet(() => parsedStyle(text))))));
  expect(said).toMatchObject({ code: 'invalid_body' });
  expect(work).toBeLessThan(50);
});
