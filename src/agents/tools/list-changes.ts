import { z } from 'zod';
import type { Change, ChangeList, FieldValue } from '../../contract/image-change.ts';
import { thatFit } from '../answers.ts';
import type { AgentChange } from '../desk/desk.ts';
import { isPlaceTag } from '../../contract/place-tags.ts';
import { pageFields, pageOutput } from '../paging.ts';
import { placesField, placesFor } from '../places.ts';
import { tool } from '../tool.ts';

/** Of each change; the number of its images is told beside them. */
const MOST_VALUES = 10;
const PLACES = new Set(['latitude', 'longitude', 'altitude']);
const TAG = 'tag:';

const Told = z.object({
  time: z.string(),
  client: z.string().describe('Who made it'),
  change_id: z.string().optional().describe('Of your own changes: what safelight_undo takes'),
  kind: z.string(),
  images: z.number().int(),
  is_undone: z.boolean(),
  is_undo: z.boolean(),
  before: z.string().optional().describe('The name of the tag or style'),
  after: z.string().optional(),
  values: z
    .array(z.object({ image_id: z.number().int(), field: z.string(), before: z.string(), after: z.string() }))
    .describe(`The first ${MOST_VALUES}; the field \`tag:\` has the name of a tag after it`),
});

export const listChanges = tool({
  name: 'safelight_list_changes',
  title: 'List changes',
  description:
    'What was changed in the library through Safelight, newest first: by whom, when, from what to what. Your own changes have a change_id, which safelight_undo takes.',
  input: z.strictObject({
    own: z.boolean().optional().describe('true: only your own'),
    ...pageFields(100, 20),
    ...placesField,
  }),
  output: z.object({ summary: z.string(), ...pageOutput, changes: z.array(Told).optional() }),
  scopes: ['images:read'],
  kind: 'reads',
  async run({ own = false, offset = 0, limit = 20, ...asked }, call) {
    const places = placesFor(asked, call);
    const mine = byNumber(call.desk.agentChanges(call.client));
    const read = (query: { offset: number; limit: number }) => call.api.json<ChangeList>({ path: '/changes', query });
    const { items: found, total } = own
      ? await ownChanges(mine, read, { offset, limit })
      : await read({ offset, limit });
    const told = found.map((change) => changeFacts(change, mine.get(change.id), places.mayTell));
    const { items, next_offset } = thatFit(told, { offset, total });
    return {
      summary: `${total} change${total === 1 ? '' : 's'}; ${items.length} in this answer.${places.note}`,
      data: { total, changes: items, next_offset: next_offset ?? undefined },
    };
  },
});

const byNumber = (changes: readonly AgentChange[]) =>
  new Map(changes.flatMap(({ id, changes: numbers }) => numbers.map((number) => [number, `a${id}`] as const)));

/** The journal lists what everybody did: it is read until the page is full. */
async function ownChanges(
  mine: ReadonlyMap<number, string>,
  read: (query: { offset: number; limit: number }) => Promise<ChangeList>,
  { offset, limit }: { offset: number; limit: number },
): Promise<Pick<ChangeList, 'items' | 'total'>> {
  const oldest = Math.min(...mine.keys());
  const found: Change[] = [];
  for (let at = 0; found.length < offset + limit;) {
    const { items, total } = await read({ offset: at, limit: 200 });
    found.push(...items.filter(({ id }) => mine.has(id)));
    at += items.length;
    if (items.length === 0 || at >= total || items.at(-1)!.id <= oldest) break;
  }
  return { items: found.slice(offset, offset + limit), total: mine.size };
}

function changeFacts(change: Change, changeId: string | undefined, mayTell: boolean): z.infer<typeof Told> {
  const named = change.tag ?? change.style;
  const name = (text: string | null | undefined) =>
    text === null || text === undefined || (change.tag && !mayTell && isPlaceTag(text)) ? undefined : text;
  return {
    time: new Date(change.time).toISOString(),
    client: change.client,
    change_id: changeId,
    kind: change.kind,
    images: change.images,
    is_undone: change.undone_by !== null,
    is_undo: change.undoes !== null,
    before: name(named?.before),
    after: name(named?.after),
    values: change.fields
      .filter(({ field }) => mayTell || !isOfPlace(field))
      .slice(0, MOST_VALUES)
      .map(({ image_id, field, before, after }) => ({ image_id, field, before: said(before), after: said(after) })),
  };
}

const isOfPlace = (field: string) =>
  PLACES.has(field) || (field.startsWith(TAG) && isPlaceTag(field.slice(TAG.length)));
const said = (value: FieldValue) => (value === null ? '' : String(value));
