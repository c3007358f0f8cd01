/** The parts of `npm test` and of `npm run test:all`, in the order in which they run. */
import { join } from 'node:path';
import { type Check, checks } from './checks.ts';
import { ownTarget } from '../release/packages/targets.ts';
import { leavingOut } from './left-out.ts';
import { forBrowser, forDarktable, type Programs } from './system-packages.ts';

/** A script under node_modules, and its arguments. */
export type Command = { script: string; args: readonly string[]; env?: Record<string, string> };

export type Part = {
  name: string;
  /** How long it takes on two idle cores, for the estimate. */
  usualSeconds: number;
  /** One after the other, until one fails. */
  commands: readonly Command[];
  /** Its reporter tells of each test; otherwise it passes or fails as one. */
  hasTests: boolean;
  /** No test at all is no failure. */
  mayBeEmpty?: boolean;
  needs?: Programs;
  /** Runs on systems of its own, which root makes on Linux. */
  needsSystems?: boolean;
  /** The command that repeats it. */
  again: string;
};

/** Parts that run beside each other, at most so many. */
export type Group = { parts: readonly Part[]; atOnce: number };

const alone = (part: Part): Group => ({ parts: [part], atOnce: 1 });

export const vitest = (...args: string[]): Command => ({
  script: 'vitest/vitest.mjs',
  args: ['run', '--reporter=./scripts/test/vitest-reporter.ts', ...args],
  // Built a moment ago: see src/testing/main-program.ts.
  env: { SAFELIGHT_TESTED_PROGRAM: join(import.meta.dirname, '../../dist/main.js') },
});
/** Without these test files. */
export const without = (files: readonly string[], command: Command): Command => ({
  ...command,
  env: { ...command.env, ...leavingOut(files) },
});
const SMOKE = 'src/app/smoke.darktable.test.ts';
export const playwright = (...args: string[]): Command => ({
  script: '@playwright/test/cli.js',
  // Traces of tests that pass would take a quarter of the processor's time.
  args: [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    `--reporter=${join(import.meta.dirname, 'playwright-reporter.ts')}`,
    '--trace=off',
    ...args,
  ],
});

export const tested = (
  name: string,
  usualSeconds: number,
  command: Command,
  again: string,
  needs?: Programs,
): Part => ({ name, usualSeconds, commands: [command], hasTests: true, again, ...(needs !== undefined && { needs }) });
const script = (name: string, usualSeconds: number, npm: string, file: string, ...args: string[]): Part => ({
  name,
  usualSeconds,
  hasTests: false,
  commands: [{ script: `../scripts/test/${file}.ts`, args }],
  again: `npm run ${npm} -- ${args.join(' ')}`,
});

export const checkPart = ({ what, usualSeconds, ...command }: Check): Part => ({
  name: what,
  usualSeconds,
  commands: [command],
  hasTests: false,
  again: 'npm run lint',
});
export const sources: Group = { atOnce: 2, parts: checks.map(checkPart) };

export const journeys: Part = tested(
  ...(['journeys in the browser', 90] as const),
  playwright('--test-list', 'e2e/journeys.txt'),
  ...(['npm run test:e2e', forBrowser] as const),
);

/** What `npm test` runs besides; `leftOut` are test files. What waits for darktable or a browser runs beside what computes. */
export const quick = (leftOut: readonly string[]): readonly Group[] => [
  {
    atOnce: 2,
    parts: [
      tested(
        ...(['unit and integration tests', 420] as const),
        without(leftOut, vitest('--project', '!darktable')),
        'npm run test:unit',
      ),
      tested('a real darktable', 10, vitest('--project', 'darktable', SMOKE), 'npm run test:unit', forDarktable),
      journeys,
    ],
  },
];

/** Browser tests that measure time: alone, since others beside them would be measured, too. */
const MEASURING = ['budget', 'culling-speed', 'scale'];

const FARM = '--jobs 600 --kills 12 --workers 3 --seed 1';
const QUICK = 'scripts/release/packages/vitest.quick.config.ts';
const package_: Part = {
  name: 'a package on a clean machine',
  usualSeconds: 170,
  hasTests: true,
  needsSystems: true,
  commands: [
    { script: '../scripts/release/packages/package.ts', args: ['--quick', '--only', ownTarget.name] },
    vitest('--config', QUICK),
  ],
  again: `npx vitest run --config ${QUICK}`,
};
const machines: Part = {
  ...tested(
    'clean machines',
    150,
    vitest('--config', 'scripts/test/machines/vitest.config.ts'),
    'npm run test:machines',
  ),
  needsSystems: true,
};

/** What `npm run test:all` runs after that. */
export const rest: readonly Group[] = [
  alone(
    tested(
      ...(['every real darktable test', 520] as const),
      without([SMOKE], vitest('--project', 'darktable')),
      ...(['npm run test:unit', forDarktable] as const),
    ),
  ),
  alone(
    tested(
      ...(['browser tests that measure time', 90] as const),
      playwright('--workers=1', ...MEASURING.map((name) => `e2e/${name}.spec.ts`)),
      ...(['npm run test:e2e', forBrowser] as const),
    ),
  ),
  alone(
    tested(
      ...(['every other browser test', 560] as const),
      // A fourth saves nothing: with four, two cores were idle 1 % of the time, which the browsers' own processes took.
      playwright(
        ...['--workers=3', '--test-list-invert', 'e2e/journeys.txt'],
        ...['--grep-invert', `(^|\\s)(${MEASURING.join('|')})\\.spec\\.ts`],
      ),
      ...(['npm run test:e2e', { ...forDarktable, ...forBrowser }] as const),
    ),
  ),
  {
    // These wait for answers, for kills and for downloads. The same requests and kills each time: a seed's findings can be repeated.
    atOnce: Infinity,
    parts: [
      script('random requests', 105, 'fuzz', 'fuzz/fuzz', '--requests', '20000', '--seed', '1'),
      script('killed processes', 100, 'chaos', 'chaos/chaos', '--rounds', '12', '--seed', '1'),
      script('machines that render', 85, 'test:farm', 'farm/test-farm', ...FARM.split(' ')),
      machines,
      package_,
    ],
  },
];
