import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../platform/did-you-mean.ts';
import { LONGEST_OVERLAP_HOURS } from '../contract/clients.ts';
import { ALL_SCOPES, DEFAULT_SCOPES } from '../contract/scopes.ts';
import type { Environment } from '../platform/environment.ts';
import { versionLine } from '../platform/package-files.ts';
import { visible } from '../platform/visible.ts';
import type { CommandParts } from './command-parts.ts';
import { exportCommand } from './export-commands.ts';
import { farmCommands, workerCommand } from './farm-commands.ts';
import { mcpCommand } from './mcp-command.ts';
import { paramsCommands } from './params-commands.ts';
import { eventsCommand } from './events-commands.ts';
import { publishCommands } from './publish-commands.ts';
import { sharedOptions, withSharedOptions, type SharedOptions } from './shared-options.ts';

/** Each command is loaded when it is asked for: with all of them, the shortest took 0.5 s of processor time. */
const load = {
  backups: () => import('./backups.ts'),
  clients: () => import('./clients.ts'),
  doctor: () => import('./doctor.ts'),
  launcher: () => import('./launcher.ts'),
  plugin: () => import('./plugin.ts'),
  sample: () => import('./sample.ts'),
  serve: () => import('./serve.ts'),
  settings: () => import('./settings.ts'),
  signInLink: () => import('./sign-in-link.ts'),
  start: () => import('./start.ts'),
  unlock: () => import('./unlock.ts'),
  update: () => import('./update.ts'),
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

  const command: CommandParts['command'] = (parent, name, description) =>
    withSharedOptions(parent.command(name).description(description).helpOption('--help', 'print this help'));

  const group: CommandParts['group'] = (name, description, settings = {}) =>
    program.command(name, settings).description(description).helpOption('--help', 'print this help').helpCommand(false);
  const parts: CommandParts = { program, group, command, options, environment };

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
  clientCommands(parts);
  settingCommands(parts);
  backupCommands(parts);
  command(program, 'unlock', 'remove the lock that a darktable on another computer left behind').action(
    async (_typed: object, self: Command) => (await load.unlock()).unlock(options(self.optsWithGlobals()), environment),
  );
  pluginCommands(parts);
  workerCommand(parts);
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
  exportCommand(parts);
  publishCommands(parts);
  mcpCommand(parts);
  eventsCommand(parts);
  farmCommands(parts);
  launcherCommands(parts);
  command(program, 'sample', 'copy the sample library to the data folder and print its path').action(
    async (_typed: object, self: Command) => (await load.sample()).sample(options(self.optsWithGlobals())),
  );
  command(program, 'sign-in-link', 'print a link that signs you in to the running server').action(
    async (_typed: object, self: Command) => (await load.signInLink()).signInLink(options(self.optsWithGlobals())),
  );
  paramsCommands(parts);

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

function hours(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || number > LONGEST_OVERLAP_HOURS)
    throw new InvalidArgumentError(`Enter a number of hours from 0 to ${LONGEST_OVERLAP_HOURS}.`);
  return number;
}

function clientCommands({ group, command, options }: CommandParts): void {
  const clients = group('clients', 'manage the programs that may use the API');
  command(clients, 'add', 'register a client and print its secret (shown only once)')
    .requiredOption('--id <id>', 'client ID, such as my-frame, an e-mail address or a URL')
    .option('--name <name>', 'display name')
    .option(
      '--scope <scopes>',
      `scopes, separated by spaces: ${ALL_SCOPES.join(', ')} (default: ${DEFAULT_SCOPES.join(', ')})`,
    )
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
}

function settingCommands({ group, command, options, environment }: CommandParts): void {
  const settings = group('settings', 'show and change settings; a running Safelight applies changes immediately');
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
}

function backupCommands({ group, command, options, environment }: CommandParts): void {
  const backups = group(
    'backups',
    "manage the copies of darktable's library that Safelight makes before its first change of a day",
  );
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
}

function pluginCommands({ group, command, options, environment }: CommandParts): void {
  // `bridge` is the former name; scripts may still use it.
  for (const [word, hidden] of [
    ['plugin', false],
    ['bridge', true],
  ] as const) {
    const plugin = group(word, 'manage the darktable plugin, which renders previews and exports', { hidden });
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
}

function launcherCommands({ group, command, options, environment }: CommandParts): void {
  const launcher = group('launcher', "manage Safelight's entry in the desktop's application menu (Linux)");
  command(launcher, 'install', 'add or update the entry').action(async (_typed: object, self: Command) =>
    (await load.launcher()).installLauncherCommand(options(self.optsWithGlobals()), environment),
  );
  command(launcher, 'remove', 'remove the entry').action(async (_typed: object, self: Command) =>
    (await load.launcher()).removeLauncherCommand(options(self.optsWithGlobals()), environment),
  );
}
