import { expect, test } from 'vitest';
import type { Texts } from '../locales/texts.ts';

const languages = Object.entries(
  import.meta.glob<Texts['diagnostics']>('../locales/*/diagnostics.ts', { eager: true, import: 'diagnostics' }),
);

const sources = Object.values(
  import.meta.glob<string>(['/src/doctor/{doctor,*-check,*-checks}.ts', '/src/contract/update-words.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).join('\n');

/** Every sentence of the checks, with values as {0}; and every plain text of more than one word. */
const sentences = [
  ...[...sources.matchAll(/say`([^`]*)`/g)].map(([, text]) => {
    let next = 0;
    return text!.replaceAll(/\$\{[^}]*\}/g, () => `{${next++}}`);
  }),
  ...[...sources.replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*|`[^`]*`|"[^"\n]*"|^import.*/gm, '').matchAll(/'([^'\n]*)'/g)]
    .map(([, text]) => text!)
    .filter((text) => /\w.* /.test(text)),
];

test.each(languages)('every sentence of the diagnostics is there: %s', (_file, diagnostics) => {
  expect(sentences.length).toBeGreaterThan(80);
  expect(sentences.filter((sentence) => !(sentence in diagnostics))).toEqual([]);
});

test.each(languages)('the same gaps are filled: %s', (_file, diagnostics) => {
  const gaps = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([gap]) => gap).sort();
  for (const [english, own] of Object.entries(diagnostics))
    expect([english, gaps(own)]).toEqual([english, gaps(english)]);
});
