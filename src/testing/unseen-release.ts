import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetsDir, version } from '../platform/package-files.ts';
import { makePortableCopy, withBuiltPage } from './portable-copy.ts';

type Layouts = { current: Record<string, number>; versions: Record<string, { currentIn?: string[] }> };
type Panels = { releases: string[] }[];

/**
 * Puts into `folder` a Safelight that came out before these releases of darktable: it has neither their orders of modules nor their panels, nor
 * the layouts of modules and of their versions that only they have. Returns the program to start.
 */
export function makeSafelightBefore(releases: readonly string[], folder: string): string {
  makePortableCopy(folder, { version });
  withBuiltPage(folder);
  const isSeen = (release: string) => !releases.includes(release);
  const assets = join(folder, 'assets');
  // Links until now.
  for (const name of ['releases', 'panels', 'layouts']) {
    rmSync(join(assets, name));
    cpSync(join(assetsDir, name), join(assets, name), { recursive: true });
  }
  for (const release of releases)
    for (const kind of ['releases', 'panels/releases']) rmSync(join(assets, kind, `${release}.json`), { force: true });
  editEach<Layouts>(join(assets, 'layouts'), ({ current, versions, ...more }) => {
    const seen = Object.entries(versions).filter(([, { currentIn: of = [''] }]) => of.some(isSeen));
    const left = Object.entries(current).filter(([release]) => isSeen(release));
    return left.length > 0 ? { ...more, current: Object.fromEntries(left), versions: Object.fromEntries(seen) } : null;
  });
  editEach<Panels>(join(assets, 'panels', 'modules'), (panels) => {
    const seen = panels
      .map((panel) => ({ ...panel, releases: panel.releases.filter(isSeen) }))
      .filter(({ releases: of }) => of.length > 0);
    return seen.length > 0 ? seen : null;
  });
  return join(folder, 'src', 'main.ts');
}

/** Each file of a folder; null: it goes. */
function editEach<Content>(folder: string, change: (content: Content) => Content | null): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const left = change(JSON.parse(readFileSync(file, 'utf8')) as Content);
    if (left === null) rmSync(file);
    else writeFileSync(file, JSON.stringify(left));
  }
}
