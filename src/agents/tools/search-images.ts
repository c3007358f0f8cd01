import { z } from 'zod';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { OUTLINE_HEAD } from '../../contract/image-overview.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { thatFit } from '../answers.ts';
import type { ApiAnswer } from '../api.ts';
import { ImageFacts, imageFacts } from '../image-facts.ts';
import { tool } from '../tool.ts';

const SORTS = [
  'datetime_taken',
  'id',
  'filename',
  'rating',
  'import_timestamp',
  'change_timestamp',
  'film_roll',
  'aspect_ratio',
  'album',
] as const;
const stars = z.number().int().min(-1).max(5).optional();

export const searchImages = tool({
  name: 'safelight_search_images',
  title: 'Search images',
  description: `Finds images, and freezes the result as a selection, such as s12, that other tools take. Page through it with safelight_selection: a filter would drift while you change pictures.
\`search\` takes words (file name, title, tags, folder, camera, lens) and fields: stars:>=4, label:red, date:2024-05, iso:>3200, f:2.8..4, mm:24-70, camera:"EOS 5D", lens:, roll:"2024 lake", tag:wien, is:raw, is:edited, is:rejected, is:undecided, no:tag; -word excludes, OR between two words. All given arguments must match. No argument finds all images.`,
  input: z.strictObject({
    search: z.string().max(500).optional().describe('Words and fields, as described above'),
    rating_min: stars.describe('-1 is rejected, 0 no stars'),
    rating_max: stars,
    color_labels: z.array(z.enum(COLOR_LABELS)).max(5).optional().describe('Any of these'),
    tag: z.string().max(250).optional().describe('Full name; everything below it counts'),
    album: z.string().max(250).optional().describe('Name of an album'),
    film_id: z.number().int().min(1).optional().describe('Film roll, from safelight_list_film_rolls'),
    from: z.string().max(30).optional().describe('Taken at or after: 2024-05-01 or 2024-05-01T18:30:00'),
    to: z.string().max(30).optional().describe('Taken at or before'),
    sort_by: z.enum(SORTS).optional(),
    sort_descending: z.boolean().optional(),
    limit: z.number().int().min(1).max(100).optional().describe('Images in the answer; default 20'),
  }),
  output: z.object({
    summary: z.string(),
    selection: z.string().optional(),
    total: z.number().int().optional(),
    images: z.array(ImageFacts).optional(),
    next_offset: z.number().int().optional().describe('For safelight_selection; absent: these were all'),
  }),
  scopes: ['images:read'],
  kind: 'reads',
  async run({ limit = 20, color_labels, sort_descending, ...filters }, { api, desk, client }) {
    const query = {
      ...filters,
      // Whoever may not read places cannot try out names of them either.
      without_places: desk.rights().mayReadPlaces ? undefined : true,
      color_label: color_labels?.join(','),
      sort_dir: sort_descending === undefined ? undefined : sort_descending ? 'desc' : 'asc',
    };
    // At the same time, so that both are of the same moment.
    const [page, outline] = await Promise.all([
      api.json<{ items: ImageRecord[] }>({ path: '/images', query: { ...query, limit } }),
      api.answer({ path: '/images/outline', query }),
    ]);
    const ids = outlined(outline);
    const selection = desk.keepSelection(client, ids, JSON.stringify(query));
    const { items, total, next_offset } = thatFit(page.items.map(imageFacts), { total: ids.length });
    return {
      summary: `${total} image${total === 1 ? '' : 's'} found; ${items.length} in this answer.`,
      data: { selection, total, images: items, next_offset: next_offset ?? undefined },
    };
  },
});

const outlined = ({ bytes }: ApiAnswer) =>
  Array.from({ length: bytes.readUInt32LE(0) }, (_, at) => bytes.readInt32LE(OUTLINE_HEAD + 4 * at));
