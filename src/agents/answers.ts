import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError } from './api.ts';
import { Refusal } from './refusal.ts';
import type { Answer, Picture } from './tool.ts';

/** Over about 25,000 tokens, hosts show the model an error in place of the answer. */
export const LONGEST_TEXT = 40_000;
const LONGEST_STRING = 2_000;
/** Control characters but for line breaks and tabs, and those that turn the direction of text or are not seen. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The answer of a tool as the protocol has it. */
export function resultOf({ summary, data, pictures }: Answer): CallToolResult {
  const facts = asData(data) as Record<string, unknown>;
  const text = `${summary}\n${JSON.stringify(facts)}`;
  if (text.length > LONGEST_TEXT)
    return refused(
      new Refusal(`The answer would be ${text.length} characters long, more than ${LONGEST_TEXT}: ask for fewer.`),
    );
  if (!pictures) return { content: [{ type: 'text', text }], structuredContent: { summary, ...facts } };
  // A host that finds structured content may drop the pictures, and the model makes up what it "sees".
  return { content: [{ type: 'text', text }, ...pictures.flatMap(pictureContent)] };
}

const pictureContent = ({ bytes, caption }: Picture): CallToolResult['content'] => [
  { type: 'text', text: caption },
  { type: 'image', data: bytes.toString('base64'), mimeType: typeOf(bytes) },
];

function typeOf(bytes: Buffer): string {
  if (bytes[0] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89) return 'image/png';
  return bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : 'application/octet-stream';
}

/** What a tool says when it does nothing. Errors of ours are told as such; their words stay here. */
export function refused(error: unknown): CallToolResult {
  const { message, facts } =
    error instanceof Refusal ? error : error instanceof ApiError ? ofApi(error) : new Refusal(OUR_MISTAKE);
  return {
    isError: true,
    content: [{ type: 'text', text: `${message}\n${JSON.stringify(asData(facts))}`.slice(0, LONGEST_TEXT) }],
  };
}

const OUR_MISTAKE =
  'Safelight made a mistake: see its log. Nothing else is known; look at the library before you try again.';

/** The library's names may stand in the API's own words: so these are a field. */
function ofApi({ status, code, detail, fields }: ApiError): Refusal {
  const sentence =
    status === 404
      ? 'There is no such thing.'
      : status === 401 || status === 403
        ? 'This needs a right that the client does not have. Repeating it does not help; the owner can give it in the settings.'
        : status >= 500
          ? 'Safelight could not do it now.'
          : 'Safelight refused it.';
  return new Refusal(`Nothing was done. ${sentence}`, {
    error: code,
    detail,
    ...(Object.keys(fields).length > 0 && { fields }),
  });
}

/** Texts of the library can give orders and hide what they say. They stay data: cut between characters, with everything unseen written out. */
export function asData(value: unknown): unknown {
  if (typeof value === 'string') return visible(shortened(value));
  if (Array.isArray(value)) return value.map(asData);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [visible(key), asData(inner)]),
  );
}

const visible = (text: string) =>
  text.toWellFormed().replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);

function shortened(text: string): string {
  if (text.length <= LONGEST_STRING) return text;
  let end = 0;
  for (const { index, segment } of characters.segment(text.slice(0, LONGEST_STRING + 64))) {
    if (index + segment.length > LONGEST_STRING) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}

/** As many as fit in an answer, and where to go on; null: these were all. */
export function thatFit<Item>(
  items: readonly Item[],
  { offset = 0, total = items.length, room = LONGEST_TEXT - 4_000 } = {},
) {
  let length = 0;
  let fit = 0;
  while (fit < items.length && (length += JSON.stringify(asData(items[fit])).length + 1) <= room) fit += 1;
  const kept = items.slice(0, fit);
  const next = offset + kept.length;
  return { items: kept, total, next_offset: next < total ? next : null };
}
