/** Portable copies that look for updates at a server of ours. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mintLocalAdminToken } from '../src/auth/local-admin.ts';
import type { InstallKind } from '../src/contract/updates.ts';
import { listeningUrl } from '../src/testing/listening-url.ts';
import {
  archiveOf,
  makePortableCopy,
  releaseOf,
  startUpdateServer,
  withBuiltPage,
} from '../src/testing/portable-copy.ts';
import { freePort } from '../src/platform/free-port.ts';

const NOTES = `### Added

- **Updates:** Safelight tells when there is a newer version, and what is new in it.
  A portable copy installs it with \`safelight update --install\`, or with a click.
- **Culling:** two pictures side by side, at the same place and size.

### Fixed

- A library on a network drive is found again after the network was away.
`;

/** Version 1.0.0, installed in some way, and a server that offers 1.1.0. The page is the one that was built. */
export async function startFormerVersion({ folder, kind = 'portable' }: { folder: string; kind?: InstallKind }) {
  const [copy, newer, dataDir] = [join(folder, 'safelight'), join(folder, 'safelight-1.1.0'), join(folder, 'data')];
  for (const [path, version] of [
    [copy, '1.0.0'],
    [newer, '1.1.0'],
  ] as const) {
    makePortableCopy(path, { version });
    withBuiltPage(path);
  }
  writeFileSync(join(copy, 'install-kind'), `${kind}\n`);
  const archive = archiveOf(newer);
  const updates = await startUpdateServer();
  updates.offer({ ...releaseOf('1.1.0', archive), notes: NOTES }, archive.bytes);

  mkdirSync(join(folder, 'home'));
  // It is at the same address again after its update.
  const port = await freePort();
  const child: ChildProcess = spawn(
    join(copy, 'safelight'),
    ['serve', '--data-dir', dataDir, '--port', String(port), '--library', join(folder, 'darktable', 'library.db')],
    { env: { HOME: join(folder, 'home'), PATH: '/usr/bin:/bin' } },
  );
  const ended = once(child, 'exit');
  const url = await listeningUrl(child);
  return {
    url,
    updateAddress: updates.address,
    /** From now on the archive comes byte by byte. Tells how many downloads there are at the moment. */
    drip(): () => number {
      const drips = new Set<NodeJS.Timeout>();
      updates.offer({ ...releaseOf('1.1.0', archive), notes: NOTES }, (response) => {
        let at = 0;
        const drip = setInterval(() => response.write(archive.bytes.subarray(at, ++at)), 50);
        drips.add(drip);
        response.on('close', () => {
          clearInterval(drip);
          drips.delete(drip);
        });
      });
      return () => drips.size;
    },
    async signInLink(page: string): Promise<string> {
      const headers = { authorization: `Bearer ${mintLocalAdminToken(dataDir)}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ page });
      const answer = await fetch(`${url}/api/v1/admin/sign-in-links`, { method: 'POST', headers, body });
      return ((await answer.json()) as { url: string }).url;
    },
    async stop(): Promise<void> {
      child.kill();
      await ended;
      updates.close();
    },
  };
}
