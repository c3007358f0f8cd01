import { blobText } from '../darktable/blob-text.ts';
import type { DevelopMask, DevelopState, DevelopStep } from '../library/develop-state.ts';
import type { ExportFacts } from '../library/export-facts.ts';
import { altitudeText, degreesText } from '../sidecars/gps-text.ts';

/**
 * The development of an image as the XMP sidecar that darktable would write for it (exif.cc, dt_exif_xmp_read_data;
 * xmp_version 5 is 4.2.1's, and newer ones read it), with or without the other facts of an export.
 */
export function developXmp(state: DevelopState, facts: ExportFacts | null = null): string {
  const { order } = state;
  const attributes = [
    ...(facts ? factAttributes(facts) : []),
    attribute('darktable:xmp_version', 5),
    attribute('darktable:raw_params', state.rawParameters),
    attribute('darktable:auto_presets_applied', state.isComplete ? 1 : 0),
    attribute('darktable:history_end', state.historyEnd),
    ...(order === null ? [] : [attribute('darktable:iop_order_version', order.version)]),
    ...(order?.list ? [attribute('darktable:iop_order_list', order.list)] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
    xmlns:darktable="http://darktable.sf.net/"
   ${attributes.join('\n   ')}>
   <darktable:masks_history>
    <rdf:Seq>
${state.masks.map(mask).join('')}    </rdf:Seq>
   </darktable:masks_history>
   <darktable:history>
    <rdf:Seq>
${state.history.map(step).join('')}    </rdf:Seq>
   </darktable:history>
${facts ? factElements(facts) : ''}  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
`;
}

const step = (step: DevelopStep) =>
  item({
    num: step.num,
    operation: step.operation,
    enabled: step.enabled ? 1 : 0,
    modversion: step.module,
    params: paramsText(step.params),
    multi_name: step.name,
    ...(step.nameIsTyped === null ? {} : { multi_name_hand_edited: step.nameIsTyped ? 1 : 0 }),
    multi_priority: step.priority,
    blendop_version: step.blendVersion,
    blendop_params: paramsText(step.blendParams),
  });

const mask = (mask: DevelopMask) =>
  item({
    mask_num: mask.num,
    mask_id: mask.id,
    mask_type: mask.type,
    mask_name: mask.name,
    mask_version: mask.version,
    mask_points: paramsText(mask.points),
    mask_nb: mask.count,
    mask_src: paramsText(mask.source),
  });

const item = (values: Record<string, string | number>) =>
  `     <rdf:li\n${Object.entries(values)
    .map(([name, value]) => `      ${attribute(`darktable:${name}`, value)}`)
    .join('\n')}/>\n`;

function factAttributes({ rating, datetime_taken, latitude, longitude, altitude }: ExportFacts): string[] {
  const height = altitude === null ? null : altitudeText(altitude);
  const isPlaced = latitude !== null && longitude !== null;
  return [
    attribute('xmp:Rating', rating),
    ...(datetime_taken === null ? [] : [attribute('exif:DateTimeOriginal', exifTime(datetime_taken))]),
    attribute('exif:GPSVersionID', '2.2.0.0'),
    attribute('exif:GPSLatitude', isPlaced ? degreesText(latitude, 'N', 'S') : NOWHERE),
    attribute('exif:GPSLongitude', isPlaced ? degreesText(longitude, 'E', 'W') : NOWHERE),
    ...(height ? [attribute('exif:GPSAltitudeRef', height.ref), attribute('exif:GPSAltitude', height.altitude)] : []),
  ];
}

/** A location removed in darktable must not come back from the file: darktable reads an invalid location as none. */
const NOWHERE = 'x';

/** `2021-09-14T06:12:33.250` as `2021:09:14 06:12:33.250`. */
const exifTime = (taken: string) => taken.replace('T', ' ').replace(/^(\d+)-(\d+)-/, '$1:$2:');

const factElements = ({ title, description, creator, publisher, rights, tags }: ExportFacts) =>
  [
    texts('dc:title', 'Alt', [title]),
    texts('dc:description', 'Alt', [description]),
    texts('dc:creator', 'Seq', [creator]),
    texts('dc:publisher', 'Bag', [publisher]),
    texts('dc:rights', 'Alt', [rights]),
    texts('lr:hierarchicalSubject', 'Bag', tags),
  ].join('');

function texts(element: string, kind: 'Alt' | 'Bag' | 'Seq', values: readonly (string | null)[]): string {
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
  const items = values.flatMap((value) =>
    value === null ? [] : [`     <rdf:li${language}>${xmlText(value)}</rdf:li>\n`],
  );
  if (items.length === 0) return '';
  return `   <${element}>\n    <rdf:${kind}>\n${items.join('')}    </rdf:${kind}>\n   </${element}>\n`;
}

const paramsText = (blob: Uint8Array | null) => (blob === null ? '' : blobText(blob, 'xmp'));

/** Every value goes through here, numbers too: an SQLite column may hold text where a number belongs. */
const attribute = (name: string, value: string | number) => `${name}="${xmlText(String(value))}"`;

/** Characters that XML 1.0 does not allow are removed. */
const xmlText = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- these very characters
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
