import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageRecord } from '../contract/image-record.ts';
import type { Recipe } from '../contract/recipes.ts';
import type { Installation } from '../darktable/installation.ts';
import type { Log } from '../platform/log.ts';
import { ExifToolProcess } from '../previews/exiftool-process.ts';
import { endOrphan } from '../renderer/end-orphan.ts';
import type { Renderer } from '../renderer/renderer.ts';
import { keepMetadata } from './keep-metadata.ts';
import { makeByRecipe, type Made, type RecipeContext } from './recipe-picture.ts';

export interface RecipeMaker {
  /** As `makeByRecipe`, one picture after the other, while nobody looks at what is rendered. Throws as it does. */
  make(imageId: number, recipe: Recipe, folder: string, signal: AbortSignal): Promise<Made>;
  /** As `keepMetadata`, for what was made smaller of such a picture. */
  keep(...asked: [file: string, recipe: Pick<Recipe, 'keep' | 'drop_tags'>, facts: ImageRecord]): Promise<void>;
  close(): Promise<void>;
}

export interface RecipeMakerOptions extends Pick<RecipeContext, 'library'> {
  dataDir: string;
  installation: () => Promise<Pick<Installation, 'cli'> | null>;
  renderer: Pick<Renderer, 'state'>;
  log: Log;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10 * 60_000;
const LOOK_MS = 250;

export function openRecipeMaker(options: RecipeMakerOptions): RecipeMaker {
  const { dataDir, library, installation, renderer, timeoutMs = TIMEOUT_MS } = options;
  const workDir = join(dataDir, 'renderer', 'recipes');
  const exiftool = new ExifToolProcess(options.log);
  endOrphan(workDir);
  let last: Promise<unknown> = Promise.resolve();

  async function make(imageId: number, recipe: Recipe, folder: string, signal: AbortSignal): Promise<Made> {
    // What somebody looks at goes first.
    while (renderer.state().state === 'working') await sleep(LOOK_MS, undefined, { signal });
    signal.throwIfAborted();
    const { cli = null } = (await installation()) ?? {};
    return makeByRecipe(imageId, recipe, folder, { library, cli, exiftool, workDir, timeoutMs, signal });
  }

  return {
    make(...asked) {
      const turn = last.then(() => make(...asked));
      last = turn.catch(() => undefined);
      return turn;
    },
    keep: (...asked) => keepMetadata(...asked, exiftool),
    async close() {
      await last;
      await exiftool.close();
    },
  };
}
