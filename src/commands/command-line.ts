import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../platform/did-you-mean.ts';
import { BLOB_FORMATS, type BlobFormat } from '../darktable/blob-text.ts';
import { LONGEST_OVERLAP_HOURS } from '../contract/clients.ts';
import { ALL_SCOPES } from '../contract/scopes.ts';
import type { Environment } from '../platform/environment.ts';
import { versionLine } from '../platform/package-files.ts';
import { visible } from '../platform/visible.ts';
import type { FarmOptions } from './farm.ts';
import { sharedOptions, withSharedOptions, type SharedOptions } from './shared-options.ts';

function paramsVersion(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('A module version is a whole number.');
  return Number(text);
}

function hours(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || number > LONGEST_OVERLAP_HOURS)
    throw new InvalidArgumentError(`Enter a number of hours from 0 to ${LONGEST_OVERLAP_HOURS}.`);
  return number;
}

function brokerAddress(text: string): { host: string; port: number } {
  const found = /^(?:\[([0-9a-f:]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/i.exec(text);
  const host = found?.[1] ?? found?.[2];
  const port = Number(found?.[3] ?? 4222);
  if (host === undefined || port < 1 || port > 65535)
    throw new InvalidArgumentError('Name a host and perhaps a port, such as 192.168.1.20 or nas.local:4222.');
  return { host, port };
}

function gigabytes(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('Enter a number of gigabytes from 1.');
  return Number(text);
}

/** Each command is loaded when it is asked for: with all of them, the shortest took 0.5 s of processor time. */
const load = {
  backups: () => import('./backups.ts'),
  clients: () => import('./clients.ts'),
  doctor: () => import('./doctor.ts'),
  farm: () => import('./farm.ts'),
  launcher: () => import('./launcher.ts'),
  params: () => import('./params.ts'),
  plugin: () => import('./plugin.ts'),
  sample: () => import('./sample.ts'),
  serve: () => import('./serve.ts'),
  settings: () => import('./settings.ts'),
  signInLink: () => import('./sign-in-link.ts'),
  start: () => import('./start.ts'),
  unlock: () => import('./unlock.ts'),
  update: () => import('./update.ts'),
  worker: () => import('./worker.ts'),
};

/** The command line as a whole. Usage errors throw CommanderError (see main.ts for the exit codes). */
export function commandLine(environment: Environment): Command {
  const program = new Command('safelight')
    .description('Shows your darktable library in the browser, provides it as an HTTP API, and runs in the tray.')
    .version(versionLine, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .usage('[command] [options]')
    .showHelpAfterError('(run safelight --help for usage)')
    .configureOutput({
      writeOut: (text) => process.stdout.write(visible(text, { lines: true })),
      writeErr: (text) => process.stderr.write(visible(text, { lines: true })),
    })
    .exitOverride();
  const options = (typed: object): SharedOptions => sharedOptions(typed as Record<string, unknown>, environment);

  const command = (parent: Command, name: string, description: string) =>
    withSharedOptions(parent.command(name).description(description).helpOption('--help', 'print this help'));

  withSharedOptions(program)
    // Only an unknown word gets here; commander itself would complain about an extra argument.
    .argument('[command]')
    .option('--at-login', 'start without opening the browser; the desktop uses this at login')
    .action(async (word: string | undefined, typed: { atLogin?: boolean }) => {
      if (word === undefined) {
        const { start } = await load.start();
        return start({ ...options(typed), atLogin: typed.atLogin === true }, environment);
      }
      const near = nearest(
        word,
        program.commands.map((each) => each.name()),
      );
      const hint = near === null ? '' : `\n(Did you mean ${near}?)`;
      return program.error(`error: unknown command '${word}'${hint}`, { exitCode: 2 });
    });

  command(program, 'serve', 'run the server without a tray')
    .addOption(new Option('--on-trial', 'end when standard input ends').hideHelp())
    .action(async (_typed: object, self: Command) =>
      (await load.serve()).serve(
        { ...options(self.optsWithGlobals()), onTrial: self.opts<{ onTrial?: boolean }>().onTrial === true },
        environment,
      ),
    );

  const clients = program
    .command('clients')
    .description('manage the programs that may use the API')
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(clients, 'add', 'register a client and print its secret (shown only once)')
    .requiredOption('--id <id>', 'client ID, such as my-frame, an e-mail address or a URL')
    .option('--name <name>', 'display name')
    .option('--scope <scopes>', `scopes, separated by spaces: ${ALL_SCOPES.join(', ')} (default: all except admin)`)
    .action(async (_typed: object, self: Command) => {
      const { id, name, scope } = self.opts<{ id: string; name?: string; scope?: string }>();
      return (await load.clients()).addClient(options(self.optsWithGlobals()), {
        id,
        ...(name === undefined ? {} : { name }),
        ...(scope === undefined ? {} : { scope }),
      });
    });
  command(clients, 'list', 'list the registered clients').action(async (_typed: object, self: Command) =>
    (await load.clients()).listClients(options(self.optsWithGlobals())),
  );
  command(clients, 'rotate', 'give a client a new secret')
    .argument('<id>', 'client ID')
    .option('--overlap <hours>', 'keep the old secret working for this long (default: 0)', hours)
    .action(async (id: string, _typed: object, self: Command) =>
      (await load.clients()).rotateClient(
        options(self.optsWithGlobals()),
        id,
        self.opts<{ overlap?: number }>().overlap,
      ),
    );
  command(clients, 'remove', 'remove a client and revoke its tokens')
    .argument('<id>', 'client ID')
    .action(async (id: string, _typed: object, self: Command) =>
      (await load.clients()).removeClient(options(self.optsWithGlobals()), id),
    );

  const settings = program
    .command('settings')
    .description('show and change settings; a running Safelight applies changes immediately')
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(settings, 'list', 'list all settings and their values').action(async (_typed: object, self: Command) =>
    (await load.settings()).listSettings(options(self.optsWithGlobals()), environment),
  );
  command(settings, 'get', 'print the value of a setting')
    .argument('<key>', 'name of the setting')
    .action(async (key: string, _typed: object, self: Command) =>
      (await load.settings()).getSetting(options(self.optsWithGlobals()), environment, key),
    );
  command(settings, 'set', 'change a setting')
    .argument('<key>', 'name of the setting')
    .argument('<value>', 'new value; separate list entries with commas, use "" for none')
    .action(async (key: string, value: string, _typed: object, self: Command) =>
      (await load.settings()).setSetting(options(self.optsWithGlobals()), environment, key, value),
    );
  command(settings, 'reset', 'reset a setting to its default')
    .argument('<key>', 'name of the setting')
    .action(async (key: string, _typed: object, self: Command) =>
      (await load.settings()).resetSetting(options(self.optsWithGlobals()), environment, key),
    );

  const backups = program
    .command('backups')
    .description("manage the copies of darktable's library that Safelight makes before its first change of a day")
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(backups, 'list', 'list the backups').action(async (_typed: object, self: Command) =>
    (await load.backups()).listBackups(options(self.optsWithGlobals()), environment),
  );
  command(
    backups,
    'restore',
    'put a backup in the place of library.db and data.db; the present files are kept; darktable must be closed',
  )
    .argument('<name>', 'name of the backup, such as 2026-03-09')
    .option('--library-only', 'restore one without data.db, although images may then show other tags')
    .action(async (name: string, _typed: object, self: Command) => {
      const { libraryOnly = false } = self.opts<{ libraryOnly?: boolean }>();
      return (await load.backups()).restoreBackupCommand(
        { ...options(self.optsWithGlobals()), libraryOnly },
        environment,
        name,
      );
    });

  command(program, 'unlock', 'remove the lock that a darktable on another computer left behind').action(
    async (_typed: object, self: Command) => (await load.unlock()).unlock(options(self.optsWithGlobals()), environment),
  );

  // `bridge` is the former name; scripts may still use it.
  for (const [word, hidden] of [
    ['plugin', false],
    ['bridge', true],
  ] as const) {
    const plugin = program
      .command(word, { hidden })
      .description('manage the darktable plugin, which renders previews and exports')
      .helpOption('--help', 'print this help')
      .helpCommand(false);
    for (const [name, description, run] of [
      ['install', 'install or update the plugin', 'installPluginCommand'],
      ['uninstall', 'uninstall the plugin', 'uninstallPluginCommand'],
      ['status', 'show the status of darktable and the plugin', 'pluginStatus'],
      ['start', 'start darktable if it is not running', 'startDarktableCommand'],
    ] as const) {
      command(plugin, name, description).action(async (_typed: object, self: Command) =>
        (await load.plugin())[run](options(self.optsWithGlobals()), environment),
      );
    }
  }

  command(program, 'worker', 'render for a Safelight on another machine, through a message broker')
    .requiredOption('--broker <address>', 'the NATS server, such as 192.168.1.20:4222')
    .requiredOption('--credentials <file>', 'the file that "safelight farm add-worker" has made for this machine')
    .option(
      '--path-map <theirs=ours>',
      'a folder that both machines share, such as /photos=/Volumes/photos; may be given several times',
      (map: string, others: string[]) => [...others, map],
      [] as string[],
    )
    .option('--not-on-battery', 'take no jobs while this machine runs on its battery')
    .option('--not-in-use', 'take no jobs while somebody uses this machine (Linux with systemd, macOS)')
    .action(async (_typed: object, self: Command) => {
      const typed = self.opts<{
        broker: string;
        credentials: string;
        pathMap: string[];
        notOnBattery?: boolean;
        notInUse?: boolean;
      }>();
      const { broker, credentials, pathMap, notOnBattery = false, notInUse = false } = typed;
      const more = { broker, credentials, pathMap, notOnBattery, notInUse };
      const { worker } = await load.worker();
      return worker({ ...options(self.optsWithGlobals()), ...more }, environment);
    });

  command(program, 'doctor', 'check that everything works, and suggest fixes').action(
    async (_typed: object, self: Command) => {
      const isWell = await (await load.doctor()).doctor(options(self.optsWithGlobals()), environment);
      if (!isWell) throw new CommanderError(1, 'safelight.doctor', 'Something does not work.');
    },
  );

  command(program, 'update', 'look for a newer version and show what is new, if updates are switched on')
    .option('--install', 'install the new version (portable copies on Linux)')
    .action(async (_typed: object, self: Command) =>
      (await load.update()).update({
        ...options(self.optsWithGlobals()),
        install: self.opts<{ install?: boolean }>().install === true,
      }),
    );

  const farm = program
    .command('farm')
    .description('let other machines render, through a NATS server')
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  const farmCommand = (name: string, description: string) =>
    command(farm, name, description).option('--folder <dir>', 'folder of the farm (default: farm in the data folder)');
  const FORCE = ['--force', 'also in a folder that other users may write to'] as const;
  const farmOptions = (self: Command): FarmOptions => {
    const { folder, force } = self.opts<{ folder?: string; force?: boolean }>();
    return { ...options(self.optsWithGlobals()), folder: folder === undefined ? undefined : resolve(folder), force };
  };
  farmCommand('init', 'make the keys, the certificate and the nats.conf of a new farm')
    .option(
      '--address <host[:port]>',
      'how other machines reach the broker: a host name or an IP address (default: only this computer, port 4222)',
      brokerAddress,
      { host: '127.0.0.1', port: 4222 },
    )
    .option('--store <gigabytes>', 'how much of its disk the broker may use', gigabytes, 20)
    .option(...FORCE)
    .action(async (_typed: object, self: Command) => {
      const { address, store } = self.opts<{ address: { host: string; port: number }; store: number }>();
      (await load.farm()).farmInit({ ...farmOptions(self), address, storeGigabytes: store });
    });
  farmCommand('add-worker', 'make the credentials of one more worker')
    .argument('<name>', 'name of the worker: lowercase letters, digits and hyphens')
    .option(...FORCE)
    .action(async (name: string, _typed: object, self: Command) =>
      (await load.farm()).farmAddWorker(farmOptions(self), name),
    );
  farmCommand('remove-worker', 'remove a worker; the broker refuses it from then on')
    .argument('<name>', 'name of the worker')
    .action(async (name: string, _typed: object, self: Command) =>
      (await load.farm()).farmRemoveWorker(farmOptions(self), name),
    );
  command(farm, 'status', 'show what each machine is rendering, how fast, and what is left').action(
    async (_typed: object, self: Command) => (await load.farm()).farmStatus(options(self.optsWithGlobals())),
  );

  const launcher = program
    .command('launcher')
    .description("manage Safelight's entry in the desktop's application menu (Linux)")
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(launcher, 'install', 'add or update the entry').action(async (_typed: object, self: Command) =>
    (await load.launcher()).installLauncherCommand(options(self.optsWithGlobals()), environment),
  );
  command(launcher, 'remove', 'remove the entry').action(async (_typed: object, self: Command) =>
    (await load.launcher()).removeLauncherCommand(options(self.optsWithGlobals()), environment),
  );

  command(program, 'sample', 'copy the sample library to the data folder and print its path').action(
    async (_typed: object, self: Command) => (await load.sample()).sample(options(self.optsWithGlobals())),
  );
  command(program, 'sign-in-link', 'print a link that signs you in to the running server').action(
    async (_typed: object, self: Command) => (await load.signInLink()).signInLink(options(self.optsWithGlobals())),
  );

  const params = program
    .command('params')
    .description('decode and encode darktable module parameters')
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  const paramsCommand = (name: string, description: string) =>
    params
      .command(name)
      .description(description)
      .helpOption('--help', 'print this help')
      .argument('<module>', 'module name in darktable, such as exposure')
      .argument(
        '<version>',
        'version of the parameters (darktable:modversion in an XMP file, module in a library)',
        paramsVersion,
      );
  const formatOption = (flags: string, description: string) => new Option(flags, description).choices(BLOB_FORMATS);
  paramsCommand('decode', 'print parameters as JSON')
    .argument('[blob]', 'parameters as base64, hex or gz… from an XMP file (default: standard input)')
    .addOption(formatOption('--from <format>', 'format of the blob, if it cannot be detected'))
    .addHelpText('after', '\nExample: safelight params decode velvia 2 0000c8410000803f')
    .action(async (operation: string, wanted: number, text: string | undefined, typed: { from?: BlobFormat }) =>
      (await load.params()).decode({ operation, version: wanted, text, ...typed }),
    );
  paramsCommand('encode', 'encode parameters from JSON')
    .argument('[json]', 'named parameters (default: standard input)')
    .option(
      '--onto <blob>',
      "parameters to start from; fields missing from the JSON keep these values (default: darktable's defaults)",
    )
    .addOption(formatOption('--format <format>', 'output format').default('base64'))
    .addHelpText(
      'after',
      `\nExample: safelight params encode velvia 2 '{"strength":50}' --onto 0000c8410000803f --format xmp`,
    )
    .action(
      async (
        operation: string,
        wanted: number,
        text: string | undefined,
        typed: { onto?: string; format?: BlobFormat },
      ) => (await load.params()).encode({ operation, version: wanted, text, ...typed }),
    );

  program.addHelpText(
    'after',
    `
Without a command, Safelight starts the server and the tray, and opens the gallery or prints a link to it. If no tray is available,
it says why and runs without one. If Safelight already runs on this data folder, it opens that gallery.
Every option with a value can also be set by an environment variable, such as SAFELIGHT_DATA_DIR for --data-dir.
Exit codes: 0 success, 1 failure, 2 wrong usage.`,
  );
  return program;
}
