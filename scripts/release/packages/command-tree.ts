/** The command line as data: what the man page and the shells' completions are made from. It is that of `--help`. */
import type { Command } from 'commander';
import { commandLine } from '../../../src/commands/command-line.ts';
import { readEnvironment } from '../../../src/platform/environment.ts';

export type CommandOption = {
  /** With its dashes: `--data-dir`. */
  name: string;
  /** As in the help: `<dir>`; null for a switch. */
  value: string | null;
  description: string;
  choices: readonly string[];
};

export type CommandTree = {
  /** All of them, from the first: `safelight clients add`. */
  words: string;
  /** What may follow the words: `[options] <id>`. */
  usage: string;
  description: string;
  arguments: { name: string; description: string }[];
  options: CommandOption[];
  commands: CommandTree[];
  /** What the help says below its lists; often nothing. */
  remarks: string;
};

export function commandTree(): CommandTree {
  // What this computer has set is nobody's default.
  return treeOf(commandLine(readEnvironment({})), []);
}

/** A command and all those below it. */
export const withCommandsBelow = (tree: CommandTree): CommandTree[] => [
  tree,
  ...tree.commands.flatMap(withCommandsBelow),
];

function treeOf(command: Command, parents: readonly string[]): CommandTree {
  const help = command.createHelp();
  const words = [...parents, command.name()];
  return {
    words: words.join(' '),
    usage: command.usage(),
    description: command.description(),
    arguments: help
      .visibleArguments(command)
      .map((argument) => ({ name: help.argumentTerm(argument), description: help.argumentDescription(argument) })),
    options: help.visibleOptions(command).map((option) => ({
      name: option.long!,
      value: /[<[].*$/.exec(option.flags)?.[0] ?? null,
      description: help.optionDescription(option),
      choices: option.argChoices ?? [],
    })),
    commands: help.visibleCommands(command).map((each) => treeOf(each, words)),
    remarks: remarksOf(command),
  };
}

/** Texts added to a help are only told while it is printed. */
function remarksOf(command: Command): string {
  let printed = '';
  command.configureOutput({ writeOut: (text) => (printed += text) });
  command.outputHelp();
  return printed.slice(command.helpInformation().length).trim();
}
