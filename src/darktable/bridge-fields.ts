import { readOrdinaryFile } from '../platform/ordinary-file.ts';

/** The version in every file that Safelight and the plugin exchange, see docs/bridge-protocol.md. */
export const BRIDGE_PROTOCOL = 1;

/** Parses a file of `key=value` lines. */
export function parseFields(text: string): Partial<Record<string, string>> {
  const fields: Partial<Record<string, string>> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, key, value] = /^([a-z_]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields[key] = value;
  }
  return fields;
}

/** Throws an Error when a value has a line break. */
export function fieldLines(fields: Record<string, string | number>): string {
  return Object.entries(fields)
    .map(([key, value]) => {
      // eslint-disable-next-line no-control-regex -- a line break would be another field, a NUL ends a path
      if (/[\r\n\u0000]/.test(String(value))) throw new Error(`${key} contains a line break: ${JSON.stringify(value)}`);
      return `${key}=${value}\n`;
    })
    .join('');
}

/** null: the file is missing or cannot be read. */
export function readText(file: string): string | null {
  try {
    return readOrdinaryFile(file, 'utf8');
  } catch {
    return null;
  }
}
