import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Edit, EditList, ModuleEntry, ModuleList, ModulePatch } from '../../contract/modules.ts';
import type { InputColors, InputHistogram } from '../../contract/input-colors.ts';
import type { ModuleDefaults } from '../../contract/module-defaults.ts';
import type { MaskList } from '../../contract/masks.ts';
import type { ModuleShapes } from '../../contract/module-shapes.ts';
import type { ConvertedModule } from '../../contract/module-steps.ts';
import type { ModuleOrder } from '../../contract/module-order.ts';
import type { PresetList } from '../../contract/presets.ts';
import type { NoiseProfiles } from '../../contract/noise-profiles.ts';
import type { LensfunCameras, LensfunLenses } from '../../contract/lens-database.ts';
import type { WhiteBalance } from '../../contract/white-balance.ts';
import { livePollMs } from './live-state.ts';
import { get, send } from './request.ts';

export type { Edit, ModuleDefaults, ModuleEntry, ModuleOrder, ModulePatch };

/** Every active instance of every module, with what its form needs. */
export const modulesQuery = (id: number) =>
  queryOptions({
    queryKey: ['modules', id],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ModuleList>>(`/api/v1/images/${id}/modules?describe=1&instances=1`, signal),
    refetchInterval: livePollMs,
    staleTime: 5000,
  });

/** What temperature, tint and the camera's presets are worked out from. */
export const whiteBalanceQuery = (id: number) =>
  queryOptions({
    queryKey: ['white-balance', id],
    queryFn: ({ signal }) => get<WhiteBalance>(`/api/v1/images/${id}/white-balance`, signal),
    staleTime: Infinity,
  });

/** What the list of profiles of denoise (profiled) has for the picture. */
export const noiseProfilesQuery = (id: number) =>
  queryOptions({
    queryKey: ['noise-profiles', id],
    queryFn: ({ signal }) => get<NoiseProfiles>(`/api/v1/images/${id}/noise-profiles`, signal),
    staleTime: Infinity,
  });

/** The cameras that lens correction can be told. */
export const lensCamerasQuery = queryOptions({
  queryKey: ['lens-cameras'],
  queryFn: ({ signal }) => get<LensfunCameras>('/api/v1/lens-database/cameras', signal),
  staleTime: Infinity,
});

/** The lenses that fit a camera; all of them without one. */
export const lensesQuery = (camera: string) =>
  queryOptions({
    queryKey: ['lenses', camera],
    queryFn: ({ signal }) =>
      get<LensfunLenses>(
        `/api/v1/lens-database/lenses${camera === '' ? '' : `?camera=${encodeURIComponent(camera)}`}`,
        signal,
      ),
    staleTime: Infinity,
    // What is pressed stays where it is while the lenses of another camera are on their way.
    placeholderData: keepPreviousData,
  });

type Instance = Pick<ModuleEntry, 'operation' | 'multi_priority'>;

/** What a reset gives. They depend on the picture and darktable, and on no edit. */
export const moduleDefaultsQuery = (id: number, module: Instance & Pick<ModuleEntry, 'module_version'>) =>
  queryOptions({
    queryKey: ['module-defaults', id, module.operation, module.multi_priority, module.module_version],
    queryFn: ({ signal }) => get<ModuleDefaults>(path(id, module, '/defaults'), signal),
    staleTime: ({ state }) => (state.data?.source === 'darktable' ? Infinity : 60_000),
  });

/** A module of an older version as darktable converts it. */
export const conversionQuery = (id: number, module: ModuleEntry) =>
  queryOptions({
    queryKey: ['conversion', id, module.operation, module.multi_priority, module.module_version, stampOf([module])],
    queryFn: ({ signal }) => get<ConvertedModule>(`${path(id, module, '/conversion')}&describe=1`, signal),
    staleTime: ({ state }) => (state.data?.why_not_converted === undefined ? Infinity : 60_000),
  });

/** The colors that reach a module in an area of the picture, as it is stored. Throws like `get`. */
export const inputColors = (
  id: number,
  module: Instance,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
  signal: AbortSignal,
) => get<InputColors>(`${path(id, module, '/input')}&left=${left}&top=${top}&right=${right}&bottom=${bottom}`, signal);

/** What each picture of these modules depends on. */
export const stampOf = (modules: readonly Pick<ModuleEntry, 'params_b64' | 'enabled' | 'blend'>[]): string =>
  modules.map(({ params_b64, enabled, blend }) => `${params_b64}${enabled}${blend?.params_b64}`).join();

/** What reaches a module. `stamp`: what it depends on. */
export const moduleHistogramQuery = (id: number, module: Instance, stamp: string) =>
  queryOptions({
    queryKey: ['module-histogram', id, module.operation, module.multi_priority, stamp],
    queryFn: ({ signal }) => get<InputHistogram>(path(id, module, '/histogram'), signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });

/** The shapes of a module as they lie on the picture. `stamp`: what they depend on. */
export const moduleShapesQuery = (id: number, module: Instance, stamp: string) =>
  queryOptions({
    queryKey: ['module-shapes', id, module.operation, module.multi_priority, stamp],
    queryFn: ({ signal }) => get<ModuleShapes>(path(id, module, '/shapes'), signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });

/** The drawn shapes, and which modules are masked with them. */
export const masksQuery = (id: number) =>
  queryOptions({
    queryKey: ['masks', id],
    queryFn: ({ signal }) => get<MaskList>(`/api/v1/images/${id}/masks`, signal),
    staleTime: 5000,
  });

/** All modules in the order of the pixel pipe; none where that is not known. */
export const moduleOrderQuery = (id: number) =>
  queryOptions({
    queryKey: ['module-order', id],
    queryFn: ({ signal }) => get<ModuleOrder>(`/api/v1/images/${id}/module-order`, signal),
    staleTime: 5000,
  });

/** darktable's presets of a module, and its user's. */
export const presetsQuery = (operation: string) =>
  queryOptions({
    queryKey: ['presets', operation],
    queryFn: ({ signal }) => get<z.infer<typeof PresetList>>(`/api/v1/modules/${operation}/presets`, signal),
    staleTime: 5000,
  });

const MOST_EDITS = 200;

/** Safelight's changes, newest first. */
export const editsQuery = (id: number) =>
  queryOptions({
    queryKey: ['edits', id],
    queryFn: ({ signal }) => get<z.infer<typeof EditList>>(`/api/v1/images/${id}/edits?limit=${MOST_EDITS}`, signal),
    staleTime: 5000,
  });

const path = (id: number, { operation, multi_priority }: Instance, action = '') =>
  `/api/v1/images/${id}/modules/${operation}${action}?instance=${multi_priority}`;

/**
 * The tag of the state that the form shows. An edit sent with it is refused if somebody else changed the module first.
 */
export async function moduleEtag(id: number, module: Instance): Promise<string | null> {
  return (await send(path(id, module))).headers.get('etag');
}

/** Stores an edit. Throws ApiError `precondition_failed` when the module no longer has the state of `etag`. */
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

/** Whether Safelight's last change to a module can be undone. */
export function canUndo(edits: readonly Edit[], { operation, multi_priority }: Instance): boolean {
  const own = edits.filter((edit) => edit.operation === operation && edit.multi_priority === multi_priority);
  const undone = new Set(own.map(({ undoes }) => undoes));
  return own.some(({ id, undoes }) => undoes === null && !undone.has(id));
}
