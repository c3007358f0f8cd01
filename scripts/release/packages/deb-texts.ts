/** The texts of a .deb: https://www.debian.org/doc/debian-policy/ */
import type { License } from '../../build/licenses.ts';
import { programFolder } from './system-tree.ts';
import type { LinuxTarget } from './targets.ts';

const maintainer = 'The Safelight developers <developers@safelight.example.org>';

/**
 * Found in clean systems: Node needs libatomic1, its modules glibc 2.34, ExifTool more Perl than every Debian has. The
 * tray's program loads libappindicator3.so.1, which libayatana-appindicator3-1 brings.
 */
const depends = 'libc6 (>= 2.34), libatomic1, libgcc-s1, libstdc++6 (>= 11), perl:any';

/** `size` is that of all its files, in KiB. */
export function debianControl({
  target,
  version,
  size,
}: {
  target: LinuxTarget;
  version: string;
  size: number;
}): string {
  return `Package: safelight
Version: ${version}
Architecture: ${target.debian}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: ${depends}
Recommends: ${target.tray !== null ? 'libayatana-appindicator3-1, ' : ''}xdg-utils
Suggests: darktable
Section: graphics
Priority: optional
Description: darktable library in the browser, with an icon in the tray
 Safelight shows the photo library of darktable in the browser: to browse, to
 search, to cull, to develop and to export, on this computer or on a phone. It
 provides the library as an HTTP API, too.
 .
 It reads darktable's library without a lock, changes it only when asked to,
 and never writes to photographs. It brings the Node that it runs on.
`;
}

export function debianChangelog({ version, date }: { version: string; date: number }): string {
  const day = new Date(date * 1000).toUTCString().replace('GMT', '+0000');
  return `safelight (${version}) stable; urgency=medium

  * What has changed is told in /${programFolder}/CHANGELOG.md.

 -- ${maintainer}  ${day}
`;
}

/** Machine-readable: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
export function debianCopyright(licenses: readonly License[]): string {
  const inside = licenses.filter(({ in_page }) => !in_page);
  const inPage = licenses.filter(({ in_page }) => in_page);
  return (
    [
      `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Safelight
Comment: The licenses of all parts are in
 /${programFolder}/THIRD-PARTY-LICENSES.txt, word for word.`,
      `Files: *
Copyright: The Safelight developers
License: GPL-3.0-or-later`,
      `Files: ${programFolder}/dist/web/* ${programFolder}/dist/guest/*
Copyright: The Safelight developers, and the authors of
${inPage.map(({ name, version, license }) => ` ${name} ${version} (${license})`).join('\n')}
License: GPL-3.0-or-later`,
      `Files: ${programFolder}/assets/sample/*
Copyright: The photographers named in assets/sample/PHOTOGRAPHS.md
License: various
 Each photograph has the license that assets/sample/PHOTOGRAPHS.md names.`,
      ...inside.map(
        ({ name, version, license, text }) => `Files: ${filesOf(name)}
Copyright: ${copyrightLine(text) ?? `The authors of ${name}`}
License: ${license.replaceAll(' OR ', ' or ').replaceAll(' AND ', ' and ')}
Comment: ${name} ${version}`,
      ),
      `License: GPL-3.0-or-later
 On Debian systems, the text of the GNU General Public License, version 3,
 is in /usr/share/common-licenses/GPL-3.`,
      ...[...new Set(inside.map(({ license }) => license))]
        .filter((license) => license !== 'GPL-3.0-or-later')
        .map(
          (license) => `License: ${license.replaceAll(' OR ', ' or ').replaceAll(' AND ', ' and ')}
 The text is in /${programFolder}/THIRD-PARTY-LICENSES.txt.${commonLicense(license)}`,
        ),
    ].join('\n\n') + '\n'
  );
}

const filesOf = (name: string) =>
  [
    `${programFolder}/node_modules/${name}/*`,
    ...(name.startsWith('node-linux-') ? [` ${programFolder}/bin/node`] : []),
  ].join('\n');

/** The first line of a license that says whose it is. */
function copyrightLine(text: string | null): string | null {
  const line = text?.split('\n').find((each) => /copyright (\(c\)|©|\d{4})/i.test(each));
  return line?.trim().replace(/^[^\w]*copyright:?\s*/i, '') ?? null;
}

/** Debian has the longest ones already. */
function commonLicense(license: string): string {
  const known = { 'Apache-2.0': 'Apache-2.0', 'LGPL-3.0-or-later': 'LGPL-3' }[license];
  return known === undefined ? '' : `\n On Debian systems, it is also in /usr/share/common-licenses/${known}.`;
}

/** What lintian finds and is meant so. */
export const lintianOverrides = `# Node and sharp bring libraries of their own, in the versions that were tested.
safelight: embedded-library * [${programFolder}/*]
# As Node's project builds it.
safelight: hardening-no-pie [${programFolder}/*]
# Its name is that of a known library, its content is not.
safelight: embedded-javascript-library * [${programFolder}/node_modules/batch-cluster/dist/Async.js]
# Safelight has no homepage to name.
safelight: appstream-metadata-validation-failed
`;
