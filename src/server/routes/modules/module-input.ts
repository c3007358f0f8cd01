import { InputColors, InputHistogram, InputQuery } from '../../../contract/input-colors.ts';
import { ModuleQuery } from '../../../contract/modules.ts';
import { inputColorsOf, inputHistogramOf } from '../../../renderer/input-colors.ts';
import * as example from '../../openapi/examples.ts';
import { whileConnected } from '../../responses/while-connected.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const { operation, multi_priority } = example.moduleEntry;

/** An example: all pixels in one step. */
const spread = (...steps: [number, number, number, number]) => {
  const [lightness, red, green, blue] = steps.map((step) =>
    Array.from({ length: 128 }, (_, at) => (at === step ? 900 : 0)),
  );
  return { lightness: lightness!, red: red!, green: green!, blue: blue! };
};

export const moduleInputRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/modules/:op/input',
    id: 'getModuleInput',
    tag: 'Develop modules',
    summary: 'Get the colors that reach a module',
    description:
      "What darktable's color pickers read: the colors of an area of the picture as they reach the module, in light that has no upper limit. Only the darktable that stays loaded tells them. The area is one of the picture as it is shown, in shares of its sides.",
    scope: 'previews:read',
    image: 'known',
    module: 'read',
    query: InputQuery,
    answers: tagged({
      description: 'The colors.',
      json: InputColors,
      example: {
        image_id: 4711,
        operation,
        multi_priority,
        rgb: { mean: [0.21, 0.18, 0.14], min: [0.002, 0.002, 0.001], max: [1.7, 1.6, 1.5] },
        lab: { mean: [49.1, 3.2, 8.4], min: [0.6, -4.1, -2.7], max: [119.8, 12.6, 21.4] },
        lch: { mean: [49.1, 9, 0.19], min: [0.6, 0.1, 0.02], max: [119.8, 24.8, 0.97] },
        pixels: {
          rgb: { min: [0.001, 0.001, 0.001], max: [1.8, 1.7, 1.6] },
          norms: {
            luminance: { min: 0.001, max: 1.7 },
            max: { min: 0.002, max: 1.8 },
            average: { min: 0.001, max: 1.7 },
            sum: { min: 0.003, max: 5.1 },
            euclidean: { min: 0.002, max: 2.9 },
            power: { min: 0.002, max: 1.7 },
          },
          lightness: { min: 0.390625, max: 99.609375 },
        },
      },
    }),
    curl: { query: 'left=0.4&top=0.4&right=0.6&bottom=0.6' },
    errors: ['not_rendered', 'renderer_unavailable', 'slow_down', 'library_unavailable'],
    handle:
      (services) =>
      async ({ params: { id }, module: { operation, priority }, query: { instance: _, ...area }, res }) => {
        const input = { operation, instance: priority, area };
        const colors = await whileConnected(res, (asker) => inputColorsOf(services, id, input, asker));
        return colors && { image_id: id, operation, multi_priority: priority, ...colors };
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id/modules/:op/histogram',
    id: 'getModuleHistogram',
    tag: 'Develop modules',
    summary: 'Get the histogram of what reaches a module',
    description:
      'How the colors of the picture are spread as they reach the module: what lies behind a curve. Of up to 40,000 pixels. Only the darktable that stays loaded tells it.',
    scope: 'previews:read',
    image: 'known',
    module: 'read',
    query: ModuleQuery.pick({ instance: true }),
    answers: tagged({
      description: 'The pixels of each step, from dark to light. The ends have what lies outside, too.',
      json: InputHistogram,
      example: { image_id: 4711, operation, multi_priority, ...spread(40, 60, 50, 30) },
    }),
    errors: ['not_rendered', 'renderer_unavailable', 'slow_down', 'library_unavailable'],
    handle:
      (services) =>
      async ({ params: { id }, module: { operation, priority }, res }) => {
        const module = { operation, instance: priority };
        const histogram = await whileConnected(res, (asker) => inputHistogramOf(services, id, module, asker));
        return histogram && { image_id: id, operation, multi_priority: priority, ...histogram };
      },
  }),
];
