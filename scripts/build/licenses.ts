import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { photographs } from '../data/sample/photographs.ts';

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  homepage?: string;
  repository?: string | { url: string };
}
interface LockedPackage {
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

/** A package as licenses.json describes it. `text` is null where it brings none. */
export interface License {
  name: string;
  version: string;
  license: string;
  home: string | null;
  in_page: boolean;
  text: string | null;
  /** A package URL, where it does not come from npm. */
  purl?: string;
}

const TEXT_NAMES = /^(licen[cs]e|copying|unlicense)([.-].*)?$/i;
/** What npm calls MIT is only their wrapping: "the same terms as Perl itself". */
const OTHERS: Record<string, string> = {
  'exiftool-vendored.pl': 'Artistic-1.0-Perl OR GPL-1.0-or-later',
  'exiftool-vendored.exe': 'Artistic-1.0-Perl OR GPL-1.0-or-later',
};

/**
 * Writes licenses.json next to the page: every package that is installed with the program, from the lock file, and
 * every package in the page, from the bundle; each with its license text. Also the photographers of the sample library.
 * For a page that strangers see, only what is in it: what is installed here is no affair of theirs.
 */
export function licenses(root: string, { isForStrangers = false } = {}): Plugin {
  let pageRoot = root;
  return {
    name: 'safelight-licenses',
    apply: 'build',
    configResolved(config) {
      pageRoot = config.root;
    },
    generateBundle(_options, bundle) {
      const inPage = new Set<string>();
      for (const part of Object.values(bundle)) {
        // Scripts consist of modules; files from styles, such as a typeface, are named relative to the page's folder.
        for (const id of part.type === 'chunk' ? part.moduleIds : part.originalFileNames) {
          const path = resolve(pageRoot, id).replaceAll('\\', '/');
          const match = /^.*\/node_modules\/(@[^/]+\/[^/]+|[^/@][^/]*)/.exec(path);
          if (match) inPage.add(match[0]);
        }
      }
      const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, LockedPackage>;
      };
      const installed = Object.entries(lock.packages)
        .filter(([path, { dev }]) => path !== '' && dev !== true)
        .map(([path]) => join(root, path));
      const { version } = manifestOf(root)!;
      const own = [...inPage].map((folder) => licenseOf(folder, true));
      if (isForStrangers) {
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: asText(own) });
        return;
      }
      const packages = sortedLicenses([
        ...own,
        // Those built for other systems are not installed here, and not used.
        ...installed.map((folder) => licenseOf(folder, false)),
      ]);
      const source = JSON.stringify({ version, packages, photographs: Object.values(photographs) });
      this.emitFile({ type: 'asset', fileName: 'licenses.json', source });
    },
  };
}

function asText(found: readonly (License | null)[]): string {
  const texts = sortedLicenses(found).map(({ name, license, text }) => `${name} (${license})\n\n${text ?? ''}`);
  return `Safelight (GPL-3.0-or-later)\n\nThis page contains:\n\n${texts.join('\n\n---\n\n')}\n`;
}

/** In the order of their names, each once; nulls are left out. */
export function sortedLicenses(found: readonly (License | null)[]): License[] {
  const known = new Map<string, License>();
  for (const license of found) {
    if (!license) continue;
    const key = `${license.name}@${license.version}`;
    if (!known.has(key)) known.set(key, license);
  }
  return [...known.entries()].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([, license]) => license);
}

/** The license of the package in a folder; null where there is none. */
export function licenseOf(folder: string, isInPage: boolean): License | null {
  const manifest = manifestOf(folder);
  if (!manifest) return null;
  const { name, version, license: own = 'unknown' } = manifest;
  const license = OTHERS[name] ?? (typeof own === 'object' ? own.type : own);
  return { name, version, license, home: homeOf(manifest), in_page: isInPage, text: textOf(folder) };
}

function manifestOf(folder: string): Manifest | null {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}

/** An address that a browser can open. */
function homeOf({ homepage, repository }: Manifest): string | null {
  const url = homepage ?? (typeof repository === 'object' ? repository.url : repository);
  if (url === undefined) return null;
  if (/^(github:)?[\w-]+\/[\w.-]+$/.test(url)) return `https://github.com/${url.replace('github:', '')}`;
  const web = url.replace(/^git\+/, '').replace(/^(git|ssh):\/\/(git@)?/, 'https://');
  return /^https?:\/\//.test(web) ? web.replace(/\.git$/, '') : null;
}

function textOf(folder: string): string | null {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_NAMES.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.length === 0 ? null : [...new Set(texts)].join('\n\n—\n\n');
}
