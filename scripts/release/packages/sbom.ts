/** What is in a package, for programs that look for known faults: https://cyclonedx.org/docs/1.6/json/ */
import { createHash } from 'node:crypto';
import type { License } from '../../build/licenses.ts';

/** The packages of package-lock.json by their folder; `integrity` is `sha512-` and base64. */
export type LockedPackages = Record<string, { version?: string; integrity?: string }>;

export type SbomOptions = {
  version: string;
  /** Seconds. */
  date: number;
  /** Such as `linux-amd64`. */
  platform: string;
  licenses: readonly License[];
  locked: LockedPackages;
};

export function sbom({ version, date, platform, licenses, locked }: SbomOptions): string {
  const hashes = hashesOf(locked);
  const components = licenses.map(({ name, version, license, home, purl: ownPurl }) => {
    const [group, base] = name.startsWith('@') ? name.split('/') : [undefined, name];
    const purl = ownPurl ?? `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const hash = hashes.get(`${name}@${version}`);
    return {
      type: 'library',
      'bom-ref': purl,
      ...(group === undefined ? {} : { group }),
      name: base,
      version,
      ...(hash === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
      licenses: [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
      purl,
      ...(home === null ? {} : { externalReferences: [{ type: 'website', url: home }] }),
    };
  });
  const described = {
    type: 'application',
    'bom-ref': `safelight@${version}`,
    name: 'safelight',
    version,
    licenses: [{ license: { id: 'GPL-3.0-or-later' } }],
    properties: [{ name: 'safelight:platform', value: platform }],
  };
  const content = {
    metadata: {
      timestamp: new Date(date * 1000).toISOString(),
      tools: { components: [{ type: 'application', name: 'scripts/release/packages/sbom.ts of Safelight' }] },
      component: described,
    },
    components,
    dependencies: [{ ref: described['bom-ref'], dependsOn: components.map((component) => component.purl) }],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1 };
  return JSON.stringify({ ...head, ...content }, null, 2) + '\n';
}

/** SHA-512 in hexadecimal of the archives that npm has, by name and version. */
function hashesOf(locked: LockedPackages): Map<string, string> {
  const found = new Map<string, string>();
  for (const [folder, { version, integrity }] of Object.entries(locked)) {
    const name = folder.split('node_modules/').pop()!;
    if (version !== undefined && integrity?.startsWith('sha512-'))
      found.set(`${name}@${version}`, Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'));
  }
  return found;
}

/** A UUID made from a text (RFC 9562, version 8): another one for each content, and the same for the same. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
