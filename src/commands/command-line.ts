import { Command, InvalidArgumentError, Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import { BLOB_FORMATS, type BlobFormat } from '../darktable/blob-text.ts';
import type { Environment } from '../environment.ts';
import { version } from '../package-files.ts';
import { addClient, listClients, removeClient, rotateClient } from './clients.ts';
import { decode, encode } from './params.ts';
import { sample } from './sample.ts';
import { serve } from './serve.ts';
import { sharedOptions, withSharedOptions, type SharedOptions } from './shared-options.ts';
import { signInLink } from './sign-in-link.ts';

function paramsVersion(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('The version of a module is a whole number.');
  return Number(text);
}

/** The command line as a whole. Usage errors end in CommanderError (see main.ts for the exit codes). */
export function commandLine(environment: Environment): Command {
  const program = new Command('safelight')
    .description("Serves this computer's darktable library as an HTTP API and shows it in the browser.")
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .usage('[command] [options]')
    .showHelpAfterError('(safelight --help tells what there is)')
    .exitOverride();
  const options = (typed: object): SharedOptions => sharedOptions(typed as Record<string, unknown>, environment);

  const command = (parent: Command, name: string, description: string) =>
    withSharedOptions(parent.command(name).description(description).helpOption('--help', 'print this help'));

  withSharedOptions(program)
    // Only a word that is no command ends up here; commander itself would complain about a superfluous argument.
    .argument('[command]')
    .action((word: string | undefined, typed: object) => {
      if (word === undefined) return serve(options(typed), environment, true);
      const near = closest(
        word,
        program.commands.map((each) => each.name()),
      );
      return program.error(`error: unknown command '${word}'\n(Did you mean ${near}?)`, { exitCode: 2 });
    });

  command(program, 'serve', 'run the server without a tray').action((_typed: object, self: Command) =>
    serve(options(self.optsWithGlobals()), environment, false),
  );

  const clients = program
    .command('clients')
    .description('register programs that may use the API')
    .helpOption('--help', 'print this help')
    .helpCommand(false);
  command(clients, 'add', 'register a client and print its secret, once')
    .requiredOption('--id <id>', 'client id: letters, digits, dots, dashes, underscores')
    .option('--name <name>', 'name for people')
    .option('--scope <scopes>', 'scopes, divided by spaces (default: all but admin)')
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
    .action((id: string, _typed: object, self: Command) => rotateClient(options(self.optsWithGlobals()), id));
  command(clients, 'remove', 'remove a client; its tokens end at once')
    .argument('<id>', 'client id')
    .action((id: string, _typed: object, self: Command) => removeClient(options(self.optsWithGlobals()), id));

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
Without a command: the server and the tray, or a link to the gallery where no tray can be shown.
Each option has an environment variable of the same name, such as SAFELIGHT_DATA_DIR for --data-dir.
Exit codes: 0 fine, 1 failed, 2 wrong usage.`,
  );
  return program;
}
