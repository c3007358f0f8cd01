/**
 * Runs tests that need a real darktable with several versions of it, and writes the table of docs/compatibility.md after each file.
 * Of versions and files that are not run, the table keeps what it has.
 *
 *   npm run test:darktables [VERSION…] [FILE…]      e.g. 5.4.1 darktable/bridge-wake; default: all
 *
 * On Debian or Ubuntu as root, with debootstrap. 4.2.1 stands for the darktable of this machine; the others are installed
 * into systems of their own in SAFELIGHT_CHROOTS (default: safelight-chroots in /var/tmp) and stay there.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chrootVersions, systemCommand } from './chroots.ts';
import { ofFiles, read, withRun, written, type Run } from './table.ts';
import { pathOf, runsInItsSystem, testFiles, titles } from './test-files.ts';

const root = join(import.meta.dirname, '../../..');
const document = join(root, 'docs', 'compatibility.md');

const own = (/\d+\.\d+\.\d+/.exec(spawnSync('darktable', ['--version'], { encoding: 'utf8' }).stdout) ?? ['none'])[0];
const versions = [own, ...chrootVersions];
const named = process.argv.slice(2);
const unknown = named.filter((name) => ![...versions, ...testFiles].includes(name));
if (unknown.length > 0) {
  console.error(`not known: ${unknown.join(', ')}\nversions: ${versions.join(', ')}\nfiles: ${testFiles.join(', ')}`);
  process.exit(2);
}
const wanted = (all: readonly string[]) =>
  all.some((name) => named.includes(name)) ? all.filter((name) => named.includes(name)) : all;

type Report = {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
};

/** Before a command, it makes it run in the system of that version; nothing for this machine's own. */
function systemOf(version: string): string[] {
  const chroot = chrootVersions.find((name) => name === version);
  return chroot ? systemCommand(chroot) : [];
}

/** Fails if the system has another darktable than its name says: Debian's backports move on. */
function checkVersion(version: string) {
  const [program, ...args] = [...systemOf(version), 'darktable', '--version'];
  const said = spawnSync(program, args, { encoding: 'utf8' }).stdout;
  if (!said.includes(version)) throw new Error(`not darktable ${version}: ${said}`);
}

/** What came of each test of a file; nothing if it could not be run at all. */
function test(version: string, file: string): Run['outcomes'] {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-compatibility-'));
  const report = join(folder, 'report.json');
  try {
    const system = systemOf(version);
    const isInside = system.length > 0 && runsInItsSystem(file);
    const before = isInside ? [...system, 'env', '-C', root] : [];
    const darktable = isInside || system.length === 0 ? '' : [...system, 'darktable'].join(' ');
    const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', pathOf(file)];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const [program = '', ...args] = [...before, ...vitest, ...reporters];
    const { status } = spawnSync(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, SAFELIGHT_TEST_DARKTABLE: darktable },
    });
    const outcomes = outcomesOf(readFileSync(report, 'utf8'));
    const isExplained = status === 0 || outcomes.size === 0 || [...outcomes.values()].includes('failed');
    return isExplained ? outcomes : new Map([...outcomes, ['nothing fails outside of the tests', 'failed']]);
  } catch (error) {
    console.error(error);
    return new Map();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A test that was skipped, or that failed once under several of one name, has failed. */
function outcomesOf(report: string): Run['outcomes'] {
  const outcomes = new Map<string, 'passed' | 'failed'>();
  const { testResults } = JSON.parse(report) as Report;
  for (const { ancestorTitles, title, status } of testResults.flatMap((result) => result.assertionResults)) {
    const name = [...ancestorTitles, title].filter((part) => part !== '').join(': ');
    outcomes.set(name, status === 'passed' && outcomes.get(name) !== 'failed' ? 'passed' : 'failed');
  }
  return outcomes;
}

function enter(run: Run) {
  const text = readFileSync(document, 'utf8');
  const [begin, end] = ['<!-- table -->\n', '\n<!-- /table -->'];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  const table = ofFiles(withRun(read(text.slice(from, to)), run), testFiles);
  writeFileSync(document, text.slice(0, from) + written(table, titles) + text.slice(to));
}

const failures: string[] = [];
let passed = 0;
for (const version of wanted(versions)) {
  checkVersion(version);
  for (const file of wanted(testFiles)) {
    console.log(`\n── darktable ${version}: ${file}`);
    const outcomes = test(version, file);
    enter({ version, file, outcomes, day: new Date().toISOString().slice(0, 10) });
    const failed = [...outcomes].filter(([, outcome]) => outcome === 'failed').map(([name]) => name);
    if (outcomes.size === 0) failed.push('the file could not be run');
    failures.push(...failed.map((name) => `${version} ${file}: ${name}`));
    passed += [...outcomes.values()].filter((outcome) => outcome === 'passed').length;
  }
}
console.log(
  `\n${failures.map((failure) => `failed: ${failure}\n`).join('')}${passed} passed, ${failures.length} failed`,
);
process.exit(failures.length === 0 ? 0 : 1);
