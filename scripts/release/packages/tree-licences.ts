/** Whose work a package contains, and under which licence. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFile } from '../../build/compress-files.ts';
import { type Licence, licenceOf, sortedLicences } from '../../build/licences.ts';

type PageLicences = { version: string; packages: Licence[]; photographs: object[] };

/**
 * The licences of a program's folder: of the packages in its node_modules, and of those in its page. The page's own
 * list (licences.json) names those of the computer that built it; it is written anew. `ofTools`: see tool-licences.ts.
 */
export function treeLicences(tree: string, ofTools: readonly Licence[] = []): Licence[] {
  const file = join(tree, 'dist', 'web', 'licences.json');
  const built = JSON.parse(readFileSync(file, 'utf8')) as PageLicences;
  const packages = sortedLicences([
    ...built.packages.filter(({ in_page }) => in_page),
    ...packageFolders(join(tree, 'node_modules')).map((folder) => licenceOf(folder, false)),
    ...ofTools,
  ]).map((licence) => ({ ...licence, text: licence.text ?? readmeOfLibvips(tree, licence) }));
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

function readmeOfLibvips(tree: string, { name }: Licence): string | null {
  return name.startsWith('@img/sharp-libvips-')
    ? readFileSync(join(tree, 'node_modules', name, 'README.md'), 'utf8').trim()
    : null;
}

/** For people: one text with all of them. */
export function licencesText(licences: readonly Licence[]): string {
  const head =
    'Safelight is free software under the GPL, version 3 or later (see LICENSE). It contains the work of others:\n';
  const parts = licences.map(({ name, version, licence, home, text }) =>
    [`${'='.repeat(78)}\n${name} ${version}\nLicence: ${licence}`, home, text && `\n${text}`]
      .filter((line) => line !== null)
      .join('\n'),
  );
  const photographs = 'The photographs of the sample library: see assets/sample/PHOTOGRAPHS.md.';
  return [head, ...parts, `${'='.repeat(78)}\n${photographs}`].join('\n\n') + '\n';
}
