import type { Request, Response, Router } from 'express';
import { boxOf, RenderRequest } from '../../contract/render.ts';
import type { Services } from '../../app/services.ts';
import { wouldBe } from '../../changes/modules/would-be.ts';
import { maskPicture } from '../../develop/mask-picture.ts';
import { styledState } from '../../develop/styled-state.ts';
import { developmentOf } from '../../renderer/resident/development.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { whileConnected } from '../responses/while-connected.ts';

/** POST /images/:id/render, which changes nothing. */
export function addRenderRoute(
  routes: Router,
  { index, library, resident }: Pick<Services, 'index' | 'library' | 'resident'>,
): void {
  routes.post(
    '/:id/render',
    ...[scope('previews:read'), scope('images:read'), imageIsThere({ index, library }), jsonBody],
    async (req: Request<{ id: string }>, res: Response) => {
      const id = imageId(req.params.id);
      const wanted = parseBody(RenderRequest, req.body ?? {});
      const { modules, history_end: historyEnd, style, mask, region, draft, quality, viewer } = wanted;
      const changed = await wouldBe(library, id, {
        ...{ modules, historyEnd },
        ...(style !== undefined && { beneath: (history) => styledState(library, history, style) }),
      });
      const state = mask ? await maskPicture(library, changed, mask) : changed;
      const made = await whileConnected(res, (asker) =>
        resident.render({
          wanted: {
            ...{ picture: state.path, development: developmentOf(state), isDraft: draft, quality },
            view: region ? { region } : { box: boxOf(wanted) },
          },
          isAwaited: true,
          viewer: viewer === undefined ? null : `${asker.client} ${viewer}`,
          ...asker,
        }),
      );
      if (made === null) return;
      const { jpeg, facts } = made;
      res
        .set({
          'Cache-Control': 'no-store',
          'Content-Type': 'image/jpeg',
          'X-Picture-Size': `${facts.whole.width}x${facts.whole.height}`,
          'X-Picture-Region': [facts.x, facts.y, facts.width, facts.height].join(','),
        })
        .send(jpeg);
    },
  );
}
