/** A real sshd on this computer, as the host of a tunnel. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../platform/free-port.ts';
import { newKey } from './sftp-servers.ts';
import { startFileServer } from './webdav-servers.ts';

export interface TunnelHost {
  sshPort: number;
  /** The port of the tunnel there, which the key may open. */
  port: number;
  user: string;
  folder: string;
  /** The file of a key that it lets in. */
  key: string;
  /** As ssh notes them. */
  knownHosts: string;
  /** Its processes that serve somebody. */
  sessions(): number[];
  stop(): Promise<void>;
}

export async function startTunnelHost(): Promise<TunnelHost> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-tunnel-'));
  const host = newKey(folder, 'host');
  const user = newKey(folder, 'user');
  const port = await freePort();
  const server = await startFileServer('sshd', ({ home, port: sshPort }) => {
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
    const may = `restrict,port-forwarding,permitlisten="127.0.0.1:${port}"`;
    writeFileSync(join(home, 'authorized'), `${may} ${readFileSync(`${user.file}.pub`, 'utf8')}`);
    const lines = [
      `Port ${sshPort}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${host.file}`,
      `AuthorizedKeysFile ${home}/authorized`,
      'PidFile none',
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin yes',
      'LogLevel ERROR',
    ];
    writeFileSync(join(home, 'sshd_config'), lines.join('\n'));
    return { command: '/usr/sbin/sshd', args: ['-D', '-e', '-f', join(home, 'sshd_config')] };
  });
  const knownHosts = join(folder, 'known_hosts');
  writeFileSync(knownHosts, knownHost(server.port, `${host.file}.pub`));
  return {
    sshPort: server.port,
    port,
    user: userInfo().username,
    folder,
    key: user.file,
    knownHosts,
    sessions: () =>
      readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A line of ssh's file of known hosts. */
export const knownHost = (sshPort: number, publicKey: string): string =>
  `[127.0.0.1]:${sshPort} ${readFileSync(publicKey, 'utf8')}`;
