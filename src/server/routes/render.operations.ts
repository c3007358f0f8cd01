import { RenderRequest } from '../../contract/render.ts';
import { jpeg, json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const renderOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/images/{id}/render',
    id: 'renderImage',
    tag: 'Develop modules',
    summary: 'Get an image as it would be',
    description:
      'The picture with these changes to its modules, or with a style, rendered at once by a darktable that stays loaded. Nothing is stored and nothing queued, and it works in read-only mode. With `viewer`, the newest request wins: older ones of the same viewer that have not begun are answered with 409.',
    access: ['previews:read', 'images:read'],
    body: {
      schema: RenderRequest,
      types: json,
      required: false,
      example: { modules: { exposure: { params: { exposure: 0.5 } } }, size: 'medium' },
    },
    answers: {
      200: {
        description: 'The picture.',
        types: jpeg,
        headers: { ...noStore, 'X-Picture-Size': 'always', 'X-Picture-Region': 'always' },
      },
    },
    errors: [
      'invalid_body',
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
  },
];
