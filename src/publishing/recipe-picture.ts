import { constants as fsConstants } from 'node:fs';
import { access, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { shapeOf } from '../contract/image-shape.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import { hasQuality, isRendered } from '../contract/recipe-formats.ts';
import type { Recipe, RecipeSize } from '../contract/recipes.ts';
import type { WriteTags } from 'exiftool-vendored';
import type { Command } from '../darktable/installation.ts';
import { developState } from '../library/develop-state.ts';
import { exportRecord } from '../library/export-facts.ts';
import type { Library } from '../library/library.ts';
import { readStyles } from '../library/styles.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import { reasonOf } from '../platform/errors.ts';
import type { ExifToolProcess } from '../previews/exiftool-process.ts';
import {
  CliMissing,
  RenderError,
  type RenderJob,
  renderPicture,
  type RenderOutput,
} from '../renderer/darktable-cli.ts';
import { forgetConfig, likeUsers } from '../renderer/user-config.ts';
import { developXmp } from '../renderer/xmp.ts';
import { keptMetadata, leftOver } from './kept-metadata.ts';

/** One picture cannot be made by its recipe; others may. The message is for people. */
export class RecipeFailure extends Error {}

export interface RecipeContext {
  library: Pick<Library, 'file' | 'read' | 'pictureFile'>;
  /** null: not installed. */
  cli: Command | null;
  exiftool: Pick<ExifToolProcess, 'use'>;
  /** Used by one picture at a time. */
  workDir: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Makes one picture by a recipe, as `<id>.<ending>` in the folder: whole or not at all. What the recipe does not keep is not in
 * the file, which is read once more to prove it. Throws RecipeFailure, RenderError, CliMissing, `library_unavailable`, file system errors
 * and the reason of `signal`.
 */
export async function makeByRecipe(id: number, recipe: Recipe, folder: string, context: RecipeContext): Promise<void> {
  const { library } = context;
  const { state, record, styles } = await readWholeHistory(library, id, (reader) => ({
    state: developState(reader, id),
    record: exportRecord(reader, id),
    styles: recipe.style === null ? [] : readStyles(reader).map(({ name }) => name),
  }));
  if (!state || !record) throw new RecipeFailure('it is not in the library any more');
  // Without it the picture would leave without its watermark.
  if (recipe.style !== null && !styles.includes(recipe.style))
    throw new RecipeFailure(`there is no style ${recipe.style} in darktable`);
  const picture = await library.pictureFile(state);
  await access(picture, fsConstants.R_OK).catch((error: unknown) => {
    throw new RecipeFailure(`the file cannot be read: ${reasonOf(error)}`);
  });
  if (!isRendered(recipe.format)) {
    const name = join(folder, `${id}${extname(state.path).toLowerCase()}`);
    if (recipe.format === 'original-and-sidecar') {
      await writeFile(`${name}.xmp.draft`, developXmp(state, record));
      await rename(`${name}.xmp.draft`, `${name}.xmp`);
    }
    await copyFile(picture, `${name}.draft`, fsConstants.COPYFILE_FICLONE);
    return rename(`${name}.draft`, name);
  }
  const { cli, workDir, timeoutMs, signal } = context;
  if (cli === null) throw new CliMissing('darktable-cli is not installed on this computer');
  const output = outputOf(recipe);
  const job: RenderJob = {
    cli,
    workDir,
    picture,
    xmp: developXmp(state),
    isDescribed: false,
    box: boxOf(recipe.size, record),
    output,
    isFine: recipe.high_quality,
    priority: constants.priority.PRIORITY_LOW,
    timeoutMs,
    signal,
  };
  const config = join(workDir, 'config');
  const render = async () => {
    // The style is in it, so never without.
    await likeUsers(config, dirname(library.file), { withPresets: !state.isComplete || recipe.style !== null });
    return renderPicture(job);
  };
  const made = await render().catch(async (error: unknown) => {
    if (!(error instanceof RenderError) || error.isLate || error.isOfSource) throw error;
    // A killed run may have left something behind.
    await forgetConfig(config);
    return render();
  });
  await keepOnly(recipe, made, record, context.exiftool);
  await move(made, join(folder, `${id}.${output.ending}`));
}

/** Within one disk a rename; the work folder and the exports are both in the data folder. */
async function move(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await rename(from, to);
}

/** ExifTool wants something to write. */
const NOTHING = { 'XMP:Rating': null } as WriteTags;

async function keepOnly(
  recipe: Recipe,
  file: string,
  record: ImageRecord,
  exiftool: Pick<ExifToolProcess, 'use'>,
): Promise<void> {
  const tags = keptMetadata(recipe, record);
  const found = await exiftool
    .use(async (process) => {
      const read = (): Promise<object> => process.readRaw(file, { readArgs: ['-G1', '-a'] });
      const write = (wanted: WriteTags, args: readonly string[] = []) =>
        process.write(file, wanted, { writeArgs: ['-overwrite_original', '-m', ...args] });
      await write(NOTHING, ['-all=', '--icc_profile:all']);
      // TIFF has its structure where the camera's words are, so there these go by name.
      const left = leftOver(await read(), {});
      if (left.length > 0) await write(Object.fromEntries(left.map((name) => [name, null])));
      if (Object.keys(tags).length > 0) await write(tags);
      return read();
    })
    .catch((error: unknown) => {
      throw new RecipeFailure(`its metadata cannot be written: ${reasonOf(error)}`, { cause: error });
    });
  if (!found) throw new Error('ExifTool cannot start (it needs Perl), and nobody else removes the metadata');
  const more = leftOver(found, tags);
  if (more.length > 0)
    throw new RecipeFailure(`metadata would leave that the recipe does not keep: ${more.join(', ')}`);
}

/** darktable's formats: their endings, and the names of their settings (imageio/format). */
function outputOf({ format, quality, bits, profile, intent, style, size }: Recipe): RenderOutput {
  const ending = { jpeg: 'jpg', tiff: 'tif' }[format as string] ?? format;
  const settings = {
    ...(hasQuality(format) && { quality }),
    ...(bits !== undefined && { bpp: bits }),
    // Lossy: by default both are lossless.
    ...(format === 'webp' && { comp_type: 0 }),
    ...(format === 'avif' && { compression_type: 1 }),
    ...(format === 'tiff' && { compress: 1 }),
  };
  const scaled =
    size.by === 'factor'
      ? {
          'plugins/lighttable/export/resizing': 'scaling',
          'plugins/lighttable/export/resizing_factor': String(size.factor),
        }
      : {};
  return {
    ending,
    args: [
      '--icc-type',
      profile,
      '--icc-intent',
      intent,
      '--upscale',
      'false',
      ...(style === null ? [] : ['--style', style]),
    ],
    conf: {
      ...Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [`plugins/imageio/format/${format}/${name}`, String(value)]),
      ),
      ...scaled,
    },
  };
}

/** null: full size, or by a factor. */
function boxOf(size: RecipeSize, record: ImageRecord): { width: number; height: number } | null {
  switch (size.by) {
    case 'long-edge':
      return { width: size.pixels, height: size.pixels };
    case 'box':
      return { width: size.width, height: size.height };
    case 'megapixels': {
      const width = Math.round(Math.sqrt(size.megapixels * 1e6 * shapeOf(record)));
      return { width, height: Math.round((size.megapixels * 1e6) / width) };
    }
    default:
      return null;
  }
}

/** The name in its folder of what was made of an image; null: it is another file. */
export function madeOf(name: string): { id: number; isSidecar: boolean } | null {
  const [, id, ending] = /^(\d+)\.([a-z0-9]+(?:\.xmp)?)$/.exec(basename(name)) ?? [];
  return id === undefined || ending === undefined || ending === 'failed'
    ? null
    : { id: Number(id), isSidecar: ending.endsWith('.xmp') };
}
