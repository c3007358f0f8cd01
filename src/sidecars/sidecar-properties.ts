import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { SidecarSettings } from '../darktable/darktablerc.ts';
import type { Organised, TextName } from '../library/organised.ts';
import { altitudeText, degreesText } from './gps-text.ts';
import { hasProperty, withProperties, type ListKind, type XmpProperty } from './xmp-properties.ts';

const TEXTS: Readonly<Record<Exclude<TextName, 'notes'>, ListKind>> = {
  creator: 'Seq',
  publisher: 'Bag',
  title: 'Alt',
  description: 'Alt',
  rights: 'Alt',
};

/**
 * The text of a sidecar with all marks of an image, as darktable writes all of them each time (exif.cc, measured with 4.2.1). So
 * a mark that the sidecar missed is made up for by the next one. Throws NotUnderstood.
 */
export function withMarks(
  text: string,
  image: Organised,
  { isHierarchyOmitted }: Pick<SidecarSettings, 'isHierarchyOmitted'>,
): string {
  const words = image.tags.flatMap((name) => (isHierarchyOmitted ? name.split('|').slice(-1) : name.split('|')));
  const names: XmpProperty = { name: 'lr:hierarchicalSubject', kind: 'Bag', items: sorted(image.tags) };
  // darktable reads full names before words. Where those are right, the words may be those of another program.
  const areTagsRight = image.tags.length > 0 && hasProperty(text, names);
  return withProperties(text, [
    { name: 'xmp:Rating', value: String(image.isRejected ? -1 : image.stars) },
    { name: 'darktable:colorlabels', kind: 'Seq', items: labelsOf(image) },
    ...(areTagsRight ? [] : [{ name: 'dc:subject' as const, kind: 'Bag' as const, items: sorted(words) }, names]),
    ...Object.entries(TEXTS).map(([name, kind]): XmpProperty => {
      const value = image.texts[name as keyof typeof TEXTS];
      return { name: `dc:${name}`, kind, items: value === null ? [] : [value] };
    }),
    { name: 'acdsee:notes', value: image.texts.notes },
    ...placeOf(image),
  ]);
}

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
