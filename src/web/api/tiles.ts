import { queryOptions } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Tiles } from '../../contract/tiles.ts';
import { get, send } from './request.ts';

/** The edited picture at 100 %, and how it is cut into tiles. */
export type TileGrid = Tiles;

export interface TileName {
  version: string;
  factor: number;
  column: number;
  row: number;
}

/** The state of the history, which `preview_version` begins with. */
const historyOf = ({ preview_version: version }: ImageRecord) => version.replace(/-[^-]*$/, '');

/** How the picture with its stored edits is cut. Fails where no darktable can stay loaded. */
export const tileGridQuery = (image: ImageRecord) =>
  queryOptions({
    queryKey: ['tiles', image.id, historyOf(image)],
    queryFn: ({ signal }) => get<TileGrid>(`/api/v1/images/${image.id}/tiles`, signal),
    retry: false,
    staleTime: Infinity,
  });

export async function loadTile(
  id: number,
  { version, factor, column, row }: TileName,
  signal: AbortSignal,
): Promise<Blob> {
  const address = `/api/v1/images/${id}/tiles/${factor}/${column}/${row}?v=${encodeURIComponent(version)}`;
  return (await send(address, { signal })).blob();
}
