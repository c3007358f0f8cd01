import type { Request, Router } from 'express';
import type { z } from 'zod';
import {
  PREVIEW_RETRY_SECONDS,
  PreviewQuery,
  type PreviewGenerating,
  type RefreshAccepted,
} from '../../contract/preview.ts';
import type { Rendering } from '../../contract/rendering.ts';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import type { PreviewFailure } from '../../previews/failed-previews.ts';
import type { Preview } from '../../previews/previews.ts';
import { AskedJobs } from '../requests/asked-jobs.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { imageById, imageId, imageOf } from '../requests/image-param.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';
import { contentDisposition, previewName } from '../responses/content-disposition.ts';
import { renderingWords } from '../responses/rendering-words.ts';
import { sendFile } from '../responses/send-file.ts';

const staleWarning = {
  bridge: 'This preview is older than the last change of the image; request a refresh.',
  darktable: "darktable's thumbnail is older than the last change of the image; request a refresh.",
  local: 'This is the picture file itself; it does not show edits made in darktable.',
  embedded: "This is the camera's own preview; it does not show edits made in darktable.",
} as const;

/** GET /images/:id/preview    POST /images/:id/refresh */
export function addPreviewRoutes(
  routes: Router,
  { index, library, previews, failedPreviews, queues, rendering }: Services,
): void {
  const asked = new AskedJobs(queues.refresh);

  routes.get('/:id/preview', scope('previews:read'), async (req: Request<{ id: string }>, res) => {
    const id = imageId(req.params.id);
    // If the index knows, there is nothing to wait for.
    const known = index.presentHistory(id) ?? (await library.facts(id));
    if (!known) throw imageNotFound(id);
    const { size, fit, original, v } = parse(PreviewQuery, req.query);
    const send = (preview: Preview, { historyKey, filename }: { historyKey: string; filename: string }) =>
      sendFile(req, res, preview, {
        'Content-Disposition': contentDisposition('inline', previewName(filename, preview.contentType)),
        ...previewHeaders(preview, v !== undefined && v === previews.versionOf(id, historyKey)),
      });
    // Only the library knows where the photograph is, and whether a thumbnail that seems stale really is.
    const cached = original ? null : previews.cached(known, size);
    if (cached && !cached.stale && (await send(cached, known))) return;
    const image = await library.facts(id);
    if (!image) throw imageNotFound(id);
    // Twice: the bridge may replace a file between the check and the read.
    for (let attempt = 0; attempt < 2; attempt++) {
      const preview = await previews.find(image, size, { fit, original });
      if (!preview) break;
      if (await send(preview, image)) return;
    }
    if (original) throw new AppError('not_found', 'The file has no picture without edits.');
    const failure = await failedPreviews.of(image);
    // A preview that could not be made is not tried again for a view while nothing has changed (docs/decisions/0011);
    // one that is being made needs no new job.
    if (!failure && !queues.refresh.isTaken(image.id)) await asked.append(image.id, principalOf(res));
    const body: z.infer<typeof PreviewGenerating> = {
      status: 'generating',
      image_id: image.id,
      retry_after: PREVIEW_RETRY_SECONDS,
      message: failure ? failureWords(failure) : waitingWords(rendering()),
    };
    res
      .set({
        'Retry-After': String(PREVIEW_RETRY_SECONDS),
        'Cache-Control': 'no-store',
        ...(failure && { 'X-Preview-Failure': failure.code }),
      })
      .status(202)
      .json(body);
  });

  routes.post('/:id/refresh', scope('cache:refresh'), imageById(library), async (req, res) => {
    const { id, filename } = imageOf(req);
    await queues.refresh.append(id);
    failedPreviews.forget([id]);
    const body: z.infer<typeof RefreshAccepted> = {
      status: 'accepted',
      image_id: id,
      filename,
      queue: queues.refresh.file,
      message: ['New previews were queued.', ...renderingWords(rendering())].join(' '),
    };
    res.set('Cache-Control', 'no-store').status(202).json(body);
  });
}

const waitingWords = (rendering: Rendering | null) =>
  [
    'There is no preview yet; it was queued.',
    ...renderingWords(rendering),
    `Ask again in ${PREVIEW_RETRY_SECONDS} seconds.`,
  ].join(' ');

const failureWords = ({ reason }: PreviewFailure) =>
  `No preview can be made: ${reason}. Safelight tries again when the file or the history changes, or when a refresh is requested.`;

/**
 * A rendered preview under its present preview_version never changes; without it, the same URL may later give another
 * picture.
 */
function previewHeaders({ source, stale }: Preview, isPresentVersion: boolean): Record<string, string> {
  const rendered = source === 'bridge' || source === 'darktable';
  return {
    'Cache-Control': isPresentVersion && rendered ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'X-Preview-Source': source,
    ...(stale && { 'X-Preview-Warning': staleWarning[source] }),
  };
}
