/** What the tools that make a package leave in it: NSIS its installer and starter, Go the runtime of the launcher for Macs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { License } from '../../build/licenses.ts';
import type { Target } from './targets.ts';

export function toolLicenses({ os }: Pick<Target, 'os'>): License[] {
  switch (os) {
    case 'linux':
      return [];
    case 'win32': {
      const version = said('makensis', '-VERSION').replace(/^v/, '');
      // Its part that unpacks LZMA is under the second one, with an exception for installers.
      const license = 'Zlib AND CPL-1.0';
      return [tool('nsis', { version, license, home: 'https://nsis.sourceforge.io', debian: 'nsis-common' })];
    }
    case 'darwin': {
      const [, version = '', minor = ''] = /go((\d+\.\d+)\S*)/.exec(said('go', 'version')) ?? [];
      return [tool('go', { version, license: 'BSD-3-Clause', home: 'https://go.dev', debian: `golang-${minor}-go` })];
    }
  }
}

type Tool = Pick<License, 'version' | 'license' | 'home'> & {
  /** Debian's package, which has the text. */
  debian: string;
};

const tool = (name: string, { debian, ...facts }: Tool): License => ({
  name,
  ...facts,
  in_page: false,
  purl: `pkg:generic/${name}@${encodeURIComponent(facts.version)}`,
  text: readFileSync(`/usr/share/doc/${debian}/copyright`, 'utf8').trim(),
});

const said = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim();
