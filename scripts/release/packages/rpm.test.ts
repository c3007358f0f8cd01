import { expect, test } from 'vitest';
import { rpmName, rpmSpec } from './rpm.ts';
import { linuxTargets } from './targets.ts';

const files = ['usr/bin/safelight', 'usr/lib/safelight/bin/node', 'usr/share/man/man1/safelight.1.gz'];

test('the package owns its folder as a whole, and single files elsewhere', () => {
  const [, owned] = rpmSpec({ target: linuxTargets[0], version: '1.0.0', system: '/work', files }).split('%files\n');
  expect(owned).toBe(
    '%defattr(-,root,root)\n/usr/lib/safelight\n"/usr/bin/safelight"\n"/usr/share/man/man1/safelight.1.gz"\n',
  );
});

test('only where there is a program for the tray, its library is recommended', () => {
  const [intel, arm] = linuxTargets.map((target) => rpmSpec({ target, version: '1.0.0', system: '/work', files }));
  expect(intel).toContain('Recommends: libappindicator3.so.1()(64bit)');
  expect(arm).not.toContain('libappindicator3');
  expect(rpmName({ version: '1.0.0', target: linuxTargets[1] })).toBe('safelight-1.0.0-1.aarch64.rpm');
});
