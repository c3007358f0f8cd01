import { BlendingPanel, ModulePanel, Panel } from '../../contract/panel.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

export const panelOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/panel',
    id: 'getPanel',
    tag: 'Develop modules',
    summary: 'Read the groups and modules of darktable',
    description:
      "What the panel of darktable's darkroom shows: its groups and modules, in their order. The words are English, and of the darktable that the library belongs to, as far as there are facts about it: 4.2.1 or 5.4.1. `versions` says for which versions of a module there are controls to read.",
    access: 'images:read',
    answers: {
      200: { description: 'The panel.', json: Panel, headers: jsonHeaders, example: example.panel },
      304: notModified,
    },
  },
  {
    method: 'get',
    path: '/api/v1/panel/modules/{op}/{moduleVersion}',
    id: 'getModulePanel',
    tag: 'Develop modules',
    summary: 'Read the controls of a module',
    description:
      'The controls that darktable shows for one version of a module, with their words, ranges and units, and when they are shown. A version without facts (404) can still be read and edited by the fields of its parameters (`describe=1`).',
    access: 'images:read',
    answers: {
      200: { description: 'The controls.', json: ModulePanel, headers: jsonHeaders, example: example.modulePanel },
      304: notModified,
    },
  },
  {
    method: 'get',
    path: '/api/v1/panel/blending/{blendVersion}',
    id: 'getBlendingPanel',
    tag: 'Develop modules',
    summary: 'Read the controls of blending and masks',
    description: 'By the version of the blending parameters, `blend.version` of a module entry.',
    access: 'images:read',
    answers: {
      200: { description: 'The controls.', json: BlendingPanel, headers: jsonHeaders, example: example.blendingPanel },
      304: notModified,
    },
  },
];
