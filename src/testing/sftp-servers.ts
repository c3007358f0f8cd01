/** Real SFTP servers on this computer, with keys of their own. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { SftpAccount } from '../publishing/destinations/sftp/sftp-connection.ts';
import { startFileServer, type FileServer, type Serving } from './webdav-servers.ts';

export interface SftpServer extends FileServer {
  account: SftpAccount;
  /** The file of the key that it lets in. */
  userKey: string;
}

interface Key {
  file: string;
  /** As ssh shows it. */
  fingerprint: string;
}

export function newKey(folder: string, name: string, passphrase = ''): Key {
  const file = join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', file]);
  const told = execFileSync('ssh-keygen', ['-lf', `${file}.pub`], { encoding: 'utf8' });
  return { file, fingerprint: told.split(' ')[1]! };
}

async function withKeys(
  start: (keys: { host: Key; user: Key; folder: string }) => Promise<FileServer>,
  account: Partial<SftpAccount>,
): Promise<SftpServer> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-keys-'));
  const host = newKey(folder, 'host');
  const user = newKey(folder, 'user');
  const server = await start({ host, user, folder });
  return {
    ...server,
    userKey: user.file,
    account: {
      host: '127.0.0.1',
      port: server.port,
      user: 'u',
      password: null,
      privateKey: readFileSync(user.file, 'utf8'),
      passphrase: null,
      hostKey: host.fingerprint,
      ...account,
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** OpenSSH with its internal-sftp, for the key of a user. */
export const openSsh = (serving: Serving = {}): Promise<SftpServer> =>
  withKeys(
    ({ host, user }) =>
      startFileServer(
        'sshd',
        ({ home, port }) => {
          if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
          copyFileSync(`${user.file}.pub`, join(home, 'authorized'));
          const conf = `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${host.file}
AuthorizedKeysFile ${home}/authorized
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
Subsystem sftp internal-sftp${serving.isReadOnly === true ? ' -R' : ''}
`;
          writeFileSync(join(home, 'sshd_config'), conf);
          // It starts itself again by its whole path.
          return { command: '/usr/sbin/sshd', args: ['-D', '-e', '-f', join(home, 'sshd_config')] };
        },
        serving,
      ),
    { user: userInfo().username },
  );

/** It renames onto files, and knows passwords. Its folder is the root. */
export const rcloneSftp = (): Promise<SftpServer> =>
  withKeys(
    ({ host }) =>
      startFileServer('rclone', ({ root, port }) => ({
        command: 'rclone',
        args: `serve sftp ${root} --addr 127.0.0.1:${port} --user u --pass pw --key ${host.file} --config /dev/null --dir-cache-time 0s`.split(
          ' ',
        ),
      })),
    { password: 'pw', privateKey: null },
  );
