import { expect, test } from 'vitest';
import { readXml, textOf } from './read-xml.ts';

test('elements by their names without prefix, text with what is escaped, and nothing of what stands around', () => {
  const root = readXml('<?xml version="1.0"?><!-- a --><d:a x="1>2"><d:b>1 &lt; &#50;</d:b><c/><![CDATA[<]]></d:a>');
  expect([root?.name, textOf(root ?? undefined, 'b'), root?.children.length, root?.text]).toEqual([
    'a',
    '1 < 2',
    2,
    '<',
  ]);
});

test.each([
  ['a name without an end', `<${'a'.repeat(1_000_000)}`],
  ['values without an end', `<a ${'b="c" '.repeat(100_000)}`],
  ['quotation marks', `<a ${'"'.repeat(100_001)}`],
  ['a comment without an end', `<!--${'-'.repeat(1_000_000)}`],
  ['more elements than any list has', `<a>${'<b/>'.repeat(1_000_001)}</a>`],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['elements in elements', '<a>'.repeat(1000) + '</a>'.repeat(1000)],
])('%s is no document, which takes no time to tell', { timeout: 5_000 }, (_, text) => {
  expect(readXml(text)).toBeNull();
});
