import { z } from 'zod';
import type { LibraryStatus } from '../../contract/service.ts';
import type { Statistics } from '../../contract/statistics.ts';
import { known } from '../image-facts.ts';
import { tool } from '../tool.ts';

const MOST = 30;

const count = () => z.number().int();

export const libraryOverview = tool({
  name: 'safelight_library_overview',
  title: 'Overview of the library',
  description:
    'Where to begin: how many images there are, of which years, cameras and lenses, how many are rated and rejected; whether the library can be changed, which program renders pictures, and what you may do here.',
  input: z.strictObject({}),
  output: z.object({
    summary: z.string(),
    state: z.string().optional(),
    is_sample: z.boolean().optional().describe('The sample library of Safelight, not photographs of the user'),
    is_read_only: z.boolean().optional(),
    images: count().optional(),
    rejected: count().optional(),
    stars: z
      .array(z.object({ stars: count(), images: count() }))
      .optional()
      .describe('Rejected images are in none'),
    years: z.array(z.object({ year: count().optional(), images: count() })).optional(),
    cameras: z
      .array(z.object({ maker: z.string().optional(), model: z.string().optional(), images: count() }))
      .optional()
      .describe(`The ${MOST} most used`),
    lenses: z.array(z.object({ lens: z.string().optional(), images: count() })).optional(),
    rendering: z
      .object({
        state: z.string(),
        is_rendering: z.boolean(),
        darktable: z.string().optional().describe('Version'),
        explanation: z.string(),
      })
      .optional(),
    agents: z
      .object({
        may_change: z.boolean(),
        why_not: z.string().optional(),
        pictures_left_this_hour: count().describe('How many you may still change'),
        may_read_places: z.boolean(),
        scopes: z.array(z.string()),
      })
      .optional(),
  }),
  scopes: ['images:read'],
  kind: 'reads',
  async run(_input, call) {
    const { api, desk, client, scopes } = call;
    const status = await api.json<LibraryStatus>({ path: '/library' });
    const counted =
      status.state === 'ready'
        ? await api.json<Statistics>({ path: '/statistics', query: { count: 'images' } })
        : undefined;
    const whyNot = call.whyNoChanges();
    return {
      summary: counted
        ? `${counted.total} images in the library.`
        : 'The library cannot be read now: `state` and `rendering` tell why.',
      data: {
        state: status.state,
        is_sample: status.is_sample,
        is_read_only: status.read_only,
        images: counted?.total,
        rejected: counted?.rejected,
        stars: counted?.ratings.map(({ value, count: images }) => ({ stars: value, images })),
        years: counted?.years.map(({ value, count: images }) => ({ year: known(value), images })),
        cameras: counted?.cameras
          .slice(0, MOST)
          .map(({ maker, model, count: images }) => ({ maker: known(maker), model: known(model), images })),
        lenses: counted?.lenses.slice(0, MOST).map(({ lens, count: images }) => ({ lens: known(lens), images })),
        rendering: status.rendering
          ? {
              state: status.rendering.state,
              is_rendering: status.rendering.is_rendering,
              darktable: known(status.rendering.version),
              explanation: status.rendering.message,
            }
          : undefined,
        agents: {
          may_change: whyNot === null && !status.read_only,
          why_not: known(whyNot),
          pictures_left_this_hour: desk.picturesLeft(client),
          may_read_places: desk.rights().mayReadPlaces,
          scopes: [...scopes],
        },
      },
    };
  },
});
