import { MaskChannel } from '../../contract/blend-mask.ts';
import { BlendingPatch } from '../../contract/blending.ts';
import { ModulePatch } from '../../contract/modules.ts';
import { complaintLine, noSuch, type Complaint } from '../../platform/complaints.ts';
import { AppError } from '../../platform/errors.ts';
import { schemaWords } from '../../platform/schema-words.ts';
import { isJson } from '../responses/content-type.ts';

/**
 * The body of a module PATCH. A JSON content type selects JSON; anything else is parsed as form-encoded, where `enabled` is
 * true/false/1/0 and parameters come as JSON text in `params` or one by one as `params[exposure]=0.5`; `blend` likewise.
 * Throws `invalid_body` with every bad field named.
 */
export function modulePatchBody(contentType: string | undefined, text: string): ModulePatch {
  const sent = isJson(contentType) ? json(text) : form(text);
  const parsed = ModulePatch.safeParse(sent, { error: schemaWords });
  if (parsed.success) return parsed.data;
  const knownAt = ([group, list]: PropertyKey[]) => {
    if (group !== 'blend') return Object.keys(ModulePatch.shape);
    return Object.keys((list === 'channels' ? MaskChannel : BlendingPatch).shape);
  };
  const complaints = parsed.error.issues.flatMap((issue): Complaint[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...issue.path, key].join('.'),
        message: noSuch('field', key, knownAt(issue.path)),
      }));
    if (issue.path.length === 0) return [{ path: 'the body', message: 'must be an object' }];
    return [{ path: issue.path.join('.'), message: `must be ${issue.message}` }];
  });
  throw new AppError('invalid_body', complaintLine(complaints));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_body', 'The body is not valid JSON.', { cause: error });
  }
}

function form(text: string): unknown {
  const fields: Record<string, unknown> = {};
  const groups = { params: {}, blend: {} };
  const complaints: Complaint[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    const [, group, field] = /^(params|blend)\[([^\]].*)\]$/.exec(name) ?? [];
    if (field !== undefined) define(groups[group as keyof typeof groups], field, plainValue(value));
    else if (Object.hasOwn(fields, name)) complaints.push({ path: name, message: 'may be given once only' });
    else if (name === 'enabled') define(fields, name, FLAGS[value] ?? value);
    else if (name === 'params' || name === 'blend') define(fields, name, plainValue(value));
    else define(fields, name, value);
  }
  if (complaints.length > 0) throw new AppError('invalid_body', complaintLine(complaints));
  for (const [group, values] of Object.entries(groups)) {
    if (Object.keys(values).length === 0) continue;
    if (Object.hasOwn(fields, group))
      throw new AppError('invalid_body', `${group}: send either an object or single fields, not both`);
    fields[group] = values;
  }
  return fields;
}

const FLAGS: Record<string, boolean | undefined> = { true: true, false: false, 1: true, 0: false };

/** As an own property, whatever its name. */
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });

/** Numbers, booleans and lists as in JSON; anything else is text. */
function plainValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
