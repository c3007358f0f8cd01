import type { Position } from './shot.ts';

/** What a photographer did to a picture in darktable, as its XMP sidecar tells it. */
export type Sidecar = {
  /** 0-5 stars, -1 rejected. */
  rating?: number;
  colorLabels?: ColorLabel[];
  /** Levels are parted by `|`: `places|iceland`. */
  tags?: string[];
  title?: string;
  description?: string;
  creator?: string;
  publisher?: string;
  rights?: string;
  notes?: string;
  position?: Position;
  /** The steps of the edit, oldest first. */
  history?: HistoryStep[];
  /** How many of the steps are active; all of them unless told. */
  historyEnd?: number;
  /** The order of all modules, `exposure,0,exposure,1,…`. Needed when a module has more than one instance. */
  moduleOrder?: string;
};

export type ColorLabel = (typeof colorLabels)[number];

/** In darktable's order: its number for a label is its place here. */
export const colorLabels = ['red', 'yellow', 'green', 'blue', 'purple'] as const;

export type HistoryStep = {
  operation: string;
  /** The version of the module's parameters. */
  version: number;
  params: Buffer;
  enabled?: boolean;
  multiPriority?: number;
  multiName?: string;
  blendVersion?: number;
  blendParams?: Buffer;
};

/** The name that darktable gives to the sidecar of a picture. */
export const sidecarPath = (picture: string) => `${picture}.xmp`;

/** An XMP sidecar as darktable 4.2.1 writes it (xmp_version 5). Parameters are plain lower-case hex. */
export function xmpSidecar(sidecar: Sidecar): string {
  const { rating = 0, history = [], historyEnd = history.length, position } = sidecar;
  const attributes = [
    `xmp:Rating="${rating}"`,
    'darktable:xmp_version="5"',
    'darktable:raw_params="0"',
    'darktable:auto_presets_applied="1"',
    `darktable:history_end="${historyEnd}"`,
    'darktable:iop_order_version="2"',
    ...(sidecar.moduleOrder === undefined ? [] : [`darktable:iop_order_list="${sidecar.moduleOrder}"`]),
    ...(sidecar.notes === undefined ? [] : [`acdsee:notes="${text(sidecar.notes)}"`]),
    ...(position === undefined ? [] : gps(position)),
  ];
  const elements = [
    list('dc:title', 'Alt', sidecar.title),
    list('dc:description', 'Alt', sidecar.description),
    list('dc:creator', 'Seq', sidecar.creator),
    list('dc:publisher', 'Bag', sidecar.publisher),
    list('dc:rights', 'Alt', sidecar.rights),
    list('dc:subject', 'Seq', ...(sidecar.tags ?? []).flatMap((tag) => tag.split('|'))),
    list('lr:hierarchicalSubject', 'Seq', ...(sidecar.tags ?? [])),
    list(
      'darktable:colorlabels',
      'Seq',
      ...(sidecar.colorLabels ?? []).map((label) => String(colorLabels.indexOf(label))),
    ),
    history.length === 0
      ? ''
      : `   <darktable:history>\n    <rdf:Seq>\n${history.map(step).join('')}    </rdf:Seq>\n   </darktable:history>\n`,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
   xmlns:exif="http://ns.adobe.com/exif/1.0/"
   xmlns:xmp="http://ns.adobe.com/xap/1.0/"
   xmlns:dc="http://purl.org/dc/elements/1.1/"
   xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
   xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
   xmlns:darktable="http://darktable.sf.net/"
   ${attributes.join('\n   ')}>
${elements.join('')}  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
`;
}

function list(element: string, kind: 'Alt' | 'Bag' | 'Seq', ...values: (string | undefined)[]): string {
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
  const items = [...new Set(values)].filter((value) => value !== undefined);
  if (items.length === 0) return '';
  const lines = items.map((value) => `     <rdf:li${language}>${text(value)}</rdf:li>\n`).join('');
  return `   <${element}>\n    <rdf:${kind}>\n${lines}    </rdf:${kind}>\n   </${element}>\n`;
}

function step(step: HistoryStep, num: number): string {
  return `     <rdf:li
      darktable:num="${num}"
      darktable:operation="${step.operation}"
      darktable:enabled="${step.enabled === false ? 0 : 1}"
      darktable:modversion="${step.version}"
      darktable:params="${step.params.toString('hex')}"
      darktable:multi_name="${text(step.multiName ?? '')}"
      darktable:multi_priority="${step.multiPriority ?? 0}"
      darktable:blendop_version="${step.blendVersion ?? plainBlendVersion}"
      darktable:blendop_params="${(step.blendParams ?? plainBlend()).toString('hex')}"/>\n`;
}

/** The blending version that darktable 4.2.1 writes; newer ones convert it. */
const plainBlendVersion = 11;

/** Blending that does nothing, as darktable itself writes it: normal mode, full opacity, no mask, the default color space. */
function plainBlend(): Buffer {
  const params = Buffer.alloc(420);
  params.writeUInt32LE(24, 8);
  params.writeFloatLE(100, 16);
  params.writeUInt32LE(5, 36);
  for (let channel = 0; channel < 16; channel++) {
    params.writeFloatLE(1, 68 + channel * 16 + 8);
    params.writeFloatLE(1, 68 + channel * 16 + 12);
  }
  return params;
}

/** XMP tells a position as degrees and decimal minutes, `64,8.5N`. */
function gps({ latitude, longitude, altitude }: Position): string[] {
  const angle = (degrees: number, positive: string, negative: string) => {
    const minutes = Math.abs(degrees) * 60;
    return `${Math.floor(minutes / 60)},${(minutes % 60).toFixed(6)}${degrees < 0 ? negative : positive}`;
  };
  const attributes = [
    'exif:GPSVersionID="2.2.0.0"',
    `exif:GPSLatitude="${angle(latitude, 'N', 'S')}"`,
    `exif:GPSLongitude="${angle(longitude, 'E', 'W')}"`,
  ];
  if (altitude === undefined) return attributes;
  const height = `exif:GPSAltitude="${Math.round(Math.abs(altitude) * 10)}/10"`;
  return [...attributes, `exif:GPSAltitudeRef="${altitude < 0 ? 1 : 0}"`, height];
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: string) => value.replace(/[&<>"]/g, (character) => entities[character] ?? character);
