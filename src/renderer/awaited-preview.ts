import { dirname, join } from 'node:path';
import type { Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import type { PictureDecoder } from '../previews/picture-decoder.ts';
import { makerHere } from './make-here.ts';
import { renderImage, type WantedPreviews } from './render-image.ts';
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

/** Makes previews for somebody who waits, apart from all queues, if the resident darktable can. Never rejects; the files tell. */
export async function makeAwaitedPreview(
  wanted: WantedPreviews,
  { dataDir, library, resident, decoder, asker: { client, signal }, timeoutMs, log }: AwaitedPreviewOptions,
): Promise<void> {
  const maker = makerHere({
    ...{ cli: null, resident: { renderer: resident, isAwaited: true, client }, decoder, timeoutMs },
    ...{ userConfig: dirname(library.file), workDir: join(dataDir, 'renderer', 'awaited') },
  });
  try {
    await renderImage({ ...wanted, job: 'refresh' }, { library, maker, signal });
  } catch (error) {
    log.debug({ err: error, id: wanted.id }, 'A preview was not made at once');
  }
}
