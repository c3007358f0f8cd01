import type { ChangeResult, ImageChange, UndoResult } from '../../contract/image-change.ts';
import type { DuplicatedImages, RemovalOutlook, SidecarsWritten } from '../../contract/image-operations.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { TagChanged, TagDeleted } from '../../contract/tag-change.ts';
import { send } from './request.ts';

interface ImagesToChange {
  /** At most MOST_IDS. */
  ids: readonly number[];
  change: ImageChange;
}

export async function changeImages(images: ImagesToChange): Promise<ChangeResult> {
  return (await (await patch('/api/v1/images', images)).json()) as ChangeResult;
}

/** How many images it would change. */
export async function wouldChange(images: ImagesToChange): Promise<number> {
  return ((await (await patch('/api/v1/images?dry_run=1', images)).json()) as ChangeResult).changed;
}

/** An image as it is now, and the `ETag` for `changeImageIf`. */
export async function imageNow(id: number): Promise<{ image: ImageRecord; etag: string | null }> {
  const answer = await send(`/api/v1/images/${id}`, { cache: 'no-store' });
  return { image: (await answer.json()) as ImageRecord, etag: answer.headers.get('etag') };
}

/** Changes an image that is still the one with this tag; else throws `precondition_failed`. Gives the id of the change, if anything was changed. */
export async function changeImageIf(etag: string, id: number, change: ImageChange): Promise<number | null> {
  const answer = await patch(`/api/v1/images/${id}`, change, { 'if-match': etag });
  await answer.arrayBuffer();
  const made = answer.headers.get('x-change');
  return made === null ? null : Number(made);
}

export async function undoChange(id: number): Promise<UndoResult> {
  return (await (await send(`/api/v1/changes/${id}/undo`, { method: 'POST' })).json()) as UndoResult;
}

/** Stops a change that is being made; what is done stays. */
export const cancelChange = (id: number): Promise<Response> => send(`/api/v1/changes/${id}`, { method: 'DELETE' });

/** Another version of each. At most MOST_IDS. */
export const duplicateImages = async (ids: readonly number[]): Promise<DuplicatedImages> =>
  (await (await write('POST', '/api/v1/images/duplicate', { ids })).json()) as DuplicatedImages;

/** Into one group, or each out of its group. */
export const groupImages = async (action: 'group' | 'ungroup', ids: readonly number[]): Promise<ChangeResult> =>
  (await (await write('POST', '/api/v1/images/group', { action, ids })).json()) as ChangeResult;

/** Out of the library; their files stay. */
export const removeImages = async (ids: readonly number[]): Promise<ChangeResult> =>
  (await (await write('POST', '/api/v1/images/remove', { ids })).json()) as ChangeResult;

/** What that would take. At most MOST_IDS. */
export const removalOutlook = async (ids: readonly number[]): Promise<RemovalOutlook> =>
  (await (await write('POST', '/api/v1/images/removal-outlook', { ids })).json()) as RemovalOutlook;

/** The marks of these images. At most MOST_IDS. */
export const writeSidecars = async (ids: readonly number[]): Promise<SidecarsWritten> =>
  (await (await write('POST', '/api/v1/images/sidecars', { ids })).json()) as SidecarsWritten;

/** The tag with this name; `change` is null where there was one already. */
export const createTag = async (name: string): Promise<TagChanged> =>
  (await (await write('POST', '/api/v1/tags', { name })).json()) as TagChanged;

/** Gives a tag another full name. The tags below it move with it. */
export const renameTag = async (id: number, name: string): Promise<TagChanged> =>
  (await (await patch(`/api/v1/tags/${id}`, { name })).json()) as TagChanged;

export const mergeTag = async (id: number, into: number): Promise<TagChanged> =>
  (await (await patch(`/api/v1/tags/${id}`, { merge_into: into })).json()) as TagChanged;

export const deleteTag = async (id: number): Promise<TagDeleted> =>
  (await (await send(`/api/v1/tags/${id}`, { method: 'DELETE' })).json()) as TagDeleted;

const patch = (path: string, body: object, headers: Record<string, string> = {}) => write('PATCH', path, body, headers);

const write = (method: 'PATCH' | 'POST', path: string, body: object, headers: Record<string, string> = {}) =>
  send(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
