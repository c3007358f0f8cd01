/** What a package puts into a Linux system: the program below /usr/lib, and what makes the system know it. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { commandTree } from './command-tree.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './completions.ts';
import { writeIcons } from './icons.ts';
import { manPage } from './man-page.ts';

/** Below which the program lies. */
export const programFolder = 'usr/lib/safelight';

export type SystemTreeOptions = {
  /** The program as makeProgramTree makes it. */
  program: string;
  version: string;
  /** Seconds. */
  date: number;
  /** Where the system's zsh looks; each distribution has its own place. */
  zshFolder: string;
  /** Who replaces the program with a newer one. */
  kind: 'deb' | 'rpm';
};

/** `folder` stands for the system's root. */
export async function makeSystemTree(folder: string, { program, version, date, zshFolder, kind }: SystemTreeOptions) {
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const ours = (name: string) => readFileSync(join(import.meta.dirname, 'system', name), 'utf8');

  cpSync(program, join(folder, programFolder), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(folder, programFolder, 'install-kind'), `${kind}\n`);
  // Distributions have their Perl in a fixed place, and mind looking for it.
  const exiftool = join(folder, programFolder, 'node_modules/exiftool-vendored.pl/bin/exiftool');
  writeFileSync(exiftool, readFileSync(exiftool, 'utf8').replace(/^#!.*/, '#!/usr/bin/perl'));
  mkdirSync(join(folder, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/safelight/safelight', join(folder, 'usr/bin/safelight'));

  write('usr/share/applications/safelight.desktop', ours('safelight.desktop'));
  await writeIcons(join(folder, 'usr/share/icons'), join(program, 'assets/icons/app.svg'));
  const day = new Date(date * 1000).toISOString().slice(0, 10);
  const metainfo = ours('org.safelight.Safelight.metainfo.xml').replace('@VERSION@', version).replace('@DATE@', day);
  write('usr/share/metainfo/org.safelight.Safelight.metainfo.xml', metainfo);
  write('usr/lib/systemd/user/safelight.service', ours('safelight.service'));

  const commands = commandTree();
  write('usr/share/man/man1/safelight.1.gz', compressed(manPage(commands, { version, date })));
  write('usr/share/bash-completion/completions/safelight', bashCompletion(commands));
  write(join(zshFolder, '_safelight'), zshCompletion(commands));
  write('usr/share/fish/vendor_completions.d/safelight.fish', fishCompletion(commands));
}

/** Like `gzip -9n`: without a name or a time. */
export const compressed = (text: string): Buffer => gzipSync(text, { level: 9 });
