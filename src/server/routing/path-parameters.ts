import { z } from 'zod';
import { QueueName } from '../../contract/admin.ts';
import { ClientId } from '../../contract/clients.ts';
import { AppError, imageNotFound } from '../../platform/errors.ts';

const INTEGER = /^-?(0|[1-9]\d*)$/;
const LARGEST = 2n ** 63n - 1n;

/** Only decimal digits: `1.0`, `0x10`, `1e3`, `+1` and ` 1` are no integers here. */
function integer(what: string, text: string): number {
  if (INTEGER.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new AppError('invalid_id', `The ${what} must be an integer, not "${text.slice(0, 40)}".`);
}

/** An integer within SQLite's 64 bits that no image can have is not found. */
export function imageId(text: string): number {
  if (INTEGER.test(text) && !Number.isSafeInteger(Number(text))) {
    const id = BigInt(text);
    if (id <= LARGEST && id >= -LARGEST - 1n) throw imageNotFound(id);
  }
  return integer('image id', text);
}

interface Parameter<Value> {
  schema: z.ZodType;
  example: string | number;
  /** Throws `invalid_id`. */
  read: (text: string) => Value;
}

const parameter = <Value>(
  schema: z.ZodType,
  description: string,
  { example, read }: Omit<Parameter<Value>, 'schema'>,
): Parameter<Value> => ({ schema: schema.meta({ description, examples: [example] }), example, read });

const text = (description: string, example: string, schema: z.ZodType = z.string()) =>
  parameter(schema, description, { example, read: (sent) => sent });
const number = (what: string, description: string, example: number) =>
  parameter(z.int(), description, { example, read: (sent) => integer(what, sent) });

/** The parameters that paths may have, by name. */
export const PATH_PARAMETERS = {
  backup: text('The name of a backup', '2026-03-09'),
  id: parameter(z.int(), 'The image id', { example: 4711, read: imageId }),
  op: text("darktable's name of the module", 'exposure'),
  clientId: text('The client id, percent-encoded', 'my-frame', ClientId),
  failure: text('The id of the failed job', '4711'),
  queue: text('The queue', 'refresh', QueueName),
  batchId: text('The id of the batch', '7c1d3a52-6a4e-4c0b-9a53-1f0f3f0e6d0a', z.uuid()),
  requestId: text('The id of the request', '3f0b8a8e-5f0a-4a57-9f3e-0f8f6f1f2a11', z.uuid()),
  changeId: number('id of a change', 'The id of the change', 17),
  searchId: number('id of a search', 'The id of the saved search', 3),
  destinationId: number('id of a destination', 'The id of the destination', 1),
  recipeId: number('id of a recipe', 'The id of the export recipe', 1),
  albumId: number('id of an album', 'The id of the album', 44),
  publicationId: number('id of a publication', 'The id of the publication', 1),
  proofId: number('id of a proof', 'The id of the proof', 1),
  linkId: number('id of a link', 'The id of the link', 1),
  guestId: number('id of a guest', 'The id of the guest', 1),
  webhookId: number('id of a webhook', 'The id of the webhook', 1),
  deliveryId: text('The id of the delivery', 'msg_cFo2dS3p1uYQpVtTkqf1wz8r'),
  planId: number('id of a plan', 'The id of the plan', 3),
  tagId: number('id of a tag', 'The id of the tag', 31),
  postponedId: number('id of a postponed change', 'The id of what is postponed', 5),
  styleId: number('id of a style', 'The id of the style', 3),
  factor: number('factor of a tile', 'One of the scale factors', 1),
  column: number('column of a tile', 'From 0 at the left', 0),
  row: number('row of a tile', 'From 0 at the top', 0),
  moduleVersion: number('version', "The version of a module's parameters", 7),
  blendVersion: number('version', 'The version of blending parameters', 14),
  nonce: text('The word of the test', 'pYk3vW8eQ0'),
  sessionId: text('The id of the session', '0b87c1d2a9f4e653'),
};
export type PathParameter = keyof typeof PATH_PARAMETERS;

type NamesIn<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? NamesIn<Head> | NamesIn<Rest>
  : Path extends `:${infer Name extends PathParameter}`
    ? Name
    : never;

/** The values of a path's parameters, such as `{ id: number; op: string }` of `/images/:id/modules/:op`. */
export type PathValues<Path extends string> = {
  readonly [Name in NamesIn<Path>]: ReturnType<(typeof PATH_PARAMETERS)[Name]['read']>;
};

/** The names of a path's parameters, in their order. */
export const parametersOf = (path: string): PathParameter[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name as PathParameter);

/** Reads the parameters of a path that the router has matched. Throws `invalid_id`; `not_found` for an id that no image can have. */
export function pathReader(path: string): (sent: Record<string, unknown>) => Record<string, unknown> {
  const names = parametersOf(path);
  return (sent) => {
    const values: Record<string, unknown> = {};
    for (const name of names) values[name] = PATH_PARAMETERS[name].read(sent[name] as string);
    return values;
  };
}
