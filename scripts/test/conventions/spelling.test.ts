import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const words = [
  '\\w*colour\\w*',
  'grey(?:s|ed|ish)?',
  '(?:favourit|behaviour|neighbour|honour|flavour)\\w*',
  'centre[ds]?',
  '(?:milli|centi|kilo)?metres?',
  'catalogue[ds]?',
  'dialogues?',
  'cancell(?:ed|ing)',
  '(?:un)?labell(?:ed|ing)',
  '(?:level|model|signal)l(?:ed|ing)',
  'licences?',
  'artefacts?',
  'defence',
  'judgement',
  'towards',
  'whilst',
  'learnt',
  'analys(?:e|es|ed|ing)',
  '(?:re)?(?:author|custom|final|general|initial|maxim|minim|normal|optim|organ|real|recogn|serial|special|standard|summar|synchron|util|visual)is(?:e|ed|es|ing|ation)',
];
const british = new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi');

/** Names of files, and of what Safelight and darktable send each other. */
const names = /[\w./<-]*(?:_|organis(?:e|ed|ing)(?:[-/."]| `))[\w./>-]*|grey point source|"grey\[1\]"/g;

/** What a person reads: of a document all but code, of a program its comments and those strings that are more than a name. */
function read(name: string, text: string): string {
  if (name.endsWith('.md')) return text.replace(/```[^]*?```|`[^`]*`|\]\([^)]*\)/g, '');
  if (name.endsWith('.lua')) return (text.match(/--.*|"[^"\n]* [^"\n]*"/g) ?? []).join('\n');
  const comment = /\/\*[^]*?\*\/|(?<![:'])\/\/.*/g;
  const comments = (text.match(comment) ?? []).join('\n').replace(/`[^`\n]*`/g, '');
  const strings = text.replace(comment, '').match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  const isSaid = (string: string) => /^.[A-Z]|^[^{]* [^{]*$/.test(string) || name.includes('locales/en/');
  return [comments, ...strings.map((string) => string.replace(/\$\{[^}]*\}/g, '')).filter(isSaid)].join('\n');
}

test('English is spelled as in darktable: color, gray, favorites, canceled', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const ours = /\.(?:ts|tsx|js|cjs|md|lua|css)$/;
  // Other languages, and this list.
  const others = /locales\/(?!en\/)\w+\/|spelling\.test|^docs\/module-layouts/;
  const found = files.flatMap((name) => {
    if (!ours.test(name) || others.test(name)) return [];
    const text = read(name, readFileSync(join(root, name), 'utf8')).replace(names, '');
    return [...new Set(text.match(british))].map((word) => `${name}: ${word}`);
  });
  expect(found).toEqual([]);
});
