import { z } from 'zod';
import { thatFit } from '../answers.ts';
import { ImageFacts, imageFacts, imageRecord } from '../image-facts.ts';
import { imageFields, imagesOf } from '../images-of.ts';
import { tool } from '../tool.ts';

const MOST = 100;

export const selection = tool({
  name: 'safelight_selection',
  title: 'Read or make a selection',
  description:
    'Reads a page of a frozen selection, with the images as they are now, or makes a new selection: of `image_ids`, or of a selection without some images (`without`). A selection keeps its images and their order whatever is changed.',
  input: z.strictObject({
    ...imageFields,
    without: imageFields.image_ids.describe('Ids that the new selection leaves out'),
    offset: z
      .number()
      .int()
      .min(0)
      .max(2_147_483_647)
      .optional()
      .describe('Place of the first image of the page; default 0'),
    limit: z.number().int().min(1).max(MOST).optional().describe('Default 20'),
  }),
  output: z.object({
    summary: z.string(),
    selection: z.string().optional(),
    total: z.number().int().optional(),
    images: z.array(ImageFacts).optional(),
    gone: z.array(z.number().int()).optional().describe('Ids that are no longer in the library'),
    next_offset: z.number().int().optional(),
  }),
  scopes: ['images:read'],
  kind: 'reads',
  async run({ offset = 0, limit = 20, without, ...wanted }, call) {
    const left = new Set(without);
    const ids = imagesOf(wanted, call).filter((id) => !left.has(id));
    const isNew = wanted.selection === undefined || left.size > 0;
    const name = isNew ? call.desk.keepSelection(call.client, ids, 'by hand') : wanted.selection;
    const page = ids.slice(offset, offset + limit);
    const records = await Promise.all(page.map((id) => imageRecord(call, id)));
    const found = records.map((record, at) => (record ? imageFacts(record) : page[at]!));
    const { items, next_offset } = thatFit(found, { offset, total: ids.length });
    const gone = items.filter((item) => typeof item === 'number');
    return {
      summary: `${ids.length} images in the selection; ${items.length} in this answer.`,
      data: {
        selection: name,
        total: ids.length,
        images: items.filter((item) => typeof item !== 'number'),
        gone: gone.length > 0 ? gone : undefined,
        next_offset: next_offset ?? undefined,
      },
    };
  },
});
