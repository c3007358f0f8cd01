import type { Request, Response, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { scaleFactorsOf, TILE_SIZE, TileQuery, type Tiles, TilesQuery } from '../../contract/tiles.ts';
import { scope } from '../middleware/guard.ts';
import { imageId, tileNumber } from '../requests/image-param.ts';
import { parse } from '../requests/parse.ts';
import { jsonAnswer, matches, sendJson } from '../responses/json-answer.ts';
import { whileConnected } from '../responses/while-connected.ts';

type TilePath = { id: string; factor: string; column: string; row: string };

/** GET /images/:id/tiles    GET /images/:id/tiles/:factor/:column/:row */
export function addTileRoutes(routes: Router, { tiles }: Pick<Services, 'tiles'>): void {
  routes.get('/:id/tiles', scope('previews:read'), async (req: Request<{ id: string }>, res: Response) => {
    const id = imageId(req.params.id);
    parse(TilesQuery, req.query);
    const found = await whileConnected(res, (asker) => tiles.describe(id, asker));
    if (!found) return;
    const body: Tiles = { ...found, tile_size: TILE_SIZE, scale_factors: scaleFactorsOf(found) };
    sendJson(req, res, jsonAnswer(JSON.stringify(body)));
  });

  routes.get(
    '/:id/tiles/:factor/:column/:row',
    scope('previews:read'),
    async (req: Request<TilePath>, res: Response) => {
      const id = imageId(req.params.id);
      const factor = tileNumber('factor', req.params.factor);
      const column = tileNumber('column', req.params.column);
      const row = tileNumber('row', req.params.row);
      const { v } = parse(TileQuery, req.query);
      const made = await whileConnected(res, async (asker) => {
        const { version, tile } = await tiles.of(id);
        const etag = `"${version}-${factor}-${column}-${row}"`;
        const isKnown = matches(req.headers['if-none-match'], etag);
        return { version, etag, jpeg: isKnown ? null : await tile({ factor, column, row }, asker) };
      });
      if (!made) return;
      const { version, etag, jpeg } = made;
      res.set({
        ETag: etag,
        'Cache-Control': v === version ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      });
      if (jpeg === null) res.status(304).end();
      else res.set('Content-Type', 'image/jpeg').send(jpeg);
    },
  );
}
