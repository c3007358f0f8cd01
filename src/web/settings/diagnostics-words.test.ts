import { expect, test } from 'vitest';
import { diagnosticsDe } from './diagnostics-de.ts';

const sources = Object.values(
  import.meta.glob<string>(['/src/doctor/checks.ts', '/src/doctor/doctor.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).join('\n');

/** Every sentence of the checks, values as {0}; and every plain text that has more than one word. */
const sentences = [
  ...[...sources.matchAll(/say`([^`]*)`/g)].map(([, text]) => {
    let place = 0;
    return text!.replaceAll(/\$\{[^}]*\}/g, () => `{${place++}}`);
  }),
  ...[...sources.replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*|`[^`]*`|"[^"\n]*"|^import.*/gm, '').matchAll(/'([^'\n]*)'/g)]
    .map(([, text]) => text!)
    .filter((text) => /\w.* /.test(text)),
];

test('every sentence of the diagnostics is there in German', () => {
  expect(sentences.length).toBeGreaterThan(80);
  expect(sentences.filter((sentence) => !(sentence in diagnosticsDe))).toEqual([]);
});

test('both languages fill the same gaps', () => {
  const gaps = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([gap]) => gap).sort();
  for (const [english, german] of Object.entries(diagnosticsDe))
    expect([english, gaps(german)]).toEqual([english, gaps(english)]);
});
