import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment } from '../platform/environment.ts';
import { readCredentials } from '../renderer/farm/credentials.ts';
import { commandLine } from './command-line.ts';

/** A data folder, and what a command on it says: to scripts on standard output, to people on either. */
function someFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'safelight-farm-cli-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  let said = '';
  const farm = async (...args: string[]) => {
    let out = '';
    vi.spyOn(console, 'log').mockImplementation((text: string) => void (out += `${text}\n`));
    vi.spyOn(console, 'error').mockImplementation((text: string) => void (said += `${text}\n`));
    try {
      await commandLine(readEnvironment({ HOME: dataDir })).parseAsync(['farm', ...args, '--data-dir', dataDir], {
        from: 'user',
      });
    } finally {
      vi.restoreAllMocks();
      said += out;
    }
    return out;
  };
  return { dataDir, folder: join(dataDir, 'farm'), farm, everythingSaid: () => said };
}

test.skipIf(process.platform === 'win32')(
  'keys are made only where nobody else may write, as ssh does, unless that is forced',
  async () => {
    const { dataDir, farm } = someFolder();
    const open = join(dataDir, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    for (const folder of [open, join(open, 'new')])
      await expect(farm('init', '--folder', folder)).rejects.toThrow(
        `other users may write to ${open} (mode 777). Remove that permission (chmod go-w), use another folder, or add --force.`,
      );
    expect(readdirSync(open)).toEqual([]);
    // As /tmp is: there nobody puts another folder in its place.
    chmodSync(open, 0o1777);
    await expect(farm('init', '--folder', open)).rejects.toThrow('mode 1777');
    await farm('init', '--folder', join(open, 'new'));
    chmodSync(join(open, 'new'), 0o770);
    await expect(farm('add-worker', 'laptop', '--folder', join(open, 'new'))).rejects.toThrow('(mode 770)');
    await farm('add-worker', 'laptop', '--folder', join(open, 'new'), '--force');
    await farm('init', '--folder', open, '--force');
    expect(existsSync(join(open, 'nats.conf'))).toBe(true);
  },
);

test('a farm is made, a worker let in and shut out again, and no key is ever printed', async () => {
  const { folder, farm, everythingSaid } = someFolder();
  const inFarm = (name: string) => join(folder, name);
  expect(await farm('init', '--address', 'nas.local', '--store', '50')).toContain(
    'safelight worker --broker nas.local:4222 --credentials NAME.json',
  );
  const coordinator = readCredentials(inFarm('coordinator.json'));
  expect(coordinator.name).toBe('coordinator');

  expect(JSON.parse(await farm('add-worker', 'laptop', '--json'))).toEqual({
    worker: 'laptop',
    credentials: inFarm('workers/laptop.json'),
    broker: 'nas.local:4222',
  });
  expect(await farm('add-worker', 'attic-2')).toContain('--broker nas.local:4222 --credentials attic-2.json');
  const laptop = readCredentials(inFarm('workers/laptop.json'));
  expect(laptop).toMatchObject({ name: 'laptop', certificate: coordinator.certificate });
  const conf = readFileSync(inFarm('nats.conf'), 'utf8');
  expect(conf).toContain('max_file_store: 50GB');
  expect(conf).toContain('host: "0.0.0.0"');
  expect(conf).toContain('"results.laptop.*"');

  expect(await farm('remove-worker', 'laptop')).toContain('Removed laptop.');
  expect(readdirSync(inFarm('workers'))).toEqual(['attic-2.json']);
  expect(readFileSync(inFarm('nats.conf'), 'utf8')).not.toContain('laptop');
  expect(everythingSaid()).toContain('nats-server --signal reload=');

  for (const { seed } of [coordinator, laptop]) expect(everythingSaid() + conf).not.toContain(seed);
  expect(readFileSync(inFarm('farm.json'), 'utf8')).not.toMatch(/SU[A-Z2-7]{56}|PRIVATE/);
});

test.skipIf(process.platform === 'win32')('only the user can read what is in the folder', async () => {
  const { folder, farm } = someFolder();
  await farm('init');
  await farm('add-worker', 'laptop');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0);
  }
});

test('without an address the broker listens to this computer alone', async () => {
  const { folder, farm, everythingSaid } = someFolder();
  await farm('init');
  expect(readFileSync(join(folder, 'nats.conf'), 'utf8')).toContain('host: "127.0.0.1"');
  expect(everythingSaid()).toContain('Only this computer can reach this broker.');
});

test('keys that may be in use are never replaced', async () => {
  const { folder, farm } = someFolder();
  await farm('init');
  await farm('add-worker', 'laptop');
  const before = readFileSync(join(folder, 'nats.conf'), 'utf8');
  await expect(farm('init')).rejects.toThrow('already has a farm');
  await expect(farm('add-worker', 'laptop')).rejects.toThrow('There is a worker laptop already');
  await expect(farm('add-worker', 'coordinator')).rejects.toThrow('There is a worker coordinator already');
  expect(readFileSync(join(folder, 'nats.conf'), 'utf8')).toBe(before);
});

test.each(['', '.', 'two.words', 'w1.>', '*', '../w1', 'W1', 'x'.repeat(33), '"] } ]'])(
  'a worker cannot be called %j, which would be another subject or file',
  async (name) => {
    const { folder, farm } = someFolder();
    await farm('init');
    await expect(farm('add-worker', name)).rejects.toThrow(/is not a valid name for a worker/);
    expect(readdirSync(join(folder, 'workers'))).toEqual([]);
  },
);

test('mistakes are told in words', async () => {
  const { dataDir, folder, farm } = someFolder();
  await expect(farm('add-worker', 'laptop')).rejects.toThrow('safelight farm init');
  await expect(farm('init', '--address', 'https://nas')).rejects.toThrow();
  await expect(farm('status')).rejects.toThrow('No Safelight is running');
  await farm('init', '--folder', join(dataDir, 'elsewhere'));
  await expect(farm('remove-worker', 'laptop', '--folder', join(dataDir, 'elsewhere'))).rejects.toThrow(
    'There is no worker laptop. There are none.',
  );
  await farm('init');
  writeFileSync(join(folder, 'farm.json'), '{"address":');
  await expect(farm('add-worker', 'laptop')).rejects.toThrow(/farm\.json cannot be read/);
});
