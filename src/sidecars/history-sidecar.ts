import { withProperties, withStructures, type PropertyName, type XmpStructure } from './xmp-properties.ts';

/** A history for a sidecar, as rows of the library. */
export interface SidecarHistory {
  end: number;
  steps: readonly HistoryValues[];
  masks: readonly HistoryValues[];
  order: { version: number; list: string | null };
  /** Whether darktable's first steps are in it. */
  hasFirstSteps: boolean;
  /** null: no module is on. */
  hash: Buffer | null;
  /** When the image was changed, in Unix seconds. */
  changedAt: number;
}
type HistoryValues = Readonly<Record<string, null | bigint | number | string | Buffer>>;

/** A sidecar without anything, as darktable writes them since 4.2. */
export const EMPTY_SIDECAR = `<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/"/>
 </rdf:RDF>
</x:xmpmeta>
`;

/** What darktable would take over a little otherwise than it has it: text of degrees, whole seconds. Left out, it stays as it is. */
const STAYS: readonly PropertyName[] = [
  'exif:DateTimeOriginal',
  'exif:GPSVersionID',
  'exif:GPSLongitude',
  'exif:GPSLatitude',
  'exif:GPSAltitudeRef',
  'exif:GPSAltitude',
  'darktable:export_timestamp',
  'darktable:print_timestamp',
];

/** The text of a sidecar with this history, for darktable to take over into an image that it has (exif.cc, dt_exif_xmp_read). Throws NotUnderstood. */
export const withHistory = (text: string, history: SidecarHistory): string =>
  withEdits(
    withProperties(
      text,
      STAYS.map((name) => ({ name, value: null })),
    ),
    history,
  );

/** The text of a sidecar with this history; all else stays. Throws NotUnderstood. */
export function withEdits(text: string, history: SidecarHistory): string {
  const { end, order, hasFirstSteps, hash, changedAt } = history;
  const attribute = (name: string, value: string | number | null) => ({
    name: `darktable:${name}` as const,
    value: value === null ? null : String(value),
  });
  const changed = withProperties(text, [
    // Later versions keep more than this one writes, and read it all the same.
    attribute('xmp_version', XMP_VERSION),
    attribute('auto_presets_applied', hasFirstSteps ? 1 : 0),
    attribute('history_end', end),
    attribute('iop_order_version', order.version),
    attribute('iop_order_list', order.list),
    attribute('history_current_hash', hash?.toString('hex') ?? null),
    // Of this version, seconds since 1970: what darktable itself writes there, it cannot read.
    attribute('change_timestamp', changedAt),
  ]);
  const withMasks = withStructures(changed, 'darktable:masks_history', history.masks.map(maskOf));
  return withStructures(withMasks, 'darktable:history', history.steps.map(stepOf));
}

/** Of 4.2 to 5.4; others are not read, or otherwise. */
const XMP_VERSION = 5;

function stepOf(row: HistoryValues): XmpStructure {
  const { blendop_params: blending, multi_name_hand_edited: isNameTyped } = row;
  return {
    num: text(row.num),
    operation: text(row.operation),
    enabled: text(row.enabled),
    modversion: text(row.module),
    params: hex(row.op_params),
    multi_name: text(row.multi_name),
    ...(isNameTyped === undefined ? {} : { multi_name_hand_edited: text(isNameTyped ?? 0n) }),
    multi_priority: text(row.multi_priority ?? 0n),
    blendop_version: text(row.blendop_version ?? 0n),
    ...(Buffer.isBuffer(blending) ? { blendop_params: hex(blending) } : {}),
  };
}

const maskOf = (row: HistoryValues): XmpStructure => ({
  mask_num: text(row.num),
  mask_id: text(row.formid),
  mask_type: text(row.form),
  mask_name: text(row.name),
  mask_version: text(row.version),
  mask_points: hex(row.points),
  mask_nb: text(row.points_count),
  mask_src: hex(row.source),
});

const text = (value: HistoryValues[string] | undefined) =>
  Buffer.isBuffer(value) ? value.toString() : String(value ?? '');
/** darktable reads plain hex as well as what it packs itself. */
const hex = (value: HistoryValues[string] | undefined) => (Buffer.isBuffer(value) ? value.toString('hex') : '');
