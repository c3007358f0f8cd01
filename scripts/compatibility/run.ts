/**
 * Runs the tests that follow SAFELIGHT_TEST_DARKTABLE with several darktables: the bridge, what darktable-cli renders, and the whole
 * program. Writes the table of docs/compatibility.md.
 *
 *   node scripts/compatibility/run.ts [VERSION…]      4.2.1 5.0.1 5.4.1; without one: all
 *
 * On Debian or Ubuntu as root, with debootstrap. 4.2.1 stands for the darktable of this machine; the others are installed
 * into systems of their own in SAFELIGHT_CHROOTS (default: safelight-chroots in /var/tmp) and stay there.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chrootVersions, darktableCommand } from './chroots.ts';

const root = join(import.meta.dirname, '../..');
const document = join(root, 'docs', 'compatibility.md');
const files = [
  'darktable/bridge-plugin',
  'darktable/bridge-edits',
  'darktable/bridge-darkroom',
  'darktable/bridge-hard',
  'renderer/xmp',
  'app/app',
  'app/doctor',
].map((name) => `src/${name}.darktable.test.ts`);

const own = (/\d+\.\d+\.\d+/.exec(spawnSync('darktable', ['--version'], { encoding: 'utf8' }).stdout) ?? ['none'])[0];
const known = [own, ...chrootVersions];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = wanted.filter((version) => !known.includes(version));
if (unknown.length > 0) {
  console.error(`not known: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  process.exit(2);
}

type Report = {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
};
type Outcome = Map<string, 'passed' | 'failed'>;

function test(command: string): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-compatibility-'));
  const report = join(folder, 'report.json');
  try {
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        ...['run', '--no-file-parallelism', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        ...files,
      ],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, SAFELIGHT_TEST_DARKTABLE: command },
      },
    );
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const order = testResults.toSorted((a, b) => at(a.name) - at(b.name));
    return new Map(
      order.flatMap(({ assertionResults }) =>
        assertionResults.map(({ ancestorTitles, title, status }) => [
          [...ancestorTitles, title].filter((part) => part !== '').join(': '),
          status === 'passed' ? 'passed' : 'failed',
        ]),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const at = (name: string) => files.findIndex((file) => name.endsWith(file));

const outcomes = new Map<string, Outcome>();
for (const version of wanted) {
  console.log(`\n── darktable ${version}`);
  const chroot = chrootVersions.find((name) => name === version);
  outcomes.set(version, test(chroot ? darktableCommand(chroot) : ''));
}

const names = [...new Set([...outcomes.values()].flatMap((outcome) => [...outcome.keys()]))];
const mark = { passed: 'yes', failed: '**no**' };
const rows = names.map((name) => [
  name.replaceAll('|', '\\|'),
  ...wanted.map((version) => mark[outcomes.get(version)?.get(name) ?? 'failed']),
]);
const table = [['', ...wanted], ['---', ...wanted.map(() => ':-:')], ...rows].map((row) => `| ${row.join(' | ')} |`);
const failed = [...outcomes.values()]
  .flatMap((outcome) => [...outcome.values()])
  .filter((status) => status === 'failed');
console.log(`\n${table.join('\n')}\n`);
if (wanted.length === known.length) {
  const text = readFileSync(document, 'utf8');
  const [begin, end] = ['<!-- table -->\n', '\n<!-- /table -->'];
  const before = text.slice(0, text.indexOf(begin) + begin.length);
  const after = text.slice(text.indexOf(end));
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(document, `${before}Run on ${day}.\n\n${table.join('\n')}${after}`);
}
process.exit(failed.length === 0 ? 0 : 1);
