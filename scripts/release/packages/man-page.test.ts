import { expect, test } from 'vitest';
import { commandTree, withCommandsBelow } from './command-tree.ts';
import { manPage } from './man-page.ts';

const tree = commandTree();
const page = manPage(tree, { version: '1.0.0', date: 1_700_000_000 });

test('the man page tells every command and every option of --help', () => {
  const all = withCommandsBelow(tree);
  expect(all.map(({ words }) => words)).toEqual(
    expect.arrayContaining(['safelight serve', 'safelight clients rotate']),
  );
  for (const { words, commands } of all.slice(1))
    if (commands.length === 0) expect(page).toContain(`.SS ${words.replaceAll('-', '\\-')} `);
  for (const name of new Set(all.flatMap(({ options }) => options.map((option) => option.name))))
    expect(page).toContain(`\\fB${name.replaceAll('-', '\\-')}\\fR`);
});

test('it says what the help says below its lists, and has its date', () => {
  expect(page).toContain('.TH SAFELIGHT 1 "2023-11-14" "Safelight 1.0.0"');
  expect(page).toContain('Exit codes: 0 success, 1 failure, 2 wrong usage.');
  expect(page).toContain('If no tray is available, it says why and runs without one.');
  expect(page).toContain('.PP\nExample: safelight params decode velvia 2');
});

test('a former name of a command is in no page', () => {
  expect(page).not.toContain('safelight bridge');
});
