import { queryOptions } from '@tanstack/react-query';
import type { ModulePanel, Panel } from '../../contract/panel.ts';
import { get } from './request.ts';

/** Facts that change only with another library, or with another Safelight, whose page is loaded anew. */
const fact = { staleTime: Infinity, gcTime: Infinity } as const;

/** darktable's groups and modules. A library of another darktable has other ones, so the library is part of the key. */
export const panelQuery = (library: string) =>
  queryOptions({
    queryKey: ['panel', library],
    queryFn: ({ signal }) => get<Panel>('/api/v1/panel', signal),
    ...fact,
  });

/** The controls of one version of a module; `versions` in the panel tells which there are. */
export const modulePanelQuery = (library: string, operation: string, version: number) =>
  queryOptions({
    queryKey: ['panel', library, operation, version],
    queryFn: ({ signal }) => get<ModulePanel>(`/api/v1/panel/modules/${operation}/${version}`, signal),
    ...fact,
  });
