/**
 * What the sources must satisfy without running the program: `npm run lint` runs only this, `npm test` runs it first, two at a time.
 */
/** `usualSeconds`: on two idle cores, where two run beside each other. */
export type Check = {
  what: string;
  usualSeconds: number;
  script: string;
  args: string[];
  env?: Record<string, string>;
};

/** They make very many short-lived objects: with more room for these, collecting them takes a tenth less of the processor's time. */
const env = { NODE_OPTIONS: '--max-semi-space-size=64' };

export const checks: readonly Check[] = [
  { what: 'types and lint', usualSeconds: 25, script: 'oxlint/bin/oxlint', args: [] },
  {
    what: 'rooms',
    usualSeconds: 4,
    script: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', 'scripts/dependency-rules.js', 'src'],
  },
  {
    what: 'dead code',
    usualSeconds: 6,
    script: 'knip/bin/knip.js',
    args: ['-c', 'scripts/test/knip.json', '--no-progress', '--include', 'files,exports,types'],
  },
  {
    what: 'format',
    usualSeconds: 25,
    script: 'prettier/bin/prettier.cjs',
    args: ['--check', '--log-level', 'warn', '.'],
    env,
  },
];
