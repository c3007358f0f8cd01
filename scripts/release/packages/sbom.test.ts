import { expect, test } from 'vitest';
import type { License } from '../../build/licenses.ts';
import { sbom } from './sbom.ts';

const license = (name: string, more: Partial<License> = {}): License => ({
  name,
  version: '1.2.3',
  license: 'MIT',
  home: null,
  in_page: false,
  text: 'Do what you like.',
  ...more,
});

type Bill = { serialNumber: string; metadata: { timestamp: string }; components: Record<string, unknown>[] };
const bill = (licenses: License[]) => {
  const locked = {
    'node_modules/sharp': { version: '1.2.3', integrity: `sha512-${Buffer.from('the archive').toString('base64')}` },
    'node_modules/other/node_modules/sharp': { version: '0.9.0', integrity: 'sha512-AAAA' },
  };
  return JSON.parse(sbom({ version: '1.0.0', date: 1_700_000_000, platform: 'linux-amd64', licenses, locked })) as Bill;
};

test('the bill names each package with its license, its address and the hash of what npm has', () => {
  const { components, metadata } = bill([
    license('sharp', { license: 'Apache-2.0', home: 'https://sharp.pixelplumbing.com' }),
    license('@base-ui/react', { in_page: true, license: 'MIT OR Apache-2.0' }),
    license('go', { purl: 'pkg:generic/go@1.19.8' }),
  ]);
  expect(components).toEqual([
    expect.objectContaining({
      name: 'sharp',
      purl: 'pkg:npm/sharp@1.2.3',
      licenses: [{ license: { id: 'Apache-2.0' } }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from('the archive').toString('hex') }],
      externalReferences: [{ type: 'website', url: 'https://sharp.pixelplumbing.com' }],
    }),
    expect.objectContaining({
      group: '@base-ui',
      name: 'react',
      purl: 'pkg:npm/%40base-ui/react@1.2.3',
      licenses: [{ expression: 'MIT OR Apache-2.0' }],
    }),
    expect.objectContaining({ name: 'go', purl: 'pkg:generic/go@1.19.8' }),
  ]);
  expect(metadata.timestamp).toBe('2023-11-14T22:13:20.000Z');
});

test('its number changes with what is in the package, and only then', () => {
  const [one, same, other] = [[license('a')], [license('a')], [license('b')]].map((each) => bill(each).serialNumber);
  expect(one).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
