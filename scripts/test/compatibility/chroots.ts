/** Debian 13 systems, each with a newer darktable than this machine's. */
import { debianSystem, inSystem } from '../chroots/debian-system.ts';

/** What Debian 13 has: the version, and whether it comes from backports. */
const sources = { '5.0.1': { backports: false }, '5.4.1': { backports: true } } as const;
export type ChrootVersion = keyof typeof sources;
export const chrootVersions = Object.keys(sources) as ChrootVersion[];

/** A command that runs programs in the system of that darktable. Builds it if missing (1 GB, a few minutes) and keeps it. */
export function systemCommand(version: ChrootVersion): string[] {
  const { backports } = sources[version];
  const recipe = { suite: 'trixie', packages: ['darktable', 'xdotool', 'xvfb'], backports } as const;
  return inSystem(debianSystem(`darktable-${version}`, recipe));
}
