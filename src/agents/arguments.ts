import { z } from 'zod';
import { nearest } from '../contract/nearest.ts';
import type { Problem } from './problem.ts';
import { Refusal } from './refusal.ts';

/**
 * Arguments as models send them. Small models and hosts in strict mode fill every field: null, "" and [] are as good as absent. Lists, objects and
 * numbers that come as JSON text are read once; a boolean is never guessed. Unknown names are refused at any depth, so that `dryRun` never runs
 * for real. Throws Refusal.
 */
export function readArguments<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const problems: Problem[] = [];
  const read = readObject(schema, isRecord(given) ? given : {}, '', problems);
  const parsed = schema.safeParse(read);
  if (parsed.success && problems.length === 0) return parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path.join('.');
    if (issue.code === 'unrecognized_keys' || problems.some((known) => known.field === field)) continue;
    const words = issue.code === 'invalid_value' ? issue.values.map(String) : null;
    const value = valueAt(read, issue.path);
    problems.push({
      field,
      problem: words ? `must be one of: ${words.join(', ')}` : issue.message,
      ...(words && typeof value === 'string' && { nearest: nearest(value, words) }),
    });
  }
  throw new Refusal('Nothing was done: an argument is wrong. Correct it and call again.', { problems });
}

const anyJson = new WeakSet<z.ZodType>();
/** A value of whatever kind, told as text, since a schema that allows several kinds makes hosts refuse all tools. Models send it bare as well. */
export function jsonText(description: string): z.ZodString {
  const schema = z.string().max(2_000).describe(description);
  anyJson.add(schema);
  return schema;
}

function readObject(
  schema: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
  path: string,
  problems: Problem[],
): Record<string, unknown> {
  const shape = schema.shape as Record<string, z.ZodType>;
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (isNothing(value)) continue;
    const field = `${path}${name}`;
    const inner = Object.hasOwn(shape, name) ? bare(shape[name]!) : undefined;
    if (inner) read[name] = readValue(inner, value, field, problems);
    else if (schema.def.catchall?._zod.def.type === 'never')
      problems.push({ field, problem: 'there is no such argument', nearest: nearest(name, Object.keys(shape)) });
    else read[name] = value;
  }
  return read;
}

function readValue(schema: z.ZodType, given: unknown, field: string, problems: Problem[]): unknown {
  if (anyJson.has(schema) && typeof given !== 'string') return JSON.stringify(given);
  const isStructure = schema instanceof z.ZodArray || schema instanceof z.ZodObject || schema instanceof z.ZodRecord;
  const value =
    typeof given === 'string' && (isStructure || schema instanceof z.ZodNumber) ? (fromJson(given) ?? given) : given;
  if (schema instanceof z.ZodObject && isRecord(value)) return readObject(schema, value, `${field}.`, problems);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const element = bare(schema.element as z.ZodType);
    return value.map((each, at) => readValue(element, each, `${field}.${at}`, problems));
  }
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Without `optional` and `default`. */
function bare(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? bare(schema.def.innerType as z.ZodType)
    : schema;
}

/** null: it is no JSON, or a boolean. */
function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'boolean' ? null : value;
  } catch {
    return null;
  }
}

const valueAt = (from: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], from);
