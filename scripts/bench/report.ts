import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, shown, shownLimit, type Result } from './result.ts';

const root = join(import.meta.dirname, '../..');

export interface Machine {
  safelight: string;
  node: string;
  cores: number;
  /** Load average of the last minute, before the bench began. */
  loadBefore: number;
  isQuick: boolean;
  at: string;
}

const NAME_WIDTH = 78;

export function printHeader({ safelight, node, cores, loadBefore, isQuick }: Machine): void {
  console.log(`Safelight ${safelight}, Node ${node}, ${cores} cores${isQuick ? ', a quick run' : ''}`);
  if (loadBefore > 0.5)
    console.log(`The machine is busy with other things (load ${loadBefore}): these figures mean little.`);
}

export function printResult(result: Result): void {
  const word = { true: 'ok', false: 'NOT', null: '' }[String(holds(result))]!;
  const columns = [
    result.name.padEnd(NAME_WIDTH),
    shown(result).padStart(9),
    shownLimit(result).padStart(9),
    word.padEnd(3),
  ];
  console.log(`  ${columns.join('  ')}  ${result.detail}`);
}

export function printSummary(results: readonly Result[]): void {
  const held = results.filter((result) => holds(result) === true);
  const missed = results.filter((result) => holds(result) === false);
  console.log(`\n${held.length} limits held, ${missed.length} missed`);
  for (const result of missed) console.log(`  missed: ${result.name}: ${shown(result)} (${shownLimit(result)})`);
}

export function writeJson(machine: Machine, results: readonly Result[]): void {
  const folder = join(root, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${machine.at.replaceAll(':', '-')}.json`);
  const told = results.map((result) => ({ ...result, shown: shown(result), holds: holds(result) }));
  writeFileSync(file, `${JSON.stringify({ machine, results: told }, null, 2)}\n`);
  console.log(`Results in ${file}`);
}

/** Puts the table between the two marks in docs/performance.md. The kinds of filters share one line: their slowest. */
export function writeTable({ node, cores }: Machine, results: readonly Result[]): void {
  const file = join(root, 'docs/performance.md');
  const lines = tableOf(results).map((result) => {
    const verdict = { true: 'held', false: '**missed**', null: '' }[String(holds(result))]!;
    return `| ${result.name} | ${shown(result)} | ${shownLimit(result)} | ${verdict} |`;
  });
  const table = [
    `Measured with Node ${node.slice(1)} on a machine with ${cores} cores, which the load generator shares with the server.`,
    '',
    '| Measure | Measured | Limit | |',
    '|---|---:|---:|---|',
    ...lines,
  ];
  const text = readFileSync(file, 'utf8');
  const marked = /<!-- bench -->[^]*?<!-- \/bench -->/;
  if (!marked.test(text)) throw new Error('docs/performance.md has no place for the table');
  writeFileSync(
    file,
    text.replace(marked, () => `<!-- bench -->\n${table.join('\n')}\n<!-- /bench -->`),
  );
}

function tableOf(results: readonly Result[]): Result[] {
  const isKind = ({ group, limit }: Result) => group === 'filters' && limit !== null;
  const slowest = results
    .filter(isKind)
    .reduce<Result | null>((worst, one) => (worst && worst.value >= one.value ? worst : one), null);
  return results.flatMap((result) => {
    if (!isKind(result)) return [result];
    if (result !== results.find(isKind)) return [];
    return slowest ? [{ ...slowest, name: `slowest kind of filter or search, ${slowest.name}` }] : [];
  });
}
