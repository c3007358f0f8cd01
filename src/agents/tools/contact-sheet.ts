import { z } from 'zod';
import { imageFacts, imageRecord } from '../image-facts.ts';
import { imageFields, imagesOf } from '../images-of.ts';
import { LONGEST_SIDE, MOST_BYTES, preview, qualityFacts, takePixels } from '../pictures.ts';
import { Refusal } from '../refusal.ts';
import { type AgentCall, tool } from '../tool.ts';

const MOST = 36;
/** Width of a cell by its height, with the number above the picture. */
const CELL_SHAPE = 4 / 3;

export const contactSheet = tool({
  name: 'safelight_contact_sheet',
  title: 'Contact sheet',
  description: `Up to ${MOST} images as one picture, each with its number, which stands beside its image_id in the text. A cell without a picture keeps its number. Pages: give next_offset as offset.`,
  input: z.strictObject({
    ...imageFields,
    offset: z.number().int().min(0).max(2_147_483_647).optional().describe('Place of the first one; default 0'),
    limit: z.number().int().min(1).max(MOST).optional().describe(`Default ${MOST}`),
  }),
  output: null,
  scopes: ['images:read', 'previews:read'],
  kind: 'reads',
  async run({ offset = 0, limit = MOST, ...wanted }, call) {
    const all = imagesOf(wanted, call);
    const ids = all.slice(offset, offset + limit);
    if (ids.length === 0)
      throw new Refusal('No picture was made: there are no images so far on.', { total: all.length });
    takePixels(call, ids.length);
    const columns = Math.ceil(Math.sqrt(ids.length));
    const width = Math.min(480, Math.floor(LONGEST_SIDE / columns));
    const cell = { width, height: Math.floor(width / CELL_SHAPE) };
    const cells = await Promise.all(ids.map((id) => cellOf(call, id, cell.width)));
    const { jpeg, quality, ...size } = await call.pictures.sheet(
      cells.map(({ bytes }) => bytes),
      { columns, cell, mostBytes: MOST_BYTES },
    );
    const next = offset + ids.length;
    const empty = cells.filter(({ bytes }) => bytes === null).length;
    return {
      summary: `${ids.length - empty} pictures of ${all.length} images in this sheet; ${empty} cells are empty.`,
      data: {
        columns,
        ...size,
        ...qualityFacts(quality),
        cells: cells.map(({ facts }, at) => ({ number: at + 1, ...facts })),
        total: all.length,
        next_offset: next < all.length ? next : undefined,
      },
      pictures: [{ bytes: jpeg, caption: 'The numbers count from left to right, row by row.' }],
    };
  },
});

async function cellOf(call: AgentCall, id: number, side: number) {
  const [record, found] = await Promise.all([
    imageRecord(call, id),
    preview(call, id, side).catch((error: unknown) => reasonOf(error)),
  ]);
  if (!record) return { bytes: null, facts: { image_id: id, empty: 'it is not in the library' } };
  const { image_id, file_name, stars, taken } = imageFacts(record);
  const facts = { image_id, file_name, stars, taken };
  return typeof found === 'string'
    ? { bytes: null, facts: { ...facts, empty: found } }
    : { bytes: found.bytes, facts: { ...facts, note: found.note } };
}

const reasonOf = (error: unknown) =>
  error instanceof Refusal ? 'there is no picture yet' : 'its picture cannot be read';
