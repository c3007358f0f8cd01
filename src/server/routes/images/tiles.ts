import { TileQuery, Tiles, TilesQuery, scaleFactorsOf, TILE_SIZE, type TileSource } from '../../../contract/tiles.ts';
import { matches } from '../../responses/json-answer.ts';
import { whileConnected } from '../../responses/while-connected.ts';
import { jpeg, tagged, taggedBytes } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';
import type { Services } from '../../services.ts';

const makerOf = ({ tiles, cameraTiles }: Services, source: TileSource) => (source === 'camera' ? cameraTiles : tiles);

const errors = ['not_rendered', 'renderer_unavailable', 'slow_down', 'library_unavailable'] as const;

export const tileRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/tiles',
    id: 'getTiles',
    tag: 'Previews and exports',
    summary: 'Get the size of a picture and its tiles',
    description:
      "What a viewer needs to show the edited picture at any zoom: its size after cropping and turning, and how it is divided into tiles. Needs a darktable that can stay loaded. With `source=camera` the same of the file itself, or of the camera's own picture in a raw file, which needs none; 404 when there is no such picture.",
    scope: 'previews:read',
    image: 'known',
    query: TilesQuery,
    answers: tagged({
      description: 'The size and the tiles.',
      json: Tiles,
      example: {
        version: 'xZ0b1yQp4mT7w2Kd',
        width: 6000,
        height: 4000,
        tile_size: 512,
        scale_factors: [1, 2, 4, 8, 16],
      },
    }),
    errors,
    handle:
      (services) =>
      async ({ params: { id }, query: { source }, res }) => {
        const found = await whileConnected(res, (asker) => makerOf(services, source).describe(id, asker));
        return found && { ...found, tile_size: TILE_SIZE, scale_factors: scaleFactorsOf(found) };
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id/tiles/:factor/:column/:row',
    id: 'getTile',
    tag: 'Previews and exports',
    summary: 'Get a tile of a picture',
    description:
      'A part of the picture as it is stored now, or with `source=camera` of the picture without edits. Safelight renders a tile when it is requested, unless the connection closes before the tile is begun, and keeps it. With the current `version` as `v`, a cache may keep the tile forever.',
    scope: 'previews:read',
    image: 'known',
    query: TileQuery,
    answers: taggedBytes('The tile.', jpeg),
    errors,
    curl: { save: 'tile.jpg' },
    handle:
      (services) =>
      async ({ params: { id, factor, column, row }, query: { source, v }, req, res }) => {
        const made = await whileConnected(res, async (asker) => {
          const { version, tile } = await makerOf(services, source).of(id);
          const etag = `"${version}-${factor}-${column}-${row}"`;
          const isKnown = matches(req.headers['if-none-match'], etag);
          return { version, etag, jpeg: isKnown ? null : await tile({ factor, column, row }, asker) };
        });
        if (!made) return;
        const { version, etag, jpeg: bytes } = made;
        res.set({
          ETag: etag,
          'Cache-Control': v === version ? 'private, max-age=31536000, immutable' : 'private, no-cache',
        });
        if (bytes === null) res.status(304).end();
        else res.set('Content-Type', 'image/jpeg').send(bytes);
      },
  }),
];
