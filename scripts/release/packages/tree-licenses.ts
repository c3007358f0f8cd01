/** Whose work a package contains, and under which license. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFile } from '../../build/compress-files.ts';
import { type License, licenseOf, sortedLicenses } from '../../build/licenses.ts';

type PageLicenses = { version: string; packages: License[]; photographs: object[] };

/**
 * The licenses of a program's folder: of the packages in its node_modules, and of those in its page. The page's own
 * list (licenses.json) names those of the computer that built it; it is written anew. `ofTools`: see tool-licenses.ts.
 */
export function treeLicenses(tree: string, ofTools: readonly License[] = []): License[] {
  const file = join(tree, 'dist', 'web', 'licenses.json');
  const built = JSON.parse(readFileSync(file, 'utf8')) as PageLicenses;
  const packages = sortedLicenses([
    ...built.packages.filter(({ in_page }) => in_page),
    ...packageFolders(join(tree, 'node_modules')).map((folder) => licenseOf(folder, false)),
    ...ofTools,
  ]).map((license) => ({ ...license, text: license.text ?? readmeOfLibvips(tree, license) }));
  writeFileSync(file, JSON.stringify({ ...built, packages }));
  compressFile(file);
  return packages;
}

/** The folders of all packages in a node_modules, also those inside of others. */
function packageFolders(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) => {
    const folders = name.startsWith('@')
      ? readdirSync(join(modules, name)).map((inside) => join(modules, name, inside))
      : [join(modules, name)];
    return folders.flatMap((folder) => [folder, ...packageFolders(join(folder, 'node_modules'))]);
  });
}

function readmeOfLibvips(tree: string, { name }: License): string | null {
  return name.startsWith('@img/sharp-libvips-')
    ? readFileSync(join(tree, 'node_modules', name, 'README.md'), 'utf8').trim()
    : null;
}

/** For people: one text with all of them. */
export function licensesText(licenses: readonly License[]): string {
  const head =
    'Safelight is free software under the GPL, version 3 or later (see LICENSE). It contains the work of others:\n';
  const parts = licenses.map(({ name, version, license, home, text }) =>
    [`${'='.repeat(78)}\n${name} ${version}\nLicense: ${license}`, home, text && `\n${text}`]
      .filter((line) => line !== null)
      .join('\n'),
  );
  const photographs = 'The photographs of the sample library: see assets/sample/PHOTOGRAPHS.md.';
  return [head, ...parts, `${'='.repeat(78)}\n${photographs}`].join('\n\n') + '\n';
}
