import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsedStyle } from '../organising/style-file-reader.ts';
import { unpackJob } from '../renderer/farm/protocol.ts';
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
const CASES = [
  worst(XMP, 'namespaces', { size: 2_000, make: namespaces, run: readXmp }),
  worst(XMP, 'attributes in one long namespace', {
    size: 2_000,
    make: (size) => `<r xmlns:a="${'u'.repeat(20 * size)}">${'<a:e a:b="" a:c=""/>'.repeat(size)}</r>`,
    run: readXmp,
  }),
  worst(XMP, 'elements', { size: 10_000, make: (size) => `<r>${'x<a/>&amp;'.repeat(size)}</r>`, run: readXmp }),
  worst(XMP, 'levels', {
    size: 100,
    make: (size) => `<r>${`${'<a>'.repeat(95)}${'</a>'.repeat(95)}`.repeat(size)}</r>`,
    run: readXmp,
  }),
  worst(XMP, 'marks without an end', {
    size: 20_000,
    make: (size) => `<r>${'<!-- <![CDATA['.repeat(size)}`,
    run: readXmp,
  }),
  worst('src/organising/style-file-reader.ts', 'modules', {
    size: 40,
    make: (size) => styleOf('<plugin><operation>a</operation><module>1</module></plugin>'.repeat(size)),
    run: parsedStyle,
  }),
  worst('src/renderer/farm/protocol.ts', 'values in a job', {
    size: 100_000,
    make: (size) => Buffer.from(`{"a":"${'\\"'.repeat(size)}","b":[${'{},'.repeat(size)}{}]}`),
    run: unpackJob,
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
