/**
 * Node and browsers fire a timer of more than 24.8 days after a millisecond, and none counts while a computer sleeps. So what is due at a time is
 * compared with the clock now and then, at least each hour.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const HOUR_MS = 3600_000;
const LONGEST_MS = 2 ** 31 - 1;

/** Where the delay of each is. */
const DELAY_AT: Record<string, number> = { setTimeout: 1, setInterval: 1, sleep: 0, 'AbortSignal.timeout': 0 };

/** Nothing is due when it fires. */
const KEEPS_A_PROCESS_ALIVE = ['src/commands/ending.ts'];

/** A number that can be read without running anything; null: it cannot. */
function valueOf(node: ts.Expression, names: ReadonlyMap<string, ts.Expression>): number | null {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isParenthesizedExpression(node)) return valueOf(node.expression, names);
  if (ts.isIdentifier(node)) {
    const meant = names.get(node.text);
    return meant && meant !== node ? valueOf(meant, names) : null;
  }
  if (!ts.isBinaryExpression(node)) return null;
  const [left, right] = [valueOf(node.left, names), valueOf(node.right, names)];
  if (left === null || right === null) return null;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    case ts.SyntaxKind.PlusToken:
      return left + right;
    default:
      return null;
  }
}

const isLeast = (node: ts.Expression): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === 'Math.min';

/** Why a delay may be too long; null: it is not. */
function whyLong(delay: ts.Expression, names: ReadonlyMap<string, ts.Expression>): string | null {
  const value = valueOf(delay, names);
  if (value !== null) return value > HOUR_MS ? `${value} ms` : null;
  if (isLeast(delay) && delay.arguments.some((each) => (valueOf(each, names) ?? Infinity) <= HOUR_MS)) return null;
  const meant = ts.isIdentifier(delay) ? names.get(delay.text) : undefined;
  if (meant && meant !== delay && !ts.isIdentifier(meant)) return whyLong(meant, names);
  return /(?<!performance\.)\bnow\(\)|\.(?:expires|until|due)\b|retry-?after/i.test(delay.getText())
    ? delay.getText()
    : null;
}

function longTimersIn(name: string, text: string): string[] {
  // Few files have any, and reading one as code takes long.
  if (!/\b(?:setTimeout|setInterval|sleep|AbortSignal\.timeout)\(/.test(text)) return [];
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const names = new Map<string, ts.Expression>();
  const found: string[] = [];
  const eachNode = (node: ts.Node, act: (node: ts.Node) => void): void => {
    act(node);
    node.forEachChild((child) => eachNode(child, act));
  };
  eachNode(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      names.set(node.name.text, node.initializer);
  });
  eachNode(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const at = DELAY_AT[node.expression.getText()];
    const delay = at === undefined ? undefined : node.arguments[at];
    const why = delay && whyLong(delay, names);
    if (why) found.push(`${name}: ${why}`);
  });
  return found;
}

test('no timer is long, and none goes by a time that may be far away', () => {
  const files = globSync(['src/**/*.ts', 'src/**/*.tsx'], {
    cwd: root,
    exclude: ['src/**/*.test.ts', 'src/testing/**'],
  });
  const found = files.flatMap((file) => longTimersIn(file, readFileSync(join(root, file), 'utf8')));
  expect(found.filter((each) => !KEEPS_A_PROCESS_ALIVE.some((file) => each.startsWith(`${file}:`)))).toEqual([]);
});

test.each([
  ['setInterval(act, 30 * 24 * 3600 * 1000)', 1],
  ['const DAY_MS = 24 * 3600_000; setInterval(act, DAY_MS)', 1],
  ['const left = until - now(); setTimeout(act, left)', 1],
  ['setTimeout(act, Math.max(0, made.expires - Date.now()))', 1],
  [`void sleep(${LONGEST_MS})`, 1],
  ['const LOOK_MS = 60_000; setTimeout(act, Math.min(until - now(), LOOK_MS))', 0],
  ['const LOOK_MS = 60_000; setInterval(act, LOOK_MS)', 0],
])('%s', (text, found) => {
  expect(longTimersIn('a.ts', text)).toHaveLength(found);
});
