import { type Command, InvalidArgumentError } from 'commander';
import { type Yes, YES } from '../contract/publications.ts';
import type { CommandParts } from './command-parts.ts';

// Loaded when it is asked for, see command-line.ts.
const load = { publish: () => import('./publish.ts') };

function yesOf(text: string): Yes[] {
  const words = text.split(',').map((word) => word.trim());
  const known = words.filter((word): word is Yes => (YES as readonly string[]).includes(word));
  if (known.length === words.length) return known;
  throw new InvalidArgumentError(`Any of ${YES.join(', ')}, separated by commas.`);
}

export function publishCommands({ group, command, options }: CommandParts): void {
  const publish = group('publish', 'publications: what is kept up to date somewhere else');
  command(publish, 'list', 'list the publications').action(async (_typed: object, self: Command) =>
    (await load.publish()).publishList(options(self.optsWithGlobals())),
  );
  command(publish, 'plan', 'tell what a run would do')
    .argument('<name>', 'name of the publication')
    .action(async (name: string, _typed: object, self: Command) =>
      (await load.publish()).publishPlan(options(self.optsWithGlobals()), name),
    );
  command(publish, 'run', 'publish, and wait for the end')
    .argument('<name>', 'name of the publication')
    .option('--yes <what>', 'what the run may do besides, as its plan says, separated by commas', yesOf, [])
    .action(async (name: string, typed: { yes: Yes[] }, self: Command) =>
      (await load.publish()).publishRun(options(self.optsWithGlobals()), name, typed.yes),
    );
}
