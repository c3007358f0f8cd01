import { expect, test } from 'vitest';
import { newTypedCode, readTypedCode } from './typed-code.ts';

test('a code is twelve letters in three groups, each another one', () => {
  const codes = Array.from({ length: 100 }, newTypedCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  expect(new Set(codes).size).toBe(100);
});

test.each([
  ['k7qd93mxp2rt', 'K7QD-93MX-P2RT'],
  [' K7QD 93MX P2RT ', 'K7QD-93MX-P2RT'],
  ['oi1L-0000-0000', '0111-0000-0000'],
])('%s is read as %s', (typed, meant) => {
  expect(readTypedCode(typed)).toBe(meant);
});

test('the code of a link is left alone', () => {
  for (const code of ['pYk3vW8eQ0', 'U7qd-93mx-p2rt', '']) expect(readTypedCode(code)).toBe(code);
});
