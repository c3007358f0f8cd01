import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { homes, rooms } from './scripts/rooms.js';

const noSpreadLiterals = {
  selector:
    ':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)',
  message: 'Write the properties themselves: a spread of a literal says nothing.',
};

const logFields = {
  selector:
    'CallExpression[callee.property.name=/^(debug|info|warn|error)$/]:matches([callee.object.name="log"], [callee.object.property.name="log"]) > TemplateLiteral[expressions.length>0]',
  message: "Values are fields: log.warn({ file, reason }, 'This file cannot be read').",
};

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'test-results', 'playwright-report', 'assets'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './src/web/tsconfig.json'] } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      // `erasableSyntaxOnly` forbids enums, and those of no library are used: it would look for them in every type.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'environment.ts is the only reader of process.env.' },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', noSpreadLiterals] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/web/**', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', noSpreadLiterals, logFields] },
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
    files: ['src/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'react-hooks/refs': 'error',
    },
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'error' },
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    // The beginnings of the page and of its worker, and what stands in for a library.
    ignores: [
      '**/*.test.ts',
      'src/web/main.tsx',
      'src/web/api/news/news-worker.ts',
      'src/web/detail/no-transitions.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Program > VariableDeclaration[kind=let], Program > ExportNamedDeclaration > VariableDeclaration[kind=let]',
          message: 'State of the page is in stores: src/web/stores/store.ts.',
        },
        {
          selector: 'Program > ExpressionStatement',
          message: 'Importing a file does nothing: main.tsx opens what acts.',
        },
        {
          selector: 'JSXAttribute[name.name="autoFocus"]',
          message: 'A browser follows it once in a page: ref={takesFocus}.',
        },
        {
          selector: 'JSXAttribute[name.name="spellCheck"] > JSXExpressionContainer',
          message: 'Preact leaves false out: spellCheck="false".',
        },
        {
          selector:
            'JSXOpeningElement[name.name=/^(svg|g|path|circle|ellipse|line|rect|polygon)$/] > JSXAttribute[name.name="tabIndex"]',
          message: 'Preact writes it as it is, which an SVG does not know: {...TAB_STOP}.',
        },
        noSpreadLiterals,
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/testing/**', 'src/commands/print.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: [
      'src/platform/environment.ts',
      'src/platform/small-process.ts',
      '**/*.test.ts',
      'src/testing/**',
      'scripts/**',
      'e2e/**',
    ],
    rules: { 'no-restricted-properties': 'off', '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: ['scripts/*.js', 'eslint.config.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['scripts/*.cjs'],
    languageOptions: {
      // Read by whatever Node a computer has.
      ecmaVersion: 2019,
      sourceType: 'commonjs',
      globals: { process: 'readonly', console: 'readonly', __dirname: 'readonly' },
    },
  },
);
