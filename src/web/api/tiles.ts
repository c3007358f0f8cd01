import { queryOptions } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Tiles, TileSource } from '../../contract/tiles.ts';
import { get, send } from './request.ts';

/** Which of an image's pictures: with its edits, or as the camera wrote it. */
interface Pictured {
  id: number;
  source: TileSource;
}

/** A picture at 100 %, and how it is cut into tiles. */
export type TileGrid = Tiles & Pictured;

export interface TileName extends Pictured {
  version: string;
  factor: number;
  column: number;
  row: number;
}

/** The state of the history, which `preview_version` begins with. */
const historyOf = ({ preview_version: version }: ImageRecord) => version.replace(/-[^-]*$/, '');

const queryOf = (source: TileSource) => (source === 'camera' ? { source } : null);
const addressOf = (path: string, query: Record<string, string>) =>
  [path, String(new URLSearchParams(query))].filter((part) => part !== '').join('?');

/**
 * How a picture is cut. That with the stored edits: fails where no darktable can stay loaded. That of the camera: fails where the file has
 * none.
 */
export const tileGridQuery = (image: ImageRecord, source: TileSource = 'edited') =>
  queryOptions({
    queryKey: ['tiles', image.id, source, source === 'edited' ? historyOf(image) : null],
    queryFn: async ({ signal }): Promise<TileGrid> => {
      const { id } = image;
      const tiles = await get<Tiles>(addressOf(`/api/v1/images/${id}/tiles`, { ...queryOf(source) }), signal);
      return { ...tiles, id, source };
    },
    retry: false,
    staleTime: Infinity,
  });

export async function loadTile(
  { id, source, version, factor, column, row }: TileName,
  signal: AbortSignal,
): Promise<Blob> {
  const path = `/api/v1/images/${id}/tiles/${factor}/${column}/${row}`;
  return (await send(addressOf(path, { ...queryOf(source), v: version }), { signal })).blob();
}
