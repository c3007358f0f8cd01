import type { z } from 'zod';
import { PREVIEW_RETRY_SECONDS, PreviewGenerating, PreviewQuery, RefreshAccepted } from '../../../contract/preview.ts';
import type { Rendering } from '../../../contract/rendering.ts';
import { AppError, imageNotFound } from '../../../platform/errors.ts';
import type { PreviewFailure } from '../../../previews/failed-previews.ts';
import type { Preview } from '../../../previews/previews.ts';
import { principalOf } from '../../middleware/guard.ts';
import { AskedJobs } from '../../requests/asked-jobs.ts';
import { contentDisposition, previewName } from '../../responses/content-disposition.ts';
import { renderingWords } from '../../responses/rendering-words.ts';
import { sendFile } from '../../responses/send-file.ts';
import {
  fileHeaders,
  bytesHeaders,
  noStore,
  fileNotModified,
  previewHeaders,
  jpegOrPng,
  accepted,
} from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const staleWarning = {
  bridge: 'This preview is older than the last change of the image; request a refresh.',
  darktable: "darktable's thumbnail is older than the last change of the image; request a refresh.",
  local: 'This is the picture file itself; it does not show edits made in darktable.',
  embedded: "This is the camera's own preview; it does not show edits made in darktable.",
} as const;

export const previewRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/preview',
    id: 'getPreview',
    tag: 'Previews and exports',
    summary: 'Get a preview',
    description:
      'The newest preview that the plugin or darktable has rendered; if there is none, the picture file itself or the JPEG inside the raw file. If there is no picture at all, a preview is queued and the answer is 202: ask again after `Retry-After`. A missing size may be answered with a larger one, never with a smaller one. A client without the scope `cache:refresh` may have up to 1,000 previews waiting.',
    scope: 'previews:read',
    image: 'known',
    query: PreviewQuery,
    answers: {
      200: {
        description: 'The picture.',
        types: jpegOrPng,
        headers: { ...bytesHeaders, 'Content-Disposition': 'always', ...previewHeaders },
      },
      202: {
        description: 'There is no preview yet. It was queued, unless `X-Preview-Failure` is set.',
        json: PreviewGenerating,
        headers: { 'Retry-After': 'always', 'X-Preview-Failure': 'sometimes', ...noStore },
        example: {
          status: 'generating',
          image_id: 4711,
          retry_after: PREVIEW_RETRY_SECONDS,
          message: 'There is no preview yet; it was queued. darktable 5.4.1 renders. Ask again in 4 seconds.',
        },
      },
      206: {
        description: 'The requested range of bytes.',
        types: jpegOrPng,
        headers: { ...bytesHeaders, 'Content-Disposition': 'always', ...previewHeaders, 'Content-Range': 'always' },
      },
      304: { ...fileNotModified, headers: { ...fileHeaders, 'Content-Disposition': 'always', ...previewHeaders } },
    },
    errors: [
      'read_only',
      'slow_down',
      'queue_error',
      'library_unavailable',
      'precondition_failed',
      'range_not_satisfiable',
    ],
    curl: { query: 'size=large', save: 'preview.jpg' },
    handle: ({ library, previews, failedPreviews, queues, rendering }) => {
      const asked = new AskedJobs(queues.refresh);
      return async ({ params: { id }, image: known, query: { size, fit, original, v }, req, res }) => {
        const send = (preview: Preview, { historyKey, filename }: { historyKey: string; filename: string }) =>
          sendFile(req, res, preview, {
            'Content-Disposition': contentDisposition('inline', previewName(filename, preview.contentType)),
            ...headersOf(preview, v !== undefined && v === previews.versionOf(id, historyKey)),
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
        res.status(202).set({
          'Retry-After': String(PREVIEW_RETRY_SECONDS),
          'Cache-Control': 'no-store',
          ...(failure && { 'X-Preview-Failure': failure.code }),
        });
        res.json({
          status: 'generating',
          image_id: image.id,
          retry_after: PREVIEW_RETRY_SECONDS,
          message: failure ? failureWords(failure) : waitingWords(rendering()),
        } satisfies z.infer<typeof PreviewGenerating>);
      };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/refresh',
    id: 'refreshPreview',
    tag: 'Previews and exports',
    summary: 'Refresh the previews of an image',
    scope: 'cache:refresh',
    image: 'live',
    answers: accepted({
      description: 'The job was queued.',
      json: RefreshAccepted,
      example: {
        status: 'accepted',
        image_id: 4711,
        filename: 'IMG_2041.CR3',
        queue: '/home/ada/.local/share/safelight/queues/refresh.queue',
        message: 'darktable will render new previews.',
      },
    }),
    errors: ['read_only', 'queue_error', 'library_unavailable'],
    handle:
      ({ failedPreviews, queues, rendering }) =>
      async ({ image: { id, filename } }) => {
        await queues.refresh.append(id);
        failedPreviews.forget([id]);
        return {
          status: 'accepted',
          image_id: id,
          filename,
          queue: queues.refresh.file,
          message: ['New previews were queued.', ...renderingWords(rendering())].join(' '),
        };
      },
  }),
];

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
function headersOf({ source, stale }: Preview, isPresentVersion: boolean): Record<string, string> {
  const rendered = source === 'bridge' || source === 'darktable';
  return {
    'Cache-Control': isPresentVersion && rendered ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'X-Preview-Source': source,
    ...(stale && { 'X-Preview-Warning': staleWarning[source] }),
  };
}
