import { InvalidArgumentError, Option } from 'commander';
import { BLOB_FORMATS, type BlobFormat } from '../darktable/blob-text.ts';
import type { CommandParts } from './command-parts.ts';

// Loaded when it is asked for, see command-line.ts.
const load = { params: () => import('./params.ts') };

function paramsVersion(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('A module version is a whole number.');
  return Number(text);
}

export function paramsCommands({ group }: CommandParts): void {
  const params = group('params', 'decode and encode darktable module parameters');
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
}
