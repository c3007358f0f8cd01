import type { Command } from 'commander';
import type { LiveEventName } from '../contract/live-events.ts';
import type { CommandParts } from './command-parts.ts';

// Loaded when it is asked for, see command-line.ts.
const load = { events: () => import('./events.ts'), names: () => import('../contract/live-events.ts') };

const typesOf = (text: string): string[] => text.split(',').map((word) => word.trim());

export function eventsCommand({ program, command, options }: CommandParts): void {
  command(program, 'events', 'list the live events, or print them as they come')
    .option('--follow', 'print them until you press Ctrl+C')
    .option('--types <names>', 'only these, separated by commas', typesOf, [])
    .action(async (typed: { follow?: boolean; types: string[] }, self: Command) => {
      const { eventsFollow, eventsList } = await load.events();
      const { LIVE_EVENTS } = await load.names();
      const unknown = typed.types.find((name) => !Object.hasOwn(LIVE_EVENTS, name));
      if (unknown !== undefined)
        self.error(`error: There is no event ${unknown}. See: safelight events`, { exitCode: 2 });
      if (typed.follow) await eventsFollow(options(self.optsWithGlobals()), typed.types as LiveEventName[]);
      else eventsList(options(self.optsWithGlobals()));
    });
}
