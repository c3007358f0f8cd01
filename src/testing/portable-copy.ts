/** Portable copies of Safelight, small enough to be made in a test, and a server that offers newer ones. */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arch } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Release, signedVersionFile } from '../updates/version-file.ts';

const root = join(import.meta.dirname, '..', '..');
export const ownPlatform = `linux-${arch() === 'x64' ? 'amd64' : arch()}`;
export const makers = generateKeyPairSync('ed25519');

/** A copy whose program is these very sources; `main` replaces what it starts. */
export function makePortableCopy(folder: string, { version, main }: { version: string; main?: string }): void {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const name of ['assets', 'bin']) mkdirSync(join(folder, name));
  copyFileSync(join(root, 'scripts/release/packages/launcher.sh'), join(folder, 'safelight'));
  execFileSync('chmod', ['755', join(folder, 'safelight')]);
  symlinkSync(process.execPath, join(folder, 'bin', 'node'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'assets')))
    if (name !== 'update-keys.txt') symlinkSync(join(root, 'assets', name), join(folder, 'assets', name));
  const key = makers.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  writeFileSync(join(folder, 'assets', 'update-keys.txt'), `${key}\n`);
  writeFileSync(join(folder, 'install-kind'), 'portable\n');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'safelight', version, type: 'module' }));
  cpSync(join(root, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !/\/src\/(testing|web)(\/|$)|\.test\.ts$/.test(path),
  });
  writeFileSync(join(folder, 'dist', 'main.js'), main ?? "await import('../src/main.ts');\n");
}

/** With the page that `npm run build` has made. */
export const withBuiltPage = (folder: string): void =>
  symlinkSync(join(root, 'dist', 'web'), join(folder, 'dist', 'web'));

/** As a release has it. */
export function archiveOf(folder: string): { name: string; bytes: Buffer } {
  const file = `${folder}.tar.gz`;
  execFileSync('tar', ['-czf', file, '-C', dirname(folder), basename(folder)]);
  return { name: basename(file), bytes: readFileSync(file) };
}

export function releaseOf(version: string, { name, bytes }: { name: string; bytes: Buffer }): Release {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { platform: ownPlatform, name, size: bytes.length, unpacked: bytes.length * 4, sha256 };
  return { version, date: '2026-12-01', notes: '### Added\n\n- **Updates:** one is here.', files: [file] };
}

/** Offers one release at `address`; `send` answers for its archive. */
export async function startUpdateServer() {
  const asked: string[] = [];
  const offer = {
    versionFile: '',
    send: (response: ServerResponse): void => void response.writeHead(404).end(),
  };
  const server = createServer((request, response) => {
    asked.push(request.url!);
    if (request.url === '/version.json') response.end(offer.versionFile);
    else offer.send(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/version.json`,
    /** The paths that were asked for. */
    asked,
    offer(release: Release, archive: Buffer | ((response: ServerResponse) => void), key = makers.privateKey) {
      offer.versionFile = signedVersionFile(release, key);
      offer.send = typeof archive === 'function' ? archive : (response) => void response.end(archive);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
