import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PREVIEW_LEVELS, type PreviewLevel, type PreviewSource } from '../contract/preview.ts';
import type { Events } from '../platform/events.ts';
import type { ImageHistory, KnownHistory } from '../image-index/image-index.ts';
import { openPlaceholderFile } from './placeholder-file.ts';
import type { ImageFacts, Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import { EmbeddedJpegs } from './embedded-jpeg.ts';
import { FittedPictures } from './fitted-pictures.ts';
import { KeptFiles } from './kept-files.ts';
import { etagWith, inserted, type Insertion, missingProfile } from './adobe-rgb.ts';
import { cachedJpegHead, jpegHead, readJpegHead } from './jpeg-head.ts';
import { isShownAsItIs, pictureBeside } from './local-picture.ts';
import { MipmapCache, type CachedPicture } from './mipmap-cache.ts';
import { cachedFileFacts, etagOf, pictureFacts, type FileFacts, type WholeJpeg } from './picture-file.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { type Placeholder, Placeholders } from './placeholders.ts';
import { PreviewVersions } from './preview-versions.ts';
import { ShownHistories } from './shown-histories.ts';

/** A picture file that answers a preview request. */
export type Preview = {
  file: string;
  contentType: 'image/jpeg' | 'image/png';
  source: PreviewSource;
  /** Bytes that are sent. */
  size: number;
  /** Unix ms of the file's last change. */
  modifiedMs: number;
  /** It does not show the current edits: it is older than they are, or shows none at all. */
  stale: boolean;
  /** A strong, quoted ETag: changes with the content. */
  etag: string;
  /** The content of a small rendered one. */
  bytes?: Buffer;
  /** The color profile that the file lacks, to be sent within it. */
  insert?: Insertion;
};

/** The facts about an image that decide whether its preview is stale. */
export type StalenessFacts = Pick<ImageHistory, 'id' | 'historyKey' | 'changedMs'> &
  Partial<Pick<ImageFacts, 'thumbnailsCurrent'>>;

export interface Previews {
  /**
   * The best picture of this image at a level: a cached one, else a local one. Null when it must be rendered first. `fit`: scale a
   * larger local or embedded picture down. `original`: skip cached pictures; null when there is no local one.
   */
  find(image: ImageFacts, level: PreviewLevel, options: { fit: boolean; original?: boolean }): Promise<Preview | null>;
  /**
   * Like `find`, but without opening the photograph: a cached picture, or null. Without `thumbnailsCurrent`, a thumbnail of darktable
   * that seems stale may be current.
   */
  cached(image: StalenessFacts, level: PreviewLevel): Preview | null;
  /** What the camera wrote into this file: the file itself, or the largest JPEG in a raw file, with its EXIF orientation. */
  camera(image: ImageFacts): Promise<FileFacts | null>;
  /** A cached picture of exactly this level. */
  rendered(image: StalenessFacts, level: PreviewLevel): Preview | null;
  /** The size of such a picture. Rejects when it is damaged. */
  measure(file: string): Promise<{ width: number; height: number }>;
  /** The renderer has put a picture of exactly this history in place. */
  noteRendered(id: number, level: PreviewLevel, historyKey: string): void;
  /** Placeholders of the existing previews: see `Placeholders`. */
  placeholders(ids: readonly number[]): Promise<Placeholder[]>;
  /** Changes whenever a newer cached preview of any size exists or the history changed. Cheap enough for every list record. */
  versionOf(id: number, historyKey: string): string;
  /** `versionOf` for the records of one answer. */
  versions(): (id: number, historyKey: string) => string;
  /** Increases whenever `versionOf` may return another value for any image. */
  epoch(): number;
  close(): Promise<void>;
}

export type PreviewsOptions = {
  dataDir: string;
  /** darktable's cache folder, such as ~/.cache/darktable, or null where there is none. */
  cacheDir: () => string | null;
  libraryFile: () => string;
  pictureFile: Library['pictureFile'];
  /** The index's facts about the history of an image, if any. */
  history?: (id: number) => KnownHistory | null;
  decoder: PictureDecoder;
  events: Events;
  log: Log;
  /** The disk limit of scaled and extracted pictures. */
  keptBytes?: number;
  /** Another ExifTool than the bundled one. */
  exiftoolPath?: string;
};

const defaultKeptBytes = 2 * 1024 ** 3;

export function openPreviews(options: PreviewsOptions): Previews {
  const { dataDir, decoder, events, log, history = () => null } = options;
  makeBridgeFolders(dataDir);
  const cache = new MipmapCache(options);
  const versions = new PreviewVersions(cache, events);
  const embeddedDir = join(dataDir, 'previews-embedded');
  const fitDir = join(dataDir, 'previews-fit');
  const kept = new KeptFiles([embeddedDir, fitDir], options.keptBytes ?? defaultKeptBytes);
  const embedded = new EmbeddedJpegs({ folder: embeddedDir, kept, decoder, log, exiftoolPath: options.exiftoolPath });
  const placeholders = new Placeholders({
    file: openPlaceholderFile(join(dataDir, 'placeholders.db'), log),
    cache,
    decoder,
  });
  const shown = new ShownHistories(join(dataDir, 'shown-histories.db'), log);
  const fitted = new FittedPictures({ folder: fitDir, kept, decoder, log });

  async function local(
    image: ImageFacts,
    level: PreviewLevel,
    { picture, source, fit }: FoundPicture & { fit: boolean },
  ): Promise<Preview | null> {
    const stale = isDeveloped(image);
    if (fit) {
      const result = await fitted.of(picture, level);
      if (result.kind === 'broken') return null;
      placeholders.note(image.id, result.kind === 'scaled' ? result.facts : picture);
      if (result.kind === 'scaled') return preview(result.facts, source, { stale });
    }
    return preview(picture, source, {
      stale,
      contentType: contentTypeOf(image.filename),
      missing: missingProfile(await jpegHead(picture)),
    });
  }

  async function camera(image: ImageFacts): Promise<FileFacts | null> {
    const file = await options.pictureFile(image);
    return isShownAsItIs(image.path) ? pictureFacts(file) : embedded.of(file);
  }

  /** A picture that shows the photograph without darktable's work. The camera's own inside a raw file is surer than one beside it. */
  async function photograph(image: ImageFacts, original: boolean): Promise<FoundPicture | null> {
    const found = (picture: FileFacts | null, source: FoundPicture['source']) => picture && { picture, source };
    if (isShownAsItIs(image.path)) return found(await camera(image), 'local');
    const beside = async () => found(await pictureBeside(image), 'local');
    const inside = async () => found(await camera(image), 'embedded');
    return original ? ((await inside()) ?? beside()) : ((await beside()) ?? inside());
  }

  const isStale = (image: StalenessFacts, found: CachedPicture) => {
    const known = history(image.id);
    if (found.source === 'darktable') return isStaleThumbnail(image, found.modifiedMs, known);
    const noted = shown.of(image.id, found.level, found);
    if (noted !== null) return noted !== image.historyKey;
    const stale = isStaleRendering(image, found.modifiedMs, known);
    if (!stale && known?.historyKey === image.historyKey) shown.note(image.id, found.level, found, image.historyKey);
    return stale;
  };
  const judged = (image: StalenessFacts, found: CachedPicture | null) =>
    found && preview(found, found.source, { stale: isStale(image, found), missing: missingProfile(headOf(found)) });
  const cached: Previews['cached'] = (image, level) => judged(image, cache.read(image.id, level));

  return {
    cached,
    camera,
    rendered: (image, level) => judged(image, cache.at(image.id, level)),
    async find(image, level, { fit, original = false }) {
      const known = original ? null : cached(image, level);
      if (known) return known;
      const found = await photograph(image, original);
      return found && local(image, level, { ...found, fit });
    },
    noteRendered(id, level, historyKey) {
      const picture = cachedFileFacts(cache.renderedFile(id, level));
      if (picture) shown.note(id, level, picture, historyKey);
    },
    versionOf: (id, historyKey) => versions.versionOf(id, historyKey),
    versions: () => versions.reader(),
    measure: (file) => decoder.measure(file),
    placeholders: (ids) => placeholders.of(ids),
    epoch: () => versions.epoch(),
    async close() {
      versions.close();
      placeholders.close();
      shown.close();
      await embedded.close();
    },
  };
}

type FoundPicture = { picture: FileFacts; source: 'local' | 'embedded' };

/** `missing`: see [Note: Colors that cameras only mark]. */
function preview(
  facts: WholeJpeg,
  source: PreviewSource,
  {
    stale,
    contentType = 'image/jpeg',
    missing = null,
  }: { stale: boolean; contentType?: Preview['contentType']; missing?: Insertion | null },
): Preview {
  const { file, size, modifiedMs, bytes } = facts;
  const etag = etagOf(facts);
  const as = { file, contentType, source, modifiedMs, stale };
  if (!missing) return { ...as, size, etag, ...(bytes && { bytes }) };
  return {
    ...as,
    size: size + missing.bytes.length,
    etag: etagWith(missing, etag),
    ...(bytes ? { bytes: inserted(bytes, missing) } : { insert: missing }),
  };
}

const headOf = (found: WholeJpeg) => (found.bytes ? readJpegHead(found.bytes) : cachedJpegHead(found));

/** An unedited image looks like its file. */
const isDeveloped = ({ historyKey }: StalenessFacts) => historyKey !== '0';

const isOlderThanChange = ({ changedMs }: StalenessFacts, modifiedMs: number) =>
  changedMs !== null && Math.ceil(modifiedMs) < changedMs;

/**
 * darktable removes its thumbnails when it changes an image, and may record that they show the current history. Not every change is one of the
 * history.
 */
function isStaleThumbnail(image: StalenessFacts, modifiedMs: number, known: KnownHistory | null): boolean {
  if (image.thumbnailsCurrent === true || !isDeveloped(image) || !isOlderThanChange(image, modifiedMs)) return false;
  return known?.historyKey !== image.historyKey || known.sinceMs === null || Math.ceil(modifiedMs) < known.sinceMs;
}

/**
 * Whether a picture of the plugin or the renderer is older than the history: see [Note: How old a history is]. It may also show edits of
 * an image that has none now.
 */
function isStaleRendering(image: StalenessFacts, modifiedMs: number, known: KnownHistory | null): boolean {
  const { historyKey, sinceMs } = known ?? { historyKey: image.historyKey, sinceMs: null };
  // A discarded history has no date; the index will learn of it soon.
  if (historyKey !== image.historyKey) return !isDeveloped(image) || isOlderThanChange(image, modifiedMs);
  if (sinceMs !== null) return Math.ceil(modifiedMs) < sinceMs;
  return isDeveloped(image) && isOlderThanChange(image, modifiedMs);
}

const contentTypeOf = (filename: string) => (/\.png$/i.test(filename) ? 'image/png' : 'image/jpeg');

/** The plugin's Lua cannot create folders, and an existing folder can be watched from the start. */
function makeBridgeFolders(dataDir: string): void {
  for (const { level } of PREVIEW_LEVELS) {
    try {
      mkdirSync(join(dataDir, 'previews', String(level)), { recursive: true, mode: 0o700 });
    } catch {
      // A read-only data-dir still lets people view existing previews.
    }
  }
}
