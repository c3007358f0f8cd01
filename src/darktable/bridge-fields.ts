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
      // oxlint-disable-next-line no-control-regex -- a line break would be another field, a NUL ends a path
      if (/[\r\n\u0000]/.test(String(value))) throw new Error(`${key} contains a line break: ${JSON.stringify(value)}`);
      return `${key}=${value}\n`;
    })
    .join('');
}

/** Heartbeat and progress are some lines. */
const FEW_BYTES = 64 * 1024;
/** The result for 10,000 images has some megabytes. */
export const RESULT_BYTES = 16 * 1024 * 1024;

/** null: the file is missing, cannot be read, or is larger than any that the plugin writes. */
export function readText(file: string, most = FEW_BYTES): string | null {
  try {
    return readOrdinaryFile(file, 'utf8', most);
  } catch {
    return null;
  }
}
