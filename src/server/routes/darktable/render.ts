import { wouldBe } from '../../../changes/modules/would-be.ts';
import { RenderRequest, boxOf } from '../../../contract/render.ts';
import { maskPicture } from '../../../develop/mask-picture.ts';
import { styledState } from '../../../develop/styled-state.ts';
import { developmentOf } from '../../../renderer/resident/development.ts';
import { whileConnected } from '../../responses/while-connected.ts';
import { noStore, jpeg } from '../../routing/answers.ts';
import { optionalJson } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

export const renderRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/:id/render',
    id: 'renderImage',
    tag: 'Develop modules',
    summary: 'Get an image as it would be',
    description:
      'The picture with these changes to its modules, or with a style, rendered at once by a darktable that stays loaded. Nothing is stored and nothing queued, and it works in read-only mode. With `viewer`, the newest request wins: older ones of the same viewer that have not begun are answered with 409.',
    scope: ['previews:read', 'images:read'],
    image: 'known',
    body: optionalJson(RenderRequest, { modules: { exposure: { params: { exposure: 0.5 } } }, size: 'medium' }),
    answers: {
      200: {
        description: 'The picture.',
        types: jpeg,
        headers: { ...noStore, 'X-Picture-Size': 'always', 'X-Picture-Region': 'always' },
      },
    },
    errors: [
      'invalid_params_b64',
      'params_required',
      'module_not_found',
      'conflict',
      'superseded',
      'not_rendered',
      'renderer_unavailable',
      'slow_down',
      'library_unavailable',
    ],
    curl: { save: 'picture.jpg' },
    handle:
      ({ library, resident }) =>
      async ({ params: { id }, body: wanted, res }) => {
        const { modules, history_end: historyEnd, style, mask, region, draft, quality, viewer } = wanted;
        const changed = await wouldBe(library, id, {
          modules,
          historyEnd,
          ...(style !== undefined && { beneath: (history) => styledState(library, history, style) }),
        });
        const state = mask ? await maskPicture(library, changed, mask) : changed;
        const made = await whileConnected(res, (asker) =>
          resident.render({
            wanted: {
              picture: state.path,
              development: developmentOf(state),
              isDraft: draft,
              quality,
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
  }),
];
