import { constants as fsConstants } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../darktable/installation.ts';
import type { Box } from '../previews/decoder-process.ts';
import type { PictureDecoder } from '../previews/picture-decoder.ts';
import { jpegOutput, RenderError, renderPicture, type RenderJob } from './darktable-cli.ts';
import { into, JobFailure, asRoom } from './job-failure.ts';
import type { Made, PictureMaker, PictureOrder } from './picture-maker.ts';
import { residentPreview, type ResidentUse } from './resident-preview.ts';
import { forgetConfig, likeUsers } from './user-config.ts';

export interface HereOptions {
  /** null: not to be used. */
  cli: Command | null;
  /** Makes previews quicker than darktable-cli, where it can; null: not to be used. */
  resident: ResidentUse | null;
  decoder: PictureDecoder;
  /** The folder with the user's darktable settings. */
  userConfig: string;
  /** Used by one run at a time. */
  workDir: string;
  timeoutMs: number;
}

/** Makes pictures on this computer, with a resident darktable or darktable-cli. */
export const makerHere = (options: HereOptions): PictureMaker => ({
  make: (order, drafts, signal) => make(order, drafts, signal, options),
});

async function make(
  order: PictureOrder,
  [largest, ...smaller]: readonly string[],
  signal: AbortSignal,
  options: HereOptions,
): Promise<Made> {
  const { decoder, workDir } = options;
  const [box, ...boxes] = order.boxes;
  if (largest === undefined || box === undefined) return { mayBeFiner: false, settle: () => undefined };
  await into(() => mkdir(workDir, { recursive: true, mode: 0o700 }));
  const picture = await largestPicture(order, box, signal, options);
  signal.throwIfAborted();
  try {
    // Never over an existing file: where others may write, it could be their link.
    await into(() => copyFile(picture, largest, fsConstants.COPYFILE_EXCL));
    for (const [at, draft] of smaller.entries())
      await into(() => decoder.scale(picture, { box: boxes[at]!, to: draft, quality: order.quality }));
    const mayBeFiner = order.job === 'refresh' && isScaled(await decoder.measure(picture), box!);
    return { mayBeFiner, settle: () => undefined };
  } finally {
    await rm(picture, { force: true }).catch(() => undefined);
  }
}

/** A picture smaller than its box was not scaled down, so full quality would not improve it. */
const isScaled = ({ width, height }: Box, box: Box) => width >= box.width - 1 || height >= box.height - 1;

/** Its path in the work folder. */
async function largestPicture(
  order: PictureOrder,
  box: Box | null,
  signal: AbortSignal,
  { cli, resident, userConfig, workDir, timeoutMs }: HereOptions,
): Promise<string> {
  const { picture, name, sidecar, development, quality } = order;
  if (resident && box && development) {
    const made = await into(() =>
      residentPreview({ picture, development, box, quality }, { ...resident, workDir, signal }),
    );
    if ('file' in made) return made.file;
    if (cli === null) throw new JobFailure(made.why);
  }
  if (cli === null) throw new JobFailure('nothing on this computer renders pictures');
  const config = join(workDir, 'config');
  const job: RenderJob = {
    cli,
    workDir,
    picture,
    xmp: sidecar,
    box,
    output: jpegOutput(quality),
    timeoutMs,
    signal,
    ...(name !== undefined && { name }),
    isDescribed: order.job === 'export',
    // Previews should come quickly; an export is made only once.
    isFine: order.job !== 'refresh',
    // The photographer's own work goes first.
    priority: order.job === 'refine' ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_BELOW_NORMAL,
  };
  await likeUsers(config, userConfig, { withPresets: !order.isComplete });
  try {
    return await renderPicture(job);
  } catch (error) {
    if (!(error instanceof RenderError)) throw asRoom(error) ?? error;
    await probe(workDir);
    if (error.isLate || error.isOfSource) throw new JobFailure(error.message, { cause: error });
    // The cause may be the user's data.db, of another version, or what a killed run left behind.
    await forgetConfig(config);
    try {
      return await renderPicture(job);
    } catch (again) {
      if (!(again instanceof RenderError)) throw asRoom(again) ?? again;
      throw new JobFailure(again.message, { cause: again });
    }
  }
}

/** Checks that the work folder can be written when darktable-cli failed for an unknown reason. */
const probe = (folder: string) =>
  into(async () => {
    const file = join(folder, 'probe');
    await writeFile(file, Buffer.alloc(1024 ** 2));
    await rm(file);
  });
