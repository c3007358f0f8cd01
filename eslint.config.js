import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { importX } from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';

/** The rooms of src/, top to bottom. A room may import what lies on a later line, or beside it where `beside` says so. */
const floors = [
  ['commands'],
  ['server'],
  ['queues', 'edits', 'previews', 'auth'],
  ['library', 'index', 'darktable'],
  ['settings'],
  ['contract'],
];
/** `web` runs in the browser: it sees the contract and nothing else of us. */
const roomsButContract = floors.flat().filter((room) => room !== 'contract');
const zones = [
  ...floors.flatMap((rooms, floor) =>
    rooms.map((room) => ({
      target: `./src/${room}`,
      from: [...floors.slice(0, floor).flat(), 'web'].map((above) => `./src/${above}`),
      message: 'Imports point down.',
    })),
  ),
  { target: './src/library', from: './src/index', message: 'The index mirrors the library, not the other way round.' },
  {
    target: './src/web',
    from: roomsButContract.map((room) => `./src/${room}`),
    message: 'The browser sees the contract only.',
  },
];

/** Each third-party library has one home, so that it can be learnt, replaced and tested there. */
const homes = {
  express: ['server'],
  helmet: ['server'],
  'zod-openapi': ['server'],
  'better-sqlite3': ['index', 'library', 'edits', 'settings'],
  jsonwebtoken: ['auth'],
  'rate-limiter-flexible': ['auth'],
  conf: ['settings'],
  'exiftool-vendored': ['previews'],
  sharp: ['previews'],
  commander: ['commands'],
  pino: [],
};
const rooms = [...floors.flat(), 'web'];

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'test-results', 'playwright-report', 'assets'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './src/web/tsconfig.json'] } },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({ project: ['tsconfig.json', 'src/web/tsconfig.json'] }),
      ],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'environment.ts is the only reader of process.env.' },
      ],
    },
  },
  ...rooms.map((room) => ({
    files: [`src/${room}/**/*.{ts,tsx}`],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: Object.entries(homes)
            .filter(([, at]) => !at.includes(room))
            .map(([name, at]) => ({ name, message: `${name} lives in src/${at.join(', src/')}.` })),
        },
      ],
    },
  })),
  {
    files: ['src/environment.ts', '**/*.test.ts', 'src/testing/**', 'scripts/**', 'e2e/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['scripts/*.js', 'eslint.config.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
