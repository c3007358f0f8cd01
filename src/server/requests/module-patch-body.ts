import { ModulePatch } from '../../contract/modules.ts';
import { AppError, complaintLine } from '../../platform/errors.ts';
import { isJson } from '../responses/content-type.ts';

/**
 * The body of a module PATCH. A JSON content type selects JSON; anything else is parsed as form-encoded, where `enabled` is
 * true/false/1/0 and parameters come as JSON text in `params` or one by one as `params[exposure]=0.5`.
 * Throws `invalid_body` with every bad field named.
 */
export function modulePatchBody(contentType: string | undefined, text: string): ModulePatch {
  const sent = isJson(contentType) ? json(text) : form(text);
  const parsed = ModulePatch.safeParse(sent);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key}: no such field; there are enabled, params and params_b64`)
      : [`${issue.path.join('.') || 'the body'}: must be ${issue.path.length > 0 ? issue.message : 'an object'}`],
  );
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
  const params: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    const field = /^params\[([^\]].*)\]$/.exec(name)?.[1];
    if (field !== undefined) define(params, field, plainValue(value));
    else if (Object.hasOwn(fields, name)) complaints.push(`${name}: may be given once only`);
    else if (name === 'enabled') define(fields, name, FLAGS[value] ?? value);
    else if (name === 'params') define(fields, name, plainValue(value));
    else define(fields, name, value);
  }
  if (complaints.length > 0) throw new AppError('invalid_body', complaintLine(complaints));
  if (Object.keys(params).length > 0) {
    if (Object.hasOwn(fields, 'params'))
      throw new AppError('invalid_body', 'params: give it whole or one by one, not both');
    fields.params = params;
  }
  return fields;
}

const FLAGS: Record<string, boolean | undefined> = { true: true, false: false, 1: true, 0: false };

/** As an own property, whatever it is called. */
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });

/** Numbers, booleans, lists as JSON says them; anything else is a text. */
function plainValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
