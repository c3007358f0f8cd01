/** The Linux computers that packages are made for. */
export const targets = [
  { debian: 'amd64', rpm: 'x86_64', npm: 'x64', elfMachine: 62 },
  { debian: 'arm64', rpm: 'aarch64', npm: 'arm64', elfMachine: 183 },
] as const;

/** `debian`, `rpm` and `npm` are their names for the processor, `elfMachine` is that of ELF files (elf.h). */
export type Target = (typeof targets)[number];

/** systray2's program for Linux is x86-64 only. */
export const hasTrayProgram = (target: Target): boolean => target.debian === 'amd64';
