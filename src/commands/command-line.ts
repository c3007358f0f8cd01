import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../platform/did-you-mean.ts';
import { BLOB_FORMATS, type BlobFormat } from '../darktable/blob-text.ts';
import { LONGEST_OVERLAP_HOURS } from '../contract/clients.ts';
import { ALL_SCOPES } from '../contract/scopes.ts';
import type { Environment } from '../platform/environment.ts';
import { version } from '../platform/package-files.ts';
import { visible } from '../platform/visible.ts';
import { addClient, listClients, removeClient, rotateClient } from './clients.ts';
import { decode, encode } from './params.ts';
import { bridgeStatus, installBridgeCommand, startDarktableCommand, uninstallBridgeCommand } from './bridge.ts';
import { doctor } from './doctor.ts';
import { installLauncherCommand, removeLauncherCommand } from './launcher.ts';
import { sample } from './sample.ts';
import { serve } from './serve.ts';
import { getSetting, listSettings, resetSetting, setSetting } from './settings.ts';
import { sharedOptions, withSharedOptions, type SharedOptions } from './shared-options.ts';
import { signInLink } from './sign-in-link.ts';
import { start } from './start.ts';

function paramsVersion(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('The version of a module is a whole number.');
  return Number(text);
}

function hours(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || number > LONGEST_OVERLAP_HOURS)
    throw new InvalidArgumentError(`A number of hours from 0 to ${LONGEST_OVERLAP_HOURS}.`);
  return number;
}

