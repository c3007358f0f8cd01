import { globSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, type Plugin } from 'rolldown';

/** They have machine code, or find files of their own beside them. */
const FROM_NODE_MODULES = ['better-sqlite3', 'dbus-native', 'exiftool-vendored', 'open', 'sharp', 'ssh2', 'systray2'];

/**
 * The program, in as few files as its processes share (docs/decisions/0032-the-program-is-bundled.md). What is started or loaded by its name
 * lies in one folder with what does that.
 */
export async function bundleProgram(root: string): Promise<void> {
  const source = join(root, 'src');
  const started = globSync(['*/**/*-process.ts', '*/**/*-thread.ts'], {
    cwd: source,
    exclude: ['platform/**', 'testing/**', '**/exiftool-process.ts', '**/*-in-thread.ts'],
  });
  const languages = globSync('desktop/locales/*/texts.ts', { cwd: source });
  const named = ['main.ts', ...started].map((file) => [basename(file, '.ts'), file] as const);
  const files = [...named, ...languages.map((file) => [relative('desktop', file).slice(0, -3), file] as const)];
  await bundle(Object.fromEntries(files.map(([name, file]) => [name, join(source, file)])), join(root, 'dist'));
}

const HTTP = 'node:http';
/** An import statement of node:http reads all that it exports, and to read `WebSocket` loads Node's fetch: 45 ms of every start. */
const httpAlone: Plugin = {
  name: 'http-alone',
  resolveId: (id, _, { kind }) => (id === HTTP && kind === 'import-statement' ? `\0${HTTP}` : null),
  load: (id) => (id === `\0${HTTP}` ? `module.exports = process.getBuiltinModule('${HTTP}');` : null),
};

/** `input`: sources by the names, without `.js`, that their files get in `dir`. */
export async function bundle(input: Record<string, string>, dir: string): Promise<void> {
  await build({
    input,
    platform: 'node',
    plugins: [httpAlone],
    external: (id) => (id.startsWith('node:') && id !== HTTP) || FROM_NODE_MODULES.includes(id.split('/')[0]!),
    output: { dir, chunkFileNames: '[name]-[hash].js', sourcemap: true },
    logLevel: 'warn',
  });
}
