import { AppError } from '../../platform/errors.ts';
import { isJson } from '../responses/content-type.ts';

/** What the OAuth endpoints read from a body; everything else in it is left alone (RFC 6749 3.2). */
const NAMES = ['grant_type', 'client_id', 'client_secret', 'scope', 'token'] as const;
type Name = (typeof NAMES)[number];

/** The parameters that were sent with a value: one without a value counts as left out (RFC 6749 3.2). */
export type Parameters = Partial<Record<Name, string>>;

/**
 * The parameters of a request body. A JSON content type selects JSON; anything else, also none, is parsed as form-encoded.
 * Throws `invalid_request` when the body cannot be parsed, a parameter comes twice, or is no text.
 */
export function parameters(contentType: string | undefined, body: Buffer): Parameters {
  const text = decodeText(body);
  const pairs = isJson(contentType) ? jsonPairs(text) : formPairs(text);
  const found: Parameters = {};
  for (const name of NAMES) {
    const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
    if (values.length > 1) throw unparseable(`${name} is there more than once`);
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
  // Anybody may send this, with a hundred thousand names: nothing is looked up more than once a name.
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of topLevelNames(text)) (seen.has(name) ? repeated : seen).add(name);
  const fields = Object.entries(value);
  // JSON.parse keeps the last of several fields of one name and says nothing.
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
        throw unparseable('it has a broken percent escape');
      }
    });
}

/**
 * [Note: Encoded or raw] RFC 6749 2.3.1 has a client id form-encoded inside a Basic header; many programs put it there as it is.
 * Others forget to encode one in a form. `ann+me@example.org` may then be an id or the code of another one, and which of
 * the two is told by what is registered. So an id has readings, the one of the RFC first.
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

/** The readings of the client id in a form-encoded body; none when the body is JSON or names no client. See [Note: Encoded or raw]. */
export function clientIdsInForm(contentType: string | undefined, body: Buffer): string[] {
  const sent = isJson(contentType) ? undefined : /(?:^|&)client_id=([^&]+)/.exec(body.toString())?.[1];
  return sent === undefined ? [] : readings(sent);
}

/**
 * The readings of the id in a Basic header, and its secret. null when there is no such header or it is malformed.
 * No secret of Safelight has a colon in it, so the last one divides: an id may have some. See [Note: Encoded or raw].
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
