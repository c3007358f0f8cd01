/** Real WebDAV servers: user u, password pw. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../platform/free-port.ts';
import { answers } from './broker.ts';

export interface FileServer {
  port: number;
  pid: number;
  /** What it serves, as it is on disk. */
  root: string;
  /** An empty folder in it, which the server may write to. */
  newFolder(): { name: string; folder: string };
  stop(): Promise<void>;
}

export interface Serving {
  /** A disk of its own of so many megabytes. Needs root. */
  megabytes?: number;
  isReadOnly?: boolean;
  certificate?: { key: string; certificate: string };
}

interface Program {
  command: string;
  args: string[];
  /** Who writes its files. */
  user?: string;
}

/** Starts a server that is given its port, waits until it answers, and removes its folder at the end. */
export async function startFileServer(
  name: string,
  program: (at: { home: string; root: string; port: number }) => Program,
  { megabytes }: Serving = {},
): Promise<FileServer> {
  const home = mkdtempSync(join(tmpdir(), `safelight-${name}-`));
  chmodSync(home, 0o755);
  const served = join(home, 'served');
  mkdirSync(served);
  const port = await freePort();
  const { command, args, user } = program({ home, root: served, port });
  const ids = user !== undefined && process.getuid?.() === 0 ? idsOf(user) : null;
  if (ids) chownSync(served, ...ids);
  // The disk is gone with the process that sees it.
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=777 tmpfs "$0" && exec "$@"`;
  const own = megabytes === undefined ? [] : ['unshare', '-m', 'sh', '-c', mount, served];
  const line = ['--pdeathsig', 'TERM', ...own, command, ...args];
  const server = spawn('setpriv', line, { stdio: ['ignore', 'ignore', 'pipe'], cwd: home });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  for (let attempt = 0; !(await answers(port)); attempt++) {
    if (attempt > 1500 || server.exitCode !== null) throw new Error(`${name} does not start: ${said}`);
    await sleep(20);
  }
  const root = megabytes === undefined ? served : `/proc/${server.pid}/root${served}`;
  let folders = 0;
  return {
    port,
    pid: server.pid!,
    root,
    newFolder() {
      const name = `f${++folders}`;
      const folder = join(root, name);
      mkdirSync(folder);
      if (ids) chownSync(folder, ...ids);
      return { name, folder };
    },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const exit = once(server, 'exit');
        server.kill('SIGTERM');
        await Promise.race([exit, sleep(5000, undefined, { ref: false }).then(() => server.kill('SIGKILL'))]);
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function idsOf(user: string): [uid: number, gid: number] {
  const id = (of: string) => Number(execFileSync('id', [of, user], { encoding: 'utf8' }));
  return [id('-u'), id('-g')];
}

/** Whether a disk can be made for a test. In CI it has to. */
export const canMount = (): boolean => process.env.CI === 'true' || spawnSync('unshare', ['-m', 'true']).status === 0;

/** An own certificate for this computer. */
export function ownCertificate(folder: string): { key: string; certificate: string } {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name)) as [string, string];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  });
  return { key, certificate };
}

export const apache = (serving: Serving = {}): Promise<FileServer> =>
  startFileServer(
    'apache',
    ({ home, root, port }) => {
      mkdirSync(join(home, 'locks'));
      chmodSync(join(home, 'locks'), 0o777);
      const { certificate } = serving;
      const modules = [
        'mpm_event',
        'authn_core',
        'authn_file',
        'authz_core',
        'authz_user',
        'auth_basic',
        'dav',
        'dav_fs',
      ];
      if (certificate) modules.push('ssl', 'socache_shmcb');
      const load = modules.map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`).join('\n');
      const secure = certificate
        ? `SSLEngine on\nSSLCertificateFile ${certificate.certificate}\nSSLCertificateKeyFile ${certificate.key}`
        : '';
      const conf = `
ServerRoot ${home}
PidFile ${home}/pid
ServerName localhost
Listen 127.0.0.1:${port}
User www-data
Group www-data
${load}
ErrorLog ${home}/log
DavLockDB ${home}/locks/db
DocumentRoot ${root}
<Directory ${root}>
Dav On
AuthType Basic
AuthName dav
AuthUserFile ${passwordFile(home)}
${serving.isReadOnly === true ? READ_ONLY : 'Require valid-user'}
</Directory>
${secure}
`;
      writeFileSync(join(home, 'apache.conf'), conf);
      return { command: 'apache2', args: ['-DFOREGROUND', '-f', join(home, 'apache.conf')], user: 'www-data' };
    },
    serving,
  );

const APACHE_MODULES = '/usr/lib/apache2/modules';
const READ_ONLY = `<LimitExcept GET PROPFIND OPTIONS>
Require all denied
</LimitExcept>
<Limit GET PROPFIND OPTIONS>
Require valid-user
</Limit>`;

function passwordFile(home: string): string {
  const file = join(home, 'htpasswd');
  const hash = execFileSync('openssl', ['passwd', '-apr1', 'pw'], { encoding: 'utf8' });
  writeFileSync(file, `u:${hash}`);
  return file;
}

export const lighttpd = (serving: Serving = {}): Promise<FileServer> =>
  startFileServer(
    'lighttpd',
    ({ home, root, port }) => {
      mkdirSync(join(home, 'uploads'));
      const conf = `
server.document-root = "${root}"
server.port = ${port}
server.bind = "127.0.0.1"
server.modules = ("mod_auth", "mod_authn_file", "mod_webdav")
webdav.activate = "enable"
webdav.is-readonly = "${serving.isReadOnly === true ? 'enable' : 'disable'}"
webdav.sqlite-db-name = "${home}/locks.db"
auth.backend = "htpasswd"
auth.backend.htpasswd.userfile = "${passwordFile(home)}"
auth.require = ("" => ("method" => "basic", "realm" => "dav", "require" => "valid-user"))
server.errorlog = "${home}/log"
server.upload-dirs = ("${home}/uploads")
server.stat-cache-engine = "disable"
mimetype.assign = (".jpg" => "image/jpeg")
`;
      writeFileSync(join(home, 'lighttpd.conf'), conf);
      return { command: 'lighttpd', args: ['-D', '-f', join(home, 'lighttpd.conf')] };
    },
    serving,
  );

export const rclone = (serving: Serving = {}): Promise<FileServer> =>
  startFileServer(
    'rclone',
    ({ root, port }) => ({
      command: 'rclone',
      // Others work in the folder, too, and are to be seen at once.
      args: `serve webdav ${root} --addr 127.0.0.1:${port} --user u --pass pw --config /dev/null --dir-cache-time 0s`
        .split(' ')
        .concat(serving.isReadOnly === true ? '--read-only' : []),
    }),
    serving,
  );
