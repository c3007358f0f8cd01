import { expect, test } from 'vitest';
import { readNotes } from './release-notes.ts';

const plain = (words: string) => ({ kind: 'plain', words });

test('headings, items over several lines, strong words and code are told apart', () => {
  const notes = '### Added\n\n- **Culling:** it\n  flies, see `doctor`.\n- More\n\nA last\nword.\n';
  expect(readNotes(notes)).toEqual([
    { kind: 'heading', words: [plain('Added')] },
    {
      kind: 'list',
      items: [
        [
          { kind: 'strong', words: 'Culling:' },
          plain(' it flies, see '),
          { kind: 'code', words: 'doctor' },
          plain('.'),
        ],
        [plain('More')],
      ],
    },
    { kind: 'paragraph', words: [plain('A last word.')] },
  ]);
});

test.each([
  ['nothing', '\n \n', []],
  [
    'a link, which is shown as its words',
    'See [the page](https://example.org/a).',
    [{ kind: 'paragraph', words: [plain('See the page.')] }],
  ],
  [
    'what is not closed, and HTML, as they are written',
    '**half `one <img src=x onerror=alert(1)>',
    [{ kind: 'paragraph', words: [plain('**half `one <img src=x onerror=alert(1)>')] }],
  ],
  [
    'two paragraphs between lists',
    '* one\n\ntwo\n\n* three',
    [
      { kind: 'list', items: [[plain('one')]] },
      { kind: 'paragraph', words: [plain('two')] },
      { kind: 'list', items: [[plain('three')]] },
    ],
  ],
])('%s', (_what, notes, blocks) => expect(readNotes(notes)).toEqual(blocks));
