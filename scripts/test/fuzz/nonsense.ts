import fc from 'fast-check';

/** Texts that programs often mishandle. */
const STUMBLING = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nX-Evil: 1',
  '..',
  '../../etc/passwd',
  '%',
  '%zz',
  '%00',
  '%2e%2e%2f',
  '/',
  '//',
  '?',
  '#',
  '&',
  '=',
  '-0',
  '+1',
  '1e3',
  '1e400',
  '0x10',
  '1.0',
  '-1',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '"',
  '""',
  '"""',
  '\\',
  '*',
  '(',
  ')',
  'AND',
  'NEAR(',
  'a*',
  '-a',
  '^a',
  'a:b',
  '{a}',
  'fjord',
  'ﬁ',
  'İ',
  '\u202e',
  '\ufeff',
  '\ud800',
  '🏔️',
  'e\u0301',
  'x'.repeat(600),
  'ß'.repeat(300),
  '|',
  'places|',
  '|x',
];

export const nonsenseText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STUMBLING) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
);

/** A value of any kind that JSON allows. */
export const nonsenseValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: nonsenseText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 31, 2 ** 53, 0.1, [], {}, [[]], ['a'], { a: 1 }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constant(null).map(nested) },
);

/** Deep enough to break recursive code. */
function nested(): unknown {
  let value: unknown = 1;
  for (let depth = 0; depth < 3000; depth++) value = [value];
  return value;
}
