import type { WriteTags } from 'exiftool-vendored';
import type { ImageRecord } from '../contract/image-record.ts';
import type { Kept } from '../contract/recipe-formats.ts';
import type { Recipe } from '../contract/recipes.ts';
import { reasonOf } from '../platform/errors.ts';
import type { ExifToolProcess } from '../previews/exiftool-process.ts';
import { isClientTag } from './client-tags.ts';
import { RecipeFailure } from './recipe-failure.ts';

/** ExifTool wants something to write. */
const NOTHING = { 'XMP:Rating': null } as WriteTags;

/**
 * Leaves in a rendered file what the recipe keeps, as the library has it, and reads the file once more to prove it. Throws RecipeFailure,
 * and an Error when ExifTool cannot start.
 */
export async function keepMetadata(
  file: string,
  recipe: Pick<Recipe, 'keep' | 'drop_tags'>,
  facts: ImageRecord,
  exiftool: Pick<ExifToolProcess, 'use'>,
): Promise<void> {
  const tags = keptMetadata(recipe, facts);
  const found = await exiftool
    .use(async (process) => {
      const read = (): Promise<object> => process.readRaw(file, { readArgs: ['-G1', '-a'] });
      const write = (wanted: WriteTags, args: readonly string[] = []) =>
        process.write(file, wanted, { writeArgs: ['-overwrite_original', '-m', ...args] });
      await write(NOTHING, ['-all=', '--icc_profile:all']);
      // TIFF has its structure where the camera's words are, so there these go by name.
      const left = leftOver(await read(), {});
      if (left.length > 0) await write(Object.fromEntries(left.map((name) => [name, null])));
      if (Object.keys(tags).length > 0) await write(tags);
      return read();
    })
    .catch((error: unknown) => {
      throw new RecipeFailure(`its metadata cannot be written: ${reasonOf(error)}`, { cause: error });
    });
  if (!found) throw new Error('ExifTool, which removes the metadata, cannot start: it needs Perl');
  const more = leftOver(found, tags);
  if (more.length > 0)
    throw new RecipeFailure(`it would contain metadata that the recipe does not keep: ${more.join(', ')}`);
}

type Tags = Record<string, string | number | readonly string[] | null>;

/** In the names of ExifTool. */
const WRITTEN: Readonly<Record<Kept, (facts: ImageRecord, recipe: Pick<Recipe, 'drop_tags'>) => Tags>> = {
  camera: (facts) => ({
    'EXIF:Make': facts.maker,
    'EXIF:Model': facts.model,
    'EXIF:LensModel': facts.lens,
    'EXIF:ExposureTime': facts.exposure,
    'EXIF:FNumber': facts.aperture,
    'EXIF:ISO': facts.iso,
    'EXIF:FocalLength': facts.focal_length,
    'EXIF:ExposureCompensation': facts.exposure_bias,
  }),
  time: ({ datetime_taken: taken }) => ({
    'EXIF:DateTimeOriginal': taken?.slice(0, 19).replace('T', ' ').replaceAll('-', ':') ?? null,
  }),
  place: ({ latitude, longitude, altitude }) =>
    latitude === null || longitude === null
      ? {}
      : {
          'EXIF:GPSLatitude': Math.abs(latitude),
          'EXIF:GPSLatitudeRef': latitude < 0 ? 'S' : 'N',
          'EXIF:GPSLongitude': Math.abs(longitude),
          'EXIF:GPSLongitudeRef': longitude < 0 ? 'W' : 'E',
          'EXIF:GPSAltitude': altitude && Math.abs(altitude),
          'EXIF:GPSAltitudeRef': altitude && (altitude < 0 ? 1 : 0),
        },
  stars: ({ rating }) => ({ 'XMP-xmp:Rating': rating }),
  texts: (facts) => ({
    'XMP-dc:Title': facts.title,
    'XMP-dc:Description': facts.description,
    'EXIF:ImageDescription': facts.description,
    'XMP-dc:Creator': facts.creator,
    'EXIF:Artist': facts.creator,
    'XMP-dc:Publisher': facts.publisher,
    'XMP-dc:Rights': facts.rights,
    'EXIF:Copyright': facts.rights,
  }),
  tags(facts, recipe) {
    const kept = keptTags(recipe, facts);
    const leaves = [...new Set(kept.flatMap((tag) => tag.split('|')))];
    return { 'XMP-dc:Subject': leaves, 'XMP-lr:HierarchicalSubject': kept };
  },
};

/** Below it is what people made of published pictures. It stays home: it would make each of them look changed. */
export const FEEDBACK_TAG = 'feedback';

/** Without albums, without what clients said, and without what the recipe drops. */
export const keptTags = ({ drop_tags }: Pick<Recipe, 'drop_tags'>, { tags }: Pick<ImageRecord, 'tags'>): string[] =>
  tags.filter(
    (tag) => !isClientTag(tag) && ![...drop_tags, 'album', FEEDBACK_TAG].some((branch) => isBelow(tag, branch)),
  );

const isBelow = (tag: string, branch: string) => tag === branch || tag.startsWith(`${branch}|`);

/** What is to be written into a file that was stripped. */
export function keptMetadata(recipe: Pick<Recipe, 'keep' | 'drop_tags'>, facts: ImageRecord): WriteTags {
  const tags = recipe.keep.flatMap((kept) => Object.entries(WRITTEN[kept](facts, recipe)));
  return Object.fromEntries(
    tags.filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Groups and tags that tell of the file and its pixels alone, in family 1 of ExifTool. */
const STRUCTURE = [
  /^(SourceFile|errors|warnings)$/,
  /^(ExifTool|System|Composite|JFIF|RIFF|QuickTime|Meta|Adobe|ICC_Profile|ICC-\w+|XMP-x|MWG):/,
  /^File:(FileType|FileTypeExtension|MIMEType|ExifByteOrder|ImageWidth|ImageHeight|EncodingProcess|BitsPerSample|ColorComponents|YCbCrSubSampling)$/,
  /^PNG:(ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace|ProfileName|Gamma|SRGBRendering)$/,
  /^IFD0:(SubfileType|ImageWidth|ImageHeight|BitsPerSample|Compression|PhotometricInterpretation|StripOffsets|StripByteCounts|RowsPerStrip)$/,
  /^IFD0:(TileWidth|TileLength|TileOffsets|TileByteCounts|Orientation|SamplesPerPixel|PlanarConfiguration|Predictor|SampleFormat|ExtraSamples)$/,
  /^IFD0:([XY]Resolution|ResolutionUnit|YCbCrPositioning)$/,
  /^ExifIFD:(ExifVersion|ComponentsConfiguration|FlashpixVersion|ColorSpace)$/,
  /^GPS:GPSVersionID$/,
];

/** What ExifTool found in a finished file (`-G1 -a`) that neither the recipe lets through nor tells of the pixels. */
function leftOver(found: object, written: WriteTags): string[] {
  const known = new Set(Object.keys(written).map((name) => name.replace(/^.*:/, '')));
  return Object.keys(found).filter(
    (name) => !STRUCTURE.some((structure) => structure.test(name)) && !known.has(name.replace(/^.*:/, '')),
  );
}
