/** A Debian for ARM with darktable, and what Safelight needs. Emulated: some twenty times as slow as this machine. */
export const arm64Debian = {
  name: 'arm64',
  processor: 'arm64',
  packages: ['darktable', 'libatomic1', 'perl'],
} as const;
