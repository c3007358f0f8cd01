import { dirname, join } from 'node:path';
import type { PreviewLevel } from '../contract/preview.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import type { PictureDecoder } from '../previews/picture-decoder.ts';
import { into } from './job-failure.ts';
import { makerHere } from './make-here.ts';
import type { PictureMaker } from './picture-maker.ts';
import { type MadeLately, renderImage, type Rendered, type WantedPreviews } from './render-image.ts';
import type { Asker } from './resident/requests.ts';
import type { ResidentRenderer } from './resident/resident-renderer.ts';

export interface AwaitedPreviewOptions {
  dataDir: string;
  library: Pick<Library, 'file' | 'read' | 'pictureFile' | 'stamp' | 'hasImagesOf'>;
  resident: Pick<ResidentRenderer, 'render'>;
  decoder: PictureDecoder;
  asker: Asker;
  timeoutMs: number;
  log: Log;
}

type Awaited = Omit<WantedPreviews, 'levels'> & { level: PreviewLevel };
type Done = Extract<Rendered, { is: 'done' }>;

/**
 * Makes one preview for somebody who waits, apart from all queues, if the resident darktable can. Never rejects; null: it was not made, or the
 * image was edited meanwhile.
 */
export async function makeAwaitedPreview(
  { level, ...wanted }: Awaited,
  { dataDir, library, resident, decoder, asker: { client, signal }, timeoutMs, log }: AwaitedPreviewOptions,
): Promise<Done | null> {
  const maker = makerHere({
    cli: null,
    resident: { renderer: resident, isAwaited: true, client },
    decoder,
    timeoutMs,
    userConfig: dirname(library.file),
    workDir: join(dataDir, 'renderer', 'awaited'),
  });
  try {
    const rendered = await renderImage({ ...wanted, levels: [level], job: 'refresh' }, { library, maker, signal });
    return rendered.is === 'done' ? rendered : null;
  } catch (error) {
    log.debug({ err: error, id: wanted.id }, 'A preview was not made at once');
    return null;
  }
}

/** Scales an awaited preview down to smaller ones. Never rejects; tells what there is now of the development that it shows. */
export async function scaleAwaitedPreview(
  { level, smaller, ...wanted }: Awaited & { smaller: readonly PreviewLevel[] },
  { sidecar, mayBeFiner }: Done,
  { library, decoder, signal, log }: Pick<AwaitedPreviewOptions, 'library' | 'decoder' | 'log'> & Pick<Asker, 'signal'>,
): Promise<MadeLately> {
  const levels = new Set([level]);
  const maker = scaler(decoder, join(wanted.previewsDir, String(level), `${wanted.id}.jpg`));
  try {
    const order = { ...wanted, levels: smaller, job: 'refine', shows: sidecar } as const;
    const rendered = smaller.length === 0 ? null : await renderImage(order, { library, maker, signal });
    if (rendered?.is === 'done') for (const one of smaller) levels.add(one);
  } catch (error) {
    log.debug({ err: error, id: wanted.id }, 'A preview was not scaled down');
  }
  return { sidecar, levels, mayBeFiner };
}

const scaler = (decoder: PictureDecoder, from: string): PictureMaker => ({
  async make({ boxes, quality }, drafts) {
    for (const [at, to] of drafts.entries()) await into(() => decoder.scale(from, { box: boxes[at]!, to, quality }));
    return { mayBeFiner: true, settle: () => undefined };
  },
});
