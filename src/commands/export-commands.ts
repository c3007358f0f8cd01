import { type Command, InvalidArgumentError } from 'commander';
import { resolve } from 'node:path';
import { MOST_IDS } from '../contract/most-ids.ts';
import type { CommandParts } from './command-parts.ts';
import type { Exported } from './export.ts';

// Loaded when it is asked for, see command-line.ts.
const load = { export: () => import('./export.ts') };

function idsOf(text: string, before: number[] = []): number[] {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('The id of an image is a number.');
  if (before.length === MOST_IDS) throw new InvalidArgumentError(`At most ${MOST_IDS} at once.`);
  return [...new Set([...before, Number(text)])];
}

interface Typed {
  recipe: string;
  search?: string;
  album?: string;
  to: string;
}

export function exportCommand({ program, command, options }: CommandParts): void {
  command(program, 'export', 'export pictures by a recipe into a folder, in which nothing is replaced')
    .argument('[ids...]', 'ids of images', idsOf)
    .requiredOption('--recipe <name>', 'name of the export recipe')
    .option('--search <text>', 'the pictures that this search finds')
    .option('--album <name>', 'the pictures of this album, in its order')
    .option('--to <folder>', 'where they go; it must exist', '.')
    .action(async (ids: number[] | [], typed: Typed, self: Command) => {
      const { recipe, search, album, to } = typed;
      const asked = [
        ...(ids.length > 0 ? [{ ids }] : []),
        ...(search === undefined ? [] : [{ filter: { search } }]),
        ...(album === undefined ? [] : [{ filter: { album, sort_by: 'album' } }]),
      ] satisfies Exported['images'][];
      const [images] = asked;
      if (images === undefined || asked.length > 1)
        return self.error('error: give ids, --search or --album', { exitCode: 2 });
      const { exportPictures } = await load.export();
      return exportPictures(options(self.optsWithGlobals()), { recipe, images, folder: resolve(to) });
    });
}
