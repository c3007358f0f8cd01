/** What the sources must hold to, told without running the program: `npm run lint` runs it alone, `npm test` before everything else. */
export type Check = { what: string; script: string; args: string[] };

export const checks: readonly Check[] = [
  { what: 'types', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  {
    what: 'types of the browser client',
    script: 'typescript/bin/tsc',
    args: ['--noEmit', '-p', 'src/web/tsconfig.json'],
  },
  { what: 'lint', script: 'eslint/bin/eslint.js', args: ['.'] },
  {
    what: 'rooms',
    script: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', 'scripts/dependency-rules.js', 'src'],
  },
  { what: 'format', script: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
];