/** The command line as a whole. Usage errors end in CommanderError (see main.ts for the exit codes). */
export function commandLine(environment: Environment): Command {
  const program = new Command('safelight')
    .description(
      "Sits in the tray, serves this computer's darktable library as an HTTP API and shows it in the browser.",
    )
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .usage('[command] [options]')
    .showHelpAfterError('(safelight --help tells what there is)')
    .configureOutput({
      writeOut: (text) => process.stdout.write(visible(text, { lines: true })),
      writeErr: (text) => process.stderr.write(visible(text, { lines: true })),
    })
    .exitOverride();
  const options = (typed: object): SharedOptions => sharedOptions(typed as Record<string, unknown>, environment);

  const command = (parent: Command, name: string, description: string) =>
    withSharedOptions(parent.command(name).description(description).helpOption('--help', 'print this help'));

  withSharedOptions(program)
    // Only a word that is no command ends up here; commander itself would complain about a superfluous argument.
    .argument('[command]')
    .option('--at-login', 'for the desktop, which starts it at login: opens no browser')
    .action((word: string | undefined, typed: { atLogin?: boolean }) => {
      if (word === undefined) return start({ ...options(typed), atLogin: typed.atLogin === true }, environment);
      const near = nearest(
        word,
        program.commands.map((each) => each.name()),
      );
      const hint = near === null ? '' : `\n(Did you mean ${near}?)`;
      return program.error(`error: unknown command '${word}'${hint}`, { exitCode: 2 });
    });

  command(program, 'serve', 'run the server without a tray').action((_typed: object, self: Command) =>
    serve(options(self.optsWithGlobals()), environment),
  );

  const clients = program
    .command('clients')
    .description('register programs that may use the API')
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(clients, 'add', 'register a client and print its secret, once')
    .requiredOption('--id <id>', 'client id, such as my-frame, an e-mail address or a URL')
    .option('--name <name>', 'name for people')
    .option('--scope <scopes>', `scopes, divided by spaces, of ${ALL_SCOPES.join(', ')} (default: all but admin)`)
    .action((_typed: object, self: Command) => {
      const { id, name, scope } = self.opts<{ id: string; name?: string; scope?: string }>();
      return addClient(options(self.optsWithGlobals()), {
        id,
        ...(name === undefined ? {} : { name }),
        ...(scope === undefined ? {} : { scope }),
      });
    });
  command(clients, 'list', 'list the registered clients').action((_typed: object, self: Command) =>
    listClients(options(self.optsWithGlobals())),
  );
  command(clients, 'rotate', 'give a client a new secret')
    .argument('<id>', 'client id')
    .option('--overlap <hours>', 'so long the old secret works as well (default: it ends at once)', hours)
    .action((id: string, _typed: object, self: Command) =>
      rotateClient(options(self.optsWithGlobals()), id, self.opts<{ overlap?: number }>().overlap),
    );
  command(clients, 'remove', 'remove a client; its tokens end at once')
    .argument('<id>', 'client id')
    .action((id: string, _typed: object, self: Command) => removeClient(options(self.optsWithGlobals()), id));

  const settings = program
    .command('settings')
    .description('see and change settings; a running Safelight follows at once')
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(settings, 'list', 'list every setting with its value').action((_typed: object, self: Command) =>
    listSettings(options(self.optsWithGlobals()), environment),
  );
  command(settings, 'get', 'print the value of a setting')
    .argument('<key>', 'name of the setting')
    .action((key: string, _typed: object, self: Command) =>
      getSetting(options(self.optsWithGlobals()), environment, key),
    );
  command(settings, 'set', 'change a setting')
    .argument('<key>', 'name of the setting')
    .argument('<value>', 'its new value; entries of a list divided by commas, "" for none')
    .action((key: string, value: string, _typed: object, self: Command) =>
      setSetting(options(self.optsWithGlobals()), environment, key, value),
    );
  command(settings, 'reset', 'bring the default of a setting back')
    .argument('<key>', 'name of the setting')
    .action((key: string, _typed: object, self: Command) =>
      resetSetting(options(self.optsWithGlobals()), environment, key),
    );

  const bridge = program
    .command('bridge')
    .description("Safelight's plugin in darktable, which renders previews and exports")
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  for (const [name, description, run] of [
    ['install', 'put the plugin into darktable, or bring it up to date', installBridgeCommand],
    ['uninstall', 'take the plugin out of darktable', uninstallBridgeCommand],
    ['status', 'print how it stands with darktable and the plugin', bridgeStatus],
    ['start', 'start darktable, unless it is running', startDarktableCommand],
  ] as const) {
    command(bridge, name, description).action((_typed: object, self: Command) =>
      run(options(self.optsWithGlobals()), environment),
    );
  }

  command(program, 'doctor', 'look whether all is well, and say what to do where it is not').action(
    async (_typed: object, self: Command) => {
      const isWell = await doctor(options(self.optsWithGlobals()), environment);
      if (!isWell) throw new CommanderError(1, 'safelight.doctor', 'Something is broken.');
    },
  );

  const launcher = program
    .command('launcher')
    .description("Safelight among the desktop's programs (Linux)")
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(launcher, 'install', 'put it there, or bring it up to date').action((_typed: object, self: Command) =>
    installLauncherCommand(options(self.optsWithGlobals()), environment),
  );
  command(launcher, 'remove', 'take it away').action((_typed: object, self: Command) =>
    removeLauncherCommand(options(self.optsWithGlobals()), environment),
  );

  command(program, 'sample', 'put the sample library into the data folder and print its path').action(
    (_typed: object, self: Command) => sample(options(self.optsWithGlobals())),
  );
  command(program, 'sign-in-link', 'print a link that signs a browser in to the running server').action(
    (_typed: object, self: Command) => signInLink(options(self.optsWithGlobals())),
  );

  const params = program
    .command('params')
    .description("read and make the parameters of darktable's modules, as libraries and XMP files hold them")
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  const paramsCommand = (name: string, description: string) =>
    params
      .command(name)
      .description(description)
      .helpOption('--help', 'print this help')
      .argument('<module>', "darktable's name of the module, such as exposure")
      .argument(
        '<version>',
        'version of its parameters: darktable:modversion of an XMP, module of a library',
        paramsVersion,
      );
  const formatOption = (flags: string, description: string) => new Option(flags, description).choices(BLOB_FORMATS);
  paramsCommand('decode', 'print parameters as JSON')
    .argument('[blob]', 'base64, hex or gz… of an XMP file; default: standard input')
    .addOption(formatOption('--from <format>', 'what the blob is, where that is not plain to see'))
    .addHelpText('after', '\nExample: safelight params decode velvia 2 0000c8410000803f')
    .action((operation: string, wanted: number, text: string | undefined, typed: { from?: BlobFormat }) =>
      decode({ operation, version: wanted, text, ...typed }),
    );
  paramsCommand('encode', 'make parameters of JSON')
    .argument('[json]', 'named parameters; default: standard input')
    .option(
      '--onto <blob>',
      "the parameters to change; all that JSON does not name stays (default: darktable's defaults)",
    )
    .addOption(formatOption('--format <format>', 'how to print them').default('base64'))
    .addHelpText(
      'after',
      `\nExample: safelight params encode velvia 2 '{"strength":50}' --onto 0000c8410000803f --format xmp`,
    )
    .action(
      (operation: string, wanted: number, text: string | undefined, typed: { onto?: string; format?: BlobFormat }) =>
        encode({ operation, version: wanted, text, ...typed }),
    );

  program.addHelpText(
    'after',
    `
Without a command: the server and the tray; opens the gallery, or prints a link to it. Where no tray can be shown it says why and
serves all the same. Started twice on one data folder, it opens the gallery of the first.
Each option with a value has an environment variable of the same name, such as SAFELIGHT_DATA_DIR for --data-dir.
Exit codes: 0 fine, 1 failed, 2 wrong usage.`,
  );
  return program;
}
