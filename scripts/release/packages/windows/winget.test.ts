import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { wingetManifest } from './winget.ts';

/**
 * What winget demands of a manifest in one file and of the words that ours uses: its schema, version 1.6.0
 * (https://aka.ms/winget-manifest.singleton.1.6.0.schema.json).
 */
const part = String.raw`[^.\s\\/:*?"<>|]{1,32}`;
const text = (most: number, least = 1) => z.string().min(least).max(most);
const schema = z.strictObject({
  PackageIdentifier: text(128).regex(new RegExp(String.raw`^${part}(\.${part}){1,7}$`)),
  PackageVersion: text(128).regex(/^[^\\/:*?"<>|]+$/),
  PackageLocale: text(20).regex(/^[a-zA-Z]{2,3}(-[a-zA-Z]{1,8})*$/),
  Publisher: text(256, 2),
  PackageName: text(256, 2),
  License: text(512, 3),
  ShortDescription: text(256, 3),
  Moniker: text(40),
  Tags: z.array(text(40)).max(16),
  MinimumOSVersion: z.string().regex(/^\d{1,5}(\.\d{1,5}){0,3}$/),
  InstallerType: z.enum(['msix', 'msi', 'appx', 'exe', 'zip', 'inno', 'nullsoft', 'wix', 'burn', 'pwa', 'portable']),
  Scope: z.enum(['user', 'machine']),
  ProductCode: text(255),
  UpgradeBehavior: z.enum(['install', 'uninstallPrevious', 'deny']),
  Installers: z
    .array(
      z.strictObject({
        Architecture: z.enum(['x86', 'x64', 'arm', 'arm64', 'neutral']),
        InstallerUrl: text(2048).regex(/^https:\/\/.+/),
        InstallerSha256: z.string().regex(/^[A-F0-9]{64}$/),
      }),
    )
    .min(1),
  ManifestType: z.literal('singleton'),
  ManifestVersion: z.literal('1.6.0'),
});

test('the manifest is what winget demands', () => {
  const file = 'safelight-1.2.3-windows-x64.exe';
  const read = schema.parse(parse(wingetManifest({ version: '1.2.3', file, sha256: 'ab'.repeat(32) })));
  expect(read.PackageVersion).toBe('1.2.3');
  expect(read.Installers[0]!.InstallerUrl).toMatch(new RegExp(`/1\\.2\\.3/${file}$`));
});

test('what YAML would take for a number stays a text', () => {
  const sha256 = `1e${'5'.repeat(62)}`;
  const read = schema.parse(parse(wingetManifest({ version: '1.10', file: 'a.exe', sha256 })));
  expect(read.PackageVersion).toBe('1.10');
  expect(read.Installers[0]!.InstallerSha256).toBe(sha256.toUpperCase());
});
