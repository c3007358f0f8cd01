import { constants as fsConstants } from 'node:fs';
import { access, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { isRendered } from '../contract/recipe-formats.ts';
import type { Recipe } from '../contract/recipes.ts';
import type { Command } from '../darktable/installation.ts';
import { developState } from '../library/develop-state.ts';
import { type ExportState, exportStates } from '../library/export-facts.ts';
import type { Library } from '../library/library.ts';
import { readStyles } from '../library/styles.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import { reasonOf } from '../platform/errors.ts';
import type { ExifToolProcess } from '../previews/exiftool-process.ts';
import { CliMissing, RenderError, type RenderJob, renderPicture } from '../renderer/darktable-cli.ts';
import { forgetConfig, likeUsers } from '../renderer/user-config.ts';
import { developXmp } from '../renderer/xmp.ts';
import { keepMetadata } from './keep-metadata.ts';
import { privateTexts, withoutTexts } from './private-texts.ts';
import { RecipeFailure } from './recipe-failure.ts';
import { boxOf, outputOf } from './recipe-output.ts';

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

/** A picture that was made, and the state of the library that it shows: the present one may be another. */
export interface Made extends ExportState {
  /** Full path. */
  file: string;
}

/**
 * Makes one picture by a recipe, as `<id>.<ending>` in the folder: whole or not at all. What the recipe does not keep is not in
 * the file, which is read once more to prove it. Throws RecipeFailure, RenderError, CliMissing, `library_unavailable`, file system errors
 * and the reason of `signal`.
 */
export async function makeByRecipe(id: number, recipe: Recipe, folder: string, context: RecipeContext): Promise<Made> {
  const { library } = context;
  const stayingHome = await privateTexts(library);
  const { state, leaving, styles } = await readWholeHistory(library, id, (reader) => ({
    state: developState(reader, id),
    leaving: exportStates(reader, [id]).get(id),
    styles: recipe.style === null ? [] : readStyles(reader).map(({ name }) => name),
  }));
  if (!state || !leaving) throw new RecipeFailure('it is not in the library any more');
  const facts = withoutTexts(leaving.record, stayingHome);
  // Without it the picture would leave without its watermark.
  if (recipe.style !== null && !styles.includes(recipe.style))
    throw new RecipeFailure(`there is no style ${recipe.style} in darktable`);
  const picture = await library.pictureFile(state);
  await access(picture, fsConstants.R_OK).catch((error: unknown) => {
    throw new RecipeFailure(`the file cannot be read: ${reasonOf(error)}`);
  });
  if (!isRendered(recipe.format)) {
    const [ending] = /^\.(?!failed$)[a-z0-9]+$/.exec(extname(state.path).toLowerCase()) ?? ['.original'];
    const name = join(folder, `${id}${ending}`);
    if (recipe.format === 'original-and-sidecar') {
      await writeFile(`${name}.xmp.draft`, developXmp(state, facts));
      await rename(`${name}.xmp.draft`, `${name}.xmp`);
    }
    await copyFile(picture, `${name}.draft`, fsConstants.COPYFILE_FICLONE);
    await rename(`${name}.draft`, name);
    return { ...leaving, record: facts, file: name };
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
    box: boxOf(recipe.size, facts),
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
  await keepMetadata(made, recipe, facts, context.exiftool);
  const file = join(folder, `${id}.${output.ending}`);
  await move(made, file);
  return { ...leaving, record: facts, file };
}

/** Within one disk a rename; the work folder and the exports are both in the data folder. */
async function move(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await rename(from, to);
}
