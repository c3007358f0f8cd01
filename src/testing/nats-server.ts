/** A nats-server that is new enough for tests and the bench, fetched where this machine has none (Debian 12 and 13 as root). */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where it is kept between runs, outside any checkout. */
const folder = process.env.SAFELIGHT_NATS ?? '/var/tmp/safelight-nats';
const LEAST = [2, 10, 27];
const mirror = 'http://deb.debian.org/debian';

/** The path of a nats-server of version 2.10.27 or newer. Throws an error that says how to get one. */
export function natsServer(): string {
  const found = present();
  if (found !== undefined) return found;
  const why = whyNoNatsServer();
  if (why !== null) throw new Error(why);
  fetchFromDebian('trixie', folder);
  if (isNewEnough(fetched)) return fetched;
  throw new Error(`The nats-server in ${folder} does not start or is too old.`);
}

/** Why there is none here and none can be fetched; null: there is, or it can. */
export const whyNoNatsServer = (): string | null =>
  mayFetch() || present() !== undefined
    ? null
    : `nats-server ${LEAST.join('.')} or newer is missing in the PATH: see https://nats.io/download`;

const fetched = join(folder, 'usr/sbin/nats-server');

const present = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter).map((at) => join(at, 'nats-server')), fetched].find(isNewEnough);

/** The one of Debian 12 (2.9.10), which is too old; null: it cannot be fetched here. */
export function oldNatsServer(): string | null {
  const program = join(OLD, 'usr/sbin/nats-server');
  if (!existsSync(program) && mayFetch()) fetchFromDebian('bookworm', OLD);
  return existsSync(program) ? program : null;
}

const OLD = `${folder}-old`;

const mayFetch = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');

function isNewEnough(program: string): boolean {
  if (!existsSync(program)) return false;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = /v(\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  for (const [at, least] of LEAST.entries()) {
    const part = version[at] ?? -1;
    if (part !== least) return part > least;
  }
  return true;
}

/** Debian 13's runs on Debian 12, too. The lists of packages are our own: the machine's stay as they are. */
function fetchFromDebian(suite: 'bookworm' | 'trixie', to: string): void {
  mkdirSync(to, { recursive: true });
  const work = mkdtempSync(join(to, 'fetching-'));
  try {
    // apt gives up root's rights while it fetches.
    chmodSync(work, 0o755);
    for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(work, name), { recursive: true });
    const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
    writeFileSync(join(work, 'sources.list'), `deb [signed-by=${keys}] ${mirror} ${suite} main\n`);
    const settings = {
      'Dir::Etc::sourcelist': join(work, 'sources.list'),
      'Dir::Etc::sourceparts': '-',
      'Dir::State::lists': join(work, 'lists'),
      'Dir::Cache::archives': join(work, 'archives'),
      'Dir::Cache::pkgcache': '',
      'Dir::Cache::srcpkgcache': '',
      'APT::Sandbox::User': 'root',
    };
    const apt = (...args: string[]) =>
      execFileSync(
        'apt-get',
        [...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]), ...args],
        {
          cwd: work,
          stdio: ['ignore', 2, 2],
        },
      );
    apt('update', '-qq');
    apt('download', '-qq', `nats-server/${suite}`);
    execFileSync('sh', ['-c', 'dpkg -x nats-server_*.deb out'], { cwd: work });
    // Somebody else may have fetched it at the same time.
    if (spawnSync(join(to, 'usr/sbin/nats-server'), ['--version']).status === 0) return;
    rmSync(join(to, 'usr'), { recursive: true, force: true });
    renameSync(join(work, 'out/usr'), join(to, 'usr'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
