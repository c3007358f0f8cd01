import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { SidecarSettings } from '../darktable/darktablerc.ts';
import type { Organised, TextName } from '../library/organised.ts';
import { altitudeText, degreesText } from './gps-text.ts';
import type { ListKind, XmpProperty } from './xmp-properties.ts';

/** The parts of a sidecar that a decision can change. */
export type SidecarPart = 'rating' | 'labels' | 'tags' | 'place' | TextName;

const TEXTS: Readonly<Record<Exclude<TextName, 'notes'>, ListKind>> = {
  creator: 'Seq',
  publisher: 'Bag',
  title: 'Alt',
  description: 'Alt',
  rights: 'Alt',
};

/** The properties of these parts, as darktable writes them (exif.cc, measured with 4.2.1). */
export const sidecarProperties = (
  image: Organised,
  parts: Iterable<SidecarPart>,
  { isHierarchyOmitted }: Pick<SidecarSettings, 'isHierarchyOmitted'>,
): XmpProperty[] =>
  [...parts].flatMap((part): XmpProperty[] => {
    if (part === 'rating') return [{ name: 'xmp:Rating', value: String(image.isRejected ? -1 : image.stars) }];
    if (part === 'labels') return [{ name: 'darktable:colorlabels', kind: 'Seq', items: labelsOf(image) }];
    if (part === 'tags') {
      const words = image.tags.flatMap((name) => (isHierarchyOmitted ? name.split('|').slice(-1) : name.split('|')));
      return [
        { name: 'dc:subject', kind: 'Bag', items: sorted(words) },
        { name: 'lr:hierarchicalSubject', kind: 'Bag', items: sorted(image.tags) },
      ];
    }
    if (part === 'place') return placeOf(image);
    const text = image.texts[part];
    if (part === 'notes') return [{ name: 'acdsee:notes', value: text }];
    return [{ name: `dc:${part}`, kind: TEXTS[part], items: text === null ? [] : [text] }];
  });

const labelsOf = ({ labels }: Organised) =>
  COLOR_LABELS.flatMap((_, color) => ((labels & (1 << color)) === 0 ? [] : [String(color)]));

/** Without duplicates, sorted by bytes. */
const sorted = (names: readonly string[]) =>
  [...new Set(names)].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

/** To darktable, an image has both coordinates or none. */
function placeOf({ place: { latitude, longitude, altitude } }: Organised): XmpProperty[] {
  const isPlaced = latitude !== null && longitude !== null;
  const height = altitude === null ? null : altitudeText(altitude);
  return [
    { name: 'exif:GPSVersionID', value: isPlaced || height ? '2.2.0.0' : null },
    { name: 'exif:GPSLongitude', value: isPlaced ? degreesText(longitude, 'E', 'W') : null },
    { name: 'exif:GPSLatitude', value: isPlaced ? degreesText(latitude, 'N', 'S') : null },
    { name: 'exif:GPSAltitudeRef', value: height?.ref ?? null },
    { name: 'exif:GPSAltitude', value: height?.altitude ?? null },
  ];
}
