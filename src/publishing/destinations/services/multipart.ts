import { randomUUID } from 'node:crypto';
import type { BodyPart } from '../http/http-client.ts';

export interface Multipart {
  headers: Record<string, string>;
  parts: readonly BodyPart[];
}

export interface FileField {
  field: string;
  /** ASCII: servers disagree about other letters here. The real name is a field. */
  name: string;
  content: BodyPart;
}

/** Form data. The file comes last: servers look at the fields first. */
export function multipart(fields: readonly (readonly [string, string])[], file: FileField | null = null): Multipart {
  const boundary = `----safelight-${randomUUID()}`;
  const head = (field: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(field)}"${more}\r\n`;
  const before = fields.map(([field, value]) => `${head(field)}\r\n${value}\r\n`).join('');
  const end = `--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  if (!file) return { headers, parts: [before, end] };
  const named = `${head(file.field, `; filename="${escaped(file.name)}"`)}Content-Type: application/octet-stream\r\n\r\n`;
  return { headers, parts: [before + named, file.content, `\r\n${end}`] };
}

/** As browsers do it. */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
