import { AppError } from '../../platform/errors.ts';
import { isJson } from '../responses/content-type.ts';

/** What the OAuth endpoints read from a body; everything else in it is ignored (RFC 6749 3.2). */
const NAMES = ['grant_type', 'client_id', 'client_secret', 'scope', 'token'] as const;
type Name = (typeof NAMES)[number];

/** The parameters sent with a value: one without a value counts as missing (RFC 6749 3.2). */
export type Parameters = Partial<Record<Name, string>>;

/**
 * The parameters in a request body. A JSON content type selects JSON; anything else, or none, is parsed as
 * form-encoded. Throws `invalid_request` when the body cannot be parsed, or a parameter comes twice or is not text.
 */
export function parameters(contentType: string | undefined, body: Buffer): Parameters {
  const text = decodeText(body);
  const pairs = isJson(contentType) ? jsonPairs(text) : formPairs(text);
  const found: Parameters = {};
  for (const name of NAMES) {
    const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
    if (values.length > 1) throw unparseable(`${name} is given more than once`);
    const [value = ''] = values;
    if (typeof value !== 'string') throw unparseable(`${name} is not a string`);
    if (value !== '') found[name] = value;
  }
  return found;
}

type Pairs = (readonly [name: string, value: unknown])[];

function jsonPairs(text: string): Pairs {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unparseable('it is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unparseable('the JSON is not an object');
  // Anybody may send this, with a hundred thousand names, so the cost per name must be constant.
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of topLevelNames(text)) (seen.has(name) ? repeated : seen).add(name);
  const fields = Object.entries(value);
  // JSON.parse silently keeps the last of several fields with the same name.
  return [...fields, ...fields.filter(([key]) => repeated.has(key))];
}

/** The field names of a valid JSON object, repeats included. */
function topLevelNames(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && token.endsWith(':')) names.push(JSON.parse(token.slice(0, -1)) as string);
  }
  return names;
}

function formPairs(text: string): Pairs {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair)!;
      try {
        return [formDecode(name), formDecode(value)] as const;
      } catch {
        throw unparseable('it has an invalid percent escape');
      }
    });
}

/**
 * [Note: Encoded or raw] RFC 6749 2.3.1 wants a client id form-encoded inside a Basic header; many programs send it
 * unencoded. Others forget to encode it in a form. `ann+me@example.org` may then be an id or the encoded form of
 * another one; which of the two is decided by what is registered. So an id has readings, the RFC's first.
 */
function readings(sent: string): string[] {
  const all = new Set<string>();
  for (const decode of [formDecode, decodeURIComponent]) {
    try {
      all.add(decode(sent));
    } catch {
      // A percent sign that stands for itself.
    }
  }
  return [...all.add(sent)];
}

/**
 * The readings of the client id in a form-encoded body; none when the body is JSON or names no client. See [Note:
 * Encoded or raw].
 */
export function clientIdsInForm(contentType: string | undefined, body: Buffer): string[] {
  const sent = isJson(contentType) ? undefined : /(?:^|&)client_id=([^&]+)/.exec(body.toString())?.[1];
  return sent === undefined ? [] : readings(sent);
}

/**
 * The readings of the id in a Basic header, and its secret. null when there is no such header or it is malformed.
 * Safelight's secrets contain no colon but ids may, so the last colon separates the two. See [Note: Encoded or raw].
 */
export function basicCredentials(header: readonly string[] | undefined): { ids: string[]; secret: string } | null {
  if (header?.length !== 1) return null;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header[0]!)?.[1];
  if (encoded === undefined) return null;
  try {
    const [, id, secret] = /^(.*):([^:]*)$/s.exec(decodeText(Buffer.from(encoded, 'base64'))) ?? [];
    if (id === undefined || secret === undefined) return null;
    return { ids: readings(id), secret: formDecode(secret) };
  } catch {
    return null;
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unparseable('it is not UTF-8');
  }
}

/** Throws URIError. */
const formDecode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

const unparseable = (reason: string) => new AppError('invalid_request', `The body cannot be parsed: ${reason}.`);
