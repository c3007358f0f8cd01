import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sessionEnvironment } from './session-environment.ts';

test.runIf(process.platform === 'linux')(
  'what the host left out is asked of the desktop; what it gave stays',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-session-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [runtime, programs] = [join(folder, 'run'), join(folder, 'bin')];
    for (const path of [runtime, programs]) mkdirSync(path);
    writeFileSync(join(runtime, 'bus'), '');
    const systemctl = join(programs, 'systemctl');
    const known = "DISPLAY=:7\nXDG_DATA_HOME=$'/home/ana/my\\\\ data'\nHOME=/elsewhere\nSECRET=1\nLANG=de_DE.UTF-8";
    writeFileSync(systemctl, `#!/bin/sh\nprintf '%s\\n' "${known.replaceAll('$', '\\$')}"\n`);
    chmodSync(systemctl, 0o755);

    const given = {
      HOME: '/home/ana',
      PATH: `${programs}:/usr/bin:/bin`,
      XDG_RUNTIME_DIR: runtime,
      LANG: 'en_US.UTF-8',
    };
    expect(await sessionEnvironment(given)).toEqual({
      ...given,
      DISPLAY: ':7',
      XDG_DATA_HOME: '/home/ana/my data',
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(runtime, 'bus')}`,
    });
    // Where there is no such desktop, nothing is added.
    expect(await sessionEnvironment({ HOME: '/h', XDG_RUNTIME_DIR: join(folder, 'none') })).toEqual({
      HOME: '/h',
      XDG_RUNTIME_DIR: join(folder, 'none'),
    });
  },
);
