import type { EditsResult } from '../contract/history.ts';
import type { z } from 'zod';
import { ApiError, type ApiRequest } from './api.ts';
import type { Outlook } from './desk/desk.ts';
import type { Call } from './tool.ts';
import { versionMark } from './version-mark.ts';

/** What would become of images, by a dry run of the API. `source`: the version of what they would get. */
export async function looksOf(
  call: Call,
  imageIds: readonly number[],
  request: ApiRequest,
  source: string,
): Promise<Outlook[]> {
  const {
    plans = [],
    failures,
    refused_now,
  } = await call.api.json<z.infer<typeof EditsResult>>({
    ...request,
    method: 'POST',
    query: { dry_run: 1 },
  });
  const reasons = new Map(failures.map(({ id, reason }) => [id, reason]));
  const changes = new Map(
    plans.flatMap(({ images, modules }) =>
      images.map((id) => [
        id,
        modules.map(({ operation, multi_priority, becomes }) => ({
          field: multi_priority > 0 ? `${operation} ${multi_priority}` : operation,
          before: becomes === 'new' ? '' : 'as it is',
          after: becomes,
        })),
      ]),
    ),
  );
  return Promise.all(
    imageIds.map(async (image_id) => ({
      image_id,
      version: versionOf(source, await editsVersion(call, image_id)),
      changes: changes.get(image_id) ?? [],
      refused: reasons.get(image_id) ?? refused_now ?? null,
    })),
  );
}

/** Changes whenever the edits of an image do; empty: there is no such image. */
export async function editsVersion({ api }: Pick<Call, 'api'>, imageId: number): Promise<string> {
  try {
    const [history, modules] = await Promise.all([
      api.answer({ path: `/images/${imageId}/history` }),
      api.answer({ path: `/images/${imageId}/modules`, query: { instances: 1 } }),
    ]);
    return versionOf(history.headers.etag ?? '', modules.headers.etag ?? '');
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return '';
    throw error;
  }
}

const versionOf = (...marks: string[]) => versionMark(marks.join(' '));
