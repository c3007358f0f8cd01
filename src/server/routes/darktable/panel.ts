import type { Services } from '../../services.ts';
import { BlendingPanel, ModulePanel, Panel } from '../../../contract/panel.ts';
import { blendingPanel, modulePanel, panelOf, panelRelease } from '../../../darktable/panels.ts';
import { schemaIn } from '../../../library/library-state.ts';
import { AppError } from '../../../platform/errors.ts';
import * as example from '../../openapi/examples.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

/** The darktable whose words people know: the one that the library belongs to. */
const releaseOf = ({ library }: Services) => panelRelease(schemaIn(library.state()));

export const panelRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/panel',
    id: 'getPanel',
    tag: 'Develop modules',
    summary: 'Read the groups and modules of darktable',
    description:
      "What the panel of darktable's darkroom shows: its groups and modules, in their order. The words are English, and of the darktable that the library belongs to, as far as there are facts about it: 4.2.1 or 5.4.1. `versions` says for which versions of a module there are controls to read.",
    scope: 'images:read',
    answers: tagged({ description: 'The panel.', json: Panel, example: example.panel }),
    handle: (services) => () => panelOf(releaseOf(services)),
  }),
  route({
    method: 'get',
    path: '/api/v1/panel/modules/:op/:moduleVersion',
    id: 'getModulePanel',
    tag: 'Develop modules',
    summary: 'Read the controls of a module',
    description:
      'The controls that darktable shows for one version of a module, with their words, ranges and units, and when they are shown. A version without facts (404) can still be read and edited by the fields of its parameters (`describe=1`).',
    scope: 'images:read',
    answers: tagged({ description: 'The controls.', json: ModulePanel, example: example.modulePanel }),
    handle:
      (services) =>
      ({ params: { op, moduleVersion } }) => {
        const panel = modulePanel(op, moduleVersion, releaseOf(services));
        if (!panel)
          throw new AppError('not_found', `There is no panel of version ${moduleVersion} of ${op.slice(0, 40)}.`);
        return panel;
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/panel/blending/:blendVersion',
    id: 'getBlendingPanel',
    tag: 'Develop modules',
    summary: 'Read the controls of blending and masks',
    description: 'The controls of one version of the blending parameters: `blend.version` of a module entry.',
    scope: 'images:read',
    answers: tagged({ description: 'The controls.', json: BlendingPanel, example: example.blendingPanel }),
    handle:
      () =>
      ({ params: { blendVersion } }) => {
        const panel = blendingPanel(blendVersion);
        if (!panel) throw new AppError('not_found', `There is no panel of version ${blendVersion} of blending.`);
        return panel;
      },
  }),
];
