import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import sharp from 'sharp';
import { built } from './built.ts';
import { listeningUrl } from './listening-url.ts';

const root = join(import.meta.dirname, '..', '..');

beforeAll(built);

test('the sessions in docs/api.md go from a registration to a saved preview, and to an edit that is taken back, as written', async () => {
  const page = await readFile(join(root, 'docs', 'api.md'), 'utf8');
  const session = /```sh\n(SAFELIGHT=[\s\S]*?)```/.exec(page)?.[1];
  const edits = /```sh\n(npm run [\s\S]*?)```/.exec(page)?.[1];
  expect([session, edits]).not.toContain(undefined);

  const folder = await mkdtemp(join(tmpdir(), 'safelight-session-'));
  const environment = {
    ...process.env,
    SAFELIGHT_DATA_DIR: join(folder, 'data'),
    SAFELIGHT_PORT: '0',
    HOME: folder,
    XDG_CONFIG_HOME: '',
  };
  const server = spawn(process.execPath, [join(root, 'scripts', 'safelight.js'), 'serve'], { env: environment });
  onTestFinished(async () => {
    server.kill();
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(null)));
    await rm(folder, { recursive: true, force: true });
  });
  const url = await listeningUrl(server);

  // The session is typed in a checkout; this one only has its package.json, so that the files it saves stay out of ours.
  for (const name of ['package.json', 'scripts', 'dist', 'assets', 'node_modules'])
    await symlink(join(root, name), join(folder, name));
  const typed = `${session!.replace('http://127.0.0.1:4380', url)}\necho\n${edits!.replaceAll(/^curl/gm, 'echo; curl')}`;
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', typed], { cwd: folder, env: environment });

  const [filename, total, ...answers] = stdout.split('\n').filter((line) => line !== '');
  expect(filename).toMatch(/\.\w+$/);
  expect(Number(total)).toBeGreaterThan(0);
  const { format, width } = await sharp(join(folder, 'preview.jpg')).metadata();
  expect(format).toBe('jpeg');
  expect(width).toBeGreaterThan(100);

  const [before, afterUndo] = answers.map((line) => JSON.parse(line) as { operation: string; params: unknown });
  expect(answers).toHaveLength(2);
  expect(before).toMatchObject({ operation: 'exposure' });
  expect(afterUndo!.params).toEqual(before!.params);
});
