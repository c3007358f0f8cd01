import { PageQuery } from '../../contract/image-query.ts';
import {
  EditList,
  ModuleEntry,
  ModuleList,
  ModuleListQuery,
  ModulePatch,
  ModulePatchQuery,
  ModuleQuery,
} from '../../contract/modules.ts';
import { jpeg, noStore, jsonHeaders, notModified, previewHeaders, pageHeaders } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

export const modulesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/{id}/modules',
    id: 'listModules',
    tag: 'Develop modules',
    summary: 'List the modules of an image',
    description:
      'One entry for each active module: its newest step in the history of the image. `instances` has the numbers of all instances of the module; with `instances=1` each of them gets its own entry.',
    access: 'images:read',
    query: ModuleListQuery,
    answers: {
      200: {
        description: 'The active modules.',
        json: ModuleList,
        headers: jsonHeaders,
        example: { image_id: 4711, items: [example.moduleEntry] },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable'],
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/modules/{op}',
    id: 'getModule',
    tag: 'Develop modules',
    summary: 'Read one module',
    access: 'images:read',
    query: ModuleQuery,
    answers: {
      200: { description: 'The module.', json: ModuleEntry, headers: jsonHeaders, example: example.moduleEntry },
      304: notModified,
    },
    errors: ['module_not_found', 'invalid_query', 'library_unavailable'],
    curl: { query: 'describe=1' },
  },
  {
    method: 'patch',
    path: '/api/v1/images/{id}/modules/{op}',
    id: 'editModule',
    tag: 'Develop modules',
    summary: 'Edit a module',
    description:
      'Only the fields that you send change. `params` sets single fields (`"grey[1]"` and `"points[2].x"` reach into lists and structures); `params_b64` replaces all of them. `blend` changes kind of mask, opacity, mode, order and fulcrum of the blending. In a form-encoded body, write `params[exposure]=0.5` and `blend[opacity]=50`.\n\nThe edit goes through darktable while it runs, and into the library while it is closed. Safelight reads the edit back before it reports success. New previews are queued; with `preview` the request waits up to 30 seconds for one.',
    access: 'cache:refresh',
    query: ModulePatchQuery,
    body: {
      schema: ModulePatch,
      types: ['application/json', 'application/x-www-form-urlencoded'],
      required: true,
      example: { enabled: true, params: { exposure: 0.5 } },
    },
    answers: {
      200: {
        description:
          'With `preview`: the newest preview of that size. `X-Preview-Warning` is set when it may still show the previous edit.',
        types: jpeg,
        headers: { ...noStore, ...previewHeaders },
      },
      204: { description: 'The edit is stored.', headers: jsonHeaders },
    },
    errors: [
      'read_only',
      'module_not_found',
      'invalid_query',
      'invalid_body',
      'invalid_params_b64',
      'params_required',
      'precondition_failed',
      'db_error',
      'db_write_error',
      'queue_error',
      'preview_timeout',
      'library_unavailable',
    ],
  },
  {
    method: 'post',
    path: '/api/v1/images/{id}/modules/{op}/undo',
    id: 'undoModuleEdit',
    tag: 'Develop modules',
    summary: 'Undo an edit',
    description:
      'Undoes the last edit that Safelight made to this module. Refused when the module has changed since that edit.',
    access: 'cache:refresh',
    query: ModuleQuery.pick({ instance: true }),
    answers: {
      200: {
        description: 'The module as it is now.',
        json: ModuleEntry,
        headers: jsonHeaders,
        example: example.moduleEntry,
      },
    },
    errors: [
      'read_only',
      'module_not_found',
      'invalid_query',
      'conflict',
      'precondition_failed',
      'db_error',
      'db_write_error',
      'queue_error',
      'library_unavailable',
    ],
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/edits',
    id: 'listEdits',
    tag: 'Develop modules',
    summary: 'List the edits of an image',
    description:
      'Edits made through Safelight, newest first: the client, the route taken and the values before and after.',
    access: 'images:read',
    query: PageQuery,
    answers: {
      200: { description: 'One page of edits.', json: EditList, headers: pageHeaders },
      304: notModified,
    },
    errors: ['invalid_query', 'db_error', 'library_unavailable'],
  },
];
