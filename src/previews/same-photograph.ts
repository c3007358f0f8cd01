import type { ImageFacts } from '../library/library.ts';
import type { JpegHead } from './jpeg-head.ts';

export type PhotographFacts = Pick<ImageFacts, 'path' | 'takenMs' | 'model' | 'fileShape'>;

/**
 * [Note: A name is not a photograph] Cameras count to 9999 and begin anew, so IMG_0001.JPG may be of another day or another camera than the
 * IMG_0001.CR2 beside it. And a raw developer writes IMG_0001.jpg with edits beside it. A JPEG stands for a raw file only if it was taken in
 * the same second, with the same camera (or in the same shape, where one of them tells no camera), and no raw developer wrote it.
 */
export function isOfPhotograph(image: PhotographFacts, head: JpegHead | null): boolean {
  if (!head?.exif || image.takenMs === null) return false;
  const { takenAt, model, software } = head.exif;
  if (secondOf(takenAt) !== Math.floor(image.takenMs / 1000)) return false;
  if ([software, head.creatorTool].some((program) => program !== null && RAW_DEVELOPERS.test(program))) return false;
  if (model !== null && image.model !== null) return plain(model) === plain(image.model);
  return image.fileShape !== null && head.size !== null && isSameShape(image.fileShape, head.size);
}

/** What programs write into EXIF's Software or XMP's CreatorTool. Cameras write their firmware there. */
const RAW_DEVELOPERS =
  /darktable|ansel|rawtherapee|\bART\b|lightroom|camera raw|photoshop|adobe|capture one|dxo|photolab|\bon1\b|luminar|affinity|gimp|krita|digikam|showfoto|rawstudio|ufraw|photivo|lightzone|aftershot|bibble|capture nx|viewnx|nx studio|digital photo professional|silkypix|imaging edge|raw data converter|image data converter|olympus (?:viewer|workspace)|om workspace|hasselblad phocus|iridient|exposure x|acdsee|zoner|paintshop|corel|raw power|aperture|\bphotos \d|picasa|snapseed|filmulator|rapidraw|vkdt|imagemagick|xnview/i;

/** `2021:09:14 06:12:33` as if it were UTC. */
function secondOf(takenAt: string | null): number | null {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(takenAt ?? '') ?? [];
  return time === undefined ? null : Date.parse(`${year}-${month}-${day}T${time}Z`) / 1000;
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ');

/** A raw file has a border around the picture, and either may lie on its side. */
const SHAPE_TOLERANCE = 0.03;

function isSameShape(shape: number, { width, height }: { width: number; height: number }): boolean {
  const longer = Math.max(shape, 1 / shape);
  return Math.abs(longer / (Math.max(width, height) / Math.min(width, height)) - 1) < SHAPE_TOLERANCE;
}
