/** The compose file for a NAS in docs/farm.md, beside the farm that the command above it makes. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { initFarm } from './farm-folder.ts';
import { FILES } from './nats-conf.ts';

interface Compose {
  services: Record<
    string,
    { image: string; command: string; working_dir: string; volumes: string[]; ports: string[]; restart: string }
  >;
}

test('it starts nats-server in the folder of the farm, with its files, at its port', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/farm.md'), 'utf8');
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const [, folder, store] = /safelight farm init --folder (\S+) --address \S+ --store (\d+)/.exec(page) ?? [];
  const { services } = parse(text) as Compose;
  const [[name, nats] = []] = Object.entries(services);
  if (!nats) throw new Error('no service');

  expect(Object.keys(services)).toHaveLength(1);
  expect(page).toContain(`docker compose kill -s HUP ${name}`);
  const [on, inside] = nats.volumes[0]!.split(':');
  expect(on).toBe(folder);
  expect(inside).toBe(nats.working_dir);
  // The image's nats-server, with the configuration in that folder.
  expect(nats.image).toMatch(/^nats:2\.(1[1-9]|[2-9]\d)$/);
  expect(nats.command).toBe(`-c ${FILES.conf}`);

  const made = mkdtempSync(join(tmpdir(), 'safelight-compose-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  const { conf } = initFarm({ folder: made, address: 'nas.local', port: 4222, storeGigabytes: Number(store) });
  const lines = readFileSync(conf, 'utf8');
  expect(nats.ports).toEqual([`${/^port: (\d+)$/m.exec(lines)?.[1]}:4222`]);
  expect(lines).toMatch(/^host: "0\.0\.0\.0"$/m);
  // Wherever the folder is mounted.
  const paths = Array.from(lines.matchAll(/(?:_file|store_dir): "([^"]+)"/g), ([, path]) => path!);
  expect(paths.length).toBeGreaterThanOrEqual(4);
  expect(paths.filter(isAbsolute)).toEqual([]);
  for (const file of [FILES.certificate, FILES.key]) expect(existsSync(join(made, file))).toBe(true);
});
