/**
 * A freshly installed Debian with only Debian's own Node and npm; an ordinary user, ana, has a clone of this checkout. Or,
 * to try packages, without Node and npm, and with a folder to install from instead of the clone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { apartOn, debianSystem, type Emulated, type Recipe } from '../chroots/debian-system.ts';

const checkout = join(import.meta.dirname, '../../..');

export type Ended = { code: number | null; stdout: string; stderr: string };

export type CleanMachine = AsyncDisposable & {
  /** Runs a shell command in the clone (with packages: at home), as the ordinary user. */
  run(command: string): Promise<Ended>;
  /** The same for a command that keeps running. A signal to this process does not reach it: `run('kill …')` does. */
  start(command: string): ChildProcess;
  runAsRoot(command: string): Promise<Ended>;
};

/**
 * The system's folder stays unchanged: writes go to memory. The machine ends with its input, or with us ([Note: Nothing
 * stays mounted]). npm finds the same registry as for us.
 */
const boot = `
mount -t tmpfs -o mode=0755 clean-machine /mnt
mkdir /mnt/written /mnt/work /mnt/root
mount -t overlay -o "lowerdir=$0,upperdir=/mnt/written,workdir=/mnt/work" clean-machine /mnt/root
mount -t proc proc /mnt/root/proc
mount --rbind /dev /mnt/root/dev
mount -t tmpfs -o mode=1777 clean-machine /mnt/root/tmp
chroot /mnt/root useradd --create-home --shell /bin/bash ana
if [ -n "$4" ]; then
  mkdir /mnt/root/packages
  mount --bind -o ro "$4" /mnt/root/packages
  chroot /mnt/root apt-get purge -y -qq --auto-remove nodejs npm >/dev/null 2>&1
else
  git clone -q --no-hardlinks "$1" /mnt/root/home/ana/safelight
fi
cat /etc/ssl/certs/ca-certificates.crt >/mnt/root/etc/ssl/certs/ca-certificates.crt
umask 077
cat "$2" "$3" 2>/dev/null >/mnt/root/home/ana/.npmrc || true
chroot /mnt/root chown -R ana:ana /home/ana
echo up
exec chroot /mnt/root cat
`;

export interface MachineOptions {
  /** A folder that the machine sees as /packages. */
  packages?: string;
  /** Debian's packages that make it a computer of another kind, such as one with a desktop, and a name for that kind. */
  kind?: { name: string; packages: readonly string[]; processor?: Emulated };
}

export async function startMachine(
  suite: Recipe['suite'],
  { packages = '', kind = { name: 'clean', packages: ['nodejs', 'npm'] } }: MachineOptions = {},
): Promise<CleanMachine> {
  const { name, processor } = kind;
  const system = debianSystem(`${name}-${suite}`, {
    suite,
    packages: [...kind.packages, 'ca-certificates'],
    ...(processor && { processor }),
  });
  // npm passes both files to its scripts.
  const { npm_config_globalconfig = '/etc/npmrc', npm_config_userconfig = join(homedir(), '.npmrc') } = process.env;
  const [command, ...args] = apartOn(processor);
  const machine = spawn(
    command,
    [...args, 'sh', '-euc', boot, system, checkout, npm_config_globalconfig, npm_config_userconfig, packages],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(machine, 'exit');
  await Promise.race([
    once(machine.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the machine ended with ${String(code)}`))),
  ]);
  const namespaces = `/proc/${machine.pid!}/ns`;
  // Nobody can enter the user namespace that he is in.
  const entered = [
    ...(processor ? [`--user=${namespaces}/user`] : []),
    `--mount=${namespaces}/mnt`,
    `--pid=${namespaces}/pid_for_children`,
  ];
  const inside = (...command: string[]) =>
    spawn('nsenter', [...entered, 'chroot', '/mnt/root', ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const start = (command: string) =>
    inside('su', '-w', proxies, '-', 'ana', '-c', packages ? command : `cd safelight && ${command}`);
  return {
    start,
    run: (command) => untilEnd(start(command)),
    runAsRoot: (command) => untilEnd(inside('sh', '-c', command)),
    async [Symbol.asyncDispose]() {
      machine.stdin.end();
      await ended;
    },
  };
}

const proxies = ['http', 'https', 'no'].flatMap((name) => [`${name}_proxy`, `${name.toUpperCase()}_PROXY`]).join(',');

async function untilEnd(child: ReturnType<typeof spawn>): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
