import type { Preset } from '../contract/presets.ts';
import type { LibraryReader } from './library.ts';

/** A row of `presets` in data.db, as far as a step needs it. Empty bytes are as good as none. */
export interface StoredPreset {
  name: string;
  description: string;
  op_version: number;
  op_params: Uint8Array | null;
  enabled: number;
  blendop_params: Uint8Array | null;
  blendop_version: number;
  writeprotect: number;
  autoapply: number;
}

const presetsSql = `
SELECT name, coalesce(description, '') AS description, coalesce(op_version, 0) AS op_version, op_params, coalesce(enabled, 0) AS enabled,
  blendop_params, coalesce(blendop_version, 0) AS blendop_version, coalesce(writeprotect, 0) AS writeprotect,
  coalesce(autoapply, 0) AS autoapply
FROM data.presets WHERE operation = :operation AND name IS NOT NULL ORDER BY name, op_version`;

/** The presets of a module, by name. Of those that differ in the version of their parameters only, the newest. */
export function presetsOf(reader: LibraryReader, operation: string): StoredPreset[] {
  const rows = reader.all(presetsSql, { operation }) as StoredPreset[];
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}

/** darktable 5 gives its own presets names that begin so. */
const BUILT_IN = '_builtin_';

export const presetEntry = (row: StoredPreset): Preset => ({
  name: row.name,
  label: row.name.startsWith(BUILT_IN) ? row.name.slice(BUILT_IN.length) : row.name,
  description: row.description,
  built_in: row.writeprotect !== 0,
  module_version: row.op_version,
  enabled: row.enabled !== 0,
  has_params: isThere(row.op_params),
  has_blending: isThere(row.blendop_params),
  auto_applied: row.autoapply !== 0,
});

export const isThere = (bytes: Uint8Array | null): bytes is Uint8Array => (bytes?.length ?? 0) > 0;
