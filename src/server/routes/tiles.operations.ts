import { TileQuery, Tiles, TilesQuery } from '../../contract/tiles.ts';
import { jpeg, jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

const errors = ['invalid_query', 'not_rendered', 'renderer_unavailable', 'slow_down', 'library_unavailable'] as const;

export const tilesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/{id}/tiles',
    id: 'getTiles',
    tag: 'Previews and exports',
    summary: 'Get the size of the edited picture and its tiles',
    description:
      'What a viewer needs to show the edited picture at any zoom: its size after cropping and turning, and how it is divided into tiles. Needs a darktable that can stay loaded.',
    access: 'previews:read',
    query: TilesQuery,
    answers: {
      200: {
        description: 'The size and the tiles.',
        json: Tiles,
        headers: jsonHeaders,
        example: {
          ...{ version: 'xZ0b1yQp4mT7w2Kd', width: 6000, height: 4000, tile_size: 512 },
          scale_factors: [1, 2, 4, 8, 16],
        },
      },
      304: notModified,
    },
    errors,
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/tiles/{factor}/{column}/{row}',
    id: 'getTile',
    tag: 'Previews and exports',
    summary: 'Get a tile of the edited picture',
    description:
      'A part of the picture as it is stored now. Tiles are made when they are asked for, and kept. When the connection is closed before a tile is begun, it is not made. With the present `version` as `v`, a cache may keep it for good.',
    access: 'previews:read',
    query: TileQuery,
    answers: {
      200: { description: 'The tile.', types: jpeg, headers: jsonHeaders },
      304: notModified,
    },
    errors,
    curl: { save: 'tile.jpg' },
  },
];
