import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Form data whose length is known before and whose file is read while it is sent. */
export interface Multipart {
  headers: Record<string, string>;
  bytes: () => AsyncIterable<Uint8Array>;
}

export interface FilePart {
  field: string;
  /** ASCII: servers disagree about other letters here. The real name is a field. */
  name: string;
  /** A path, or the bytes. */
  content: string | Uint8Array;
  bytes: number;
}

/** The file comes last: servers look at the fields first. */
export function multipart(fields: readonly (readonly [string, string])[], file: FilePart | null = null): Multipart {
  const boundary = `----safelight-${randomUUID()}`;
  const head = (field: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(field)}"${more}\r\n`;
  const before = fields.map(([field, value]) => `${head(field)}\r\n${value}\r\n`);
  if (file) {
    before.push(
      `${head(file.field, `; filename="${escaped(file.name)}"`)}Content-Type: application/octet-stream\r\n\r\n`,
    );
  }
  const start = Buffer.from(before.join(''));
  const end = Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(start.length + (file?.bytes ?? 0) + end.length),
    },
    async *bytes() {
      yield start;
      if (typeof file?.content === 'string') yield* createReadStream(file.content) as AsyncIterable<Buffer>;
      else if (file) yield file.content;
      yield end;
    },
  };
}

/** As browsers do it. */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
