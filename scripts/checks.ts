/**
 * What the sources must satisfy without running the program: `npm run lint` runs only this, `npm test` runs it first, two at a time.
 */
export type Check = { what: string; script: string; args: string[] };

export const checks: readonly Check[] = [
  // It takes longer than all others together.
  { what: 'lint', script: 'eslint/bin/eslint.js', args: ['.'] },
  { what: 'types', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  {
    what: 'types of the browser client',
    script: 'typescript/bin/tsc',
    args: ['--noEmit', '-p', 'src/web/tsconfig.json'],
  },
  {
    what: 'rooms',
    script: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', 'scripts/dependency-rules.js', 'src'],
  },
  { what: 'format', script: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
];
