import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Edit, EditList, ModuleEntry, ModuleList, ModulePatch } from '../../contract/modules.ts';
import { livePollMs } from './live-state.ts';
import { get, send } from './request.ts';

export type { Edit, ModuleEntry, ModulePatch };

/** Every active instance of every module, with what its form needs. */
export const modulesQuery = (id: number) =>
  queryOptions({
    queryKey: ['modules', id],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ModuleList>>(`/api/v1/images/${id}/modules?describe=1&instances=1`, signal),
    refetchInterval: livePollMs,
    staleTime: 5000,
  });

const MOST_EDITS = 200;

/** What Safelight changed, the last first. */
export const editsQuery = (id: number) =>
  queryOptions({
    queryKey: ['edits', id],
    queryFn: ({ signal }) => get<z.infer<typeof EditList>>(`/api/v1/images/${id}/edits?limit=${MOST_EDITS}`, signal),
    staleTime: 5000,
  });

type Instance = Pick<ModuleEntry, 'operation' | 'multi_priority'>;

const path = (id: number, { operation, multi_priority }: Instance, action = '') =>
  `/api/v1/images/${id}/modules/${operation}${action}?instance=${multi_priority}`;

/** The tag of the state that the form shows; with it, an edit that somebody else was faster with is refused. */
export async function moduleEtag(id: number, module: Instance): Promise<string | null> {
  return (await send(path(id, module))).headers.get('etag');
}

/** Stores an edit. Throws ApiError `precondition_failed` when the module is no longer what `etag` names. */
export async function patchModule(
  id: number,
  module: Instance,
  patch: ModulePatch,
  etag: string | null,
): Promise<string | null> {
  const answer = await send(path(id, module), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...(etag !== null && { 'if-match': etag }) },
    body: JSON.stringify(patch),
  });
  return answer.headers.get('etag');
}

export async function undoModule(id: number, module: Instance): Promise<void> {
  await send(path(id, module, '/undo'), { method: 'POST' });
}

/** Whether the last thing that Safelight did to a module can be taken back. */
export function canUndo(edits: readonly Edit[], { operation, multi_priority }: Instance): boolean {
  const own = edits.filter((edit) => edit.operation === operation && edit.multi_priority === multi_priority);
  const undone = new Set(own.map(({ undoes }) => undoes));
  return own.some(({ id, undoes }) => undoes === null && !undone.has(id));
}
