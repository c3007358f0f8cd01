/** Debian 13 systems, each with a newer darktable than this machine's. */
import { debianSystem, inSystem } from '../chroots/debian-system.ts';

/** What Debian 13 has: the version, and whether it comes from backports. */
const sources = { '5.0.1': { backports: false }, '5.4.1': { backports: true } } as const;
export type ChrootVersion = keyof typeof sources;
export const chrootVersions = Object.keys(sources) as ChrootVersion[];

/** A command that starts that darktable. Makes the system that it is in when it is not there (1 GB, a few minutes); it stays. */
export function darktableCommand(version: ChrootVersion): string {
  const recipe = { suite: 'trixie', packages: ['darktable'], backports: sources[version].backports } as const;
  return [...inSystem(debianSystem(`darktable-${version}`, recipe)), 'darktable'].join(' ');
}
