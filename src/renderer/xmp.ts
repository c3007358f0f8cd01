import { blobText } from '../darktable/blob-text.ts';
import type { DevelopMask, DevelopState, DevelopStep } from '../library/develop-state.ts';

/**
 * The development of an image as the XMP sidecar that darktable would write for it (exif.cc, dt_exif_xmp_read_data; xmp_version
 * 5 is 4.2.1's, and newer ones read it). Of the rest of a sidecar it holds nothing: no rating, no tags, no texts, no position.
 */
export function developXmp(state: DevelopState): string {
  const { order } = state;
  const attributes = [
    'darktable:xmp_version="5"',
    `darktable:raw_params="${state.rawParameters}"`,
    `darktable:auto_presets_applied="${state.isComplete ? 1 : 0}"`,
    `darktable:history_end="${state.historyEnd}"`,
    ...(order === null ? [] : [`darktable:iop_order_version="${order.version}"`]),
    ...(order?.list ? [`darktable:iop_order_list="${xmlText(order.list)}"`] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
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
  </rdf:Description>
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
    .map(([name, value]) => `      darktable:${name}="${xmlText(String(value))}"`)
    .join('\n')}/>\n`;

const paramsText = (blob: Uint8Array | null) => (blob === null ? '' : blobText(blob, 'xmp'));

/** Text of an attribute. What XML 1.0 cannot hold is left out. */
const xmlText = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- these very characters
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
