import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PREVIEW_LEVELS, type PreviewLevel, type PreviewSource } from '../contract/preview.ts';
import type { Events } from '../platform/events.ts';
import type { ImageHistory, KnownHistory } from '../image-index/image-index.ts';
import { PlaceholderFile } from './placeholder-file.ts';
import type { ImageFacts } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import { EmbeddedJpegs } from './embedded-jpeg.ts';
import { FittedPictures } from './fitted-pictures.ts';
import { KeptFiles } from './kept-files.ts';
import { isShownAsItIs, localPicture } from './local-picture.ts';
import { MipmapCache, type CachedPicture } from './mipmap-cache.ts';
import { etagOf, type FileFacts, type WholeJpeg } from './picture-file.ts';
import { PictureDecoder } from './picture-decoder.ts';
import { type Placeholder, Placeholders } from './placeholders.ts';
import { PreviewVersions } from './preview-versions.ts';

/** A picture file that answers a preview request. */
export type Preview = {
  file: string;
  contentType: 'image/jpeg' | 'image/png';
  source: PreviewSource;
  /** Bytes. */
  size: number;
  /** Unix ms of the file's last change. */
  modifiedMs: number;
  /** It does not show what darktable would: it is older than the present history, or never shows any. */
  stale: boolean;
  /** Quoted, strong: changes with the file's content. */
  etag: string;
  /** Of a small rendered one, all of it. */
  bytes?: Buffer;
};

/** What of an image tells whether a picture of it is stale. */
export type StalenessFacts = Pick<ImageHistory, 'id' | 'historyKey' | 'changedMs'> &
  Partial<Pick<ImageFacts, 'thumbnailsCurrent'>>;

export interface Previews {
  /**
   * The best picture there is of this image at a level: the cached one, else a local one. Null when it must be rendered first.
   * With `fit` a local or embedded picture larger than the level's box is scaled down to it. `original` passes the cached ones
   * by: null when there is no local one.
   */
  find(image: ImageFacts, level: PreviewLevel, options: { fit: boolean; original?: boolean }): Promise<Preview | null>;
  /**
   * What `find` would give without looking at the photograph itself: a cached picture, or null. Without `thumbnailsCurrent` one of
   * darktable's that seems stale may be current all the same.
   */
  cached(image: StalenessFacts, level: PreviewLevel): Preview | null;
  /** A cached picture of this very level: no larger one stands in. */
  rendered(image: StalenessFacts, level: PreviewLevel): Preview | null;
  /** Tiny pictures of the previews that are there: see `Placeholders`. */
  placeholders(ids: readonly number[]): Promise<Placeholder[]>;
  /** Changes whenever a newer cached preview of any size exists or the history changed. Cheap enough for every list record. */
  versionOf(id: number, historyKey: string): string;
  /** Moves on whenever versionOf may answer differently for some image. */
  epoch(): number;
  close(): Promise<void>;
}

export type PreviewsOptions = {
  dataDir: string;
  /** darktable's cache folder, such as ~/.cache/darktable, or null where there is none. */
  cacheDir: () => string | null;
  libraryFile: () => string;
  /** What the index knows of the history of an image, if anything. */
  history?: (id: number) => KnownHistory | null;
  events: Events;
  log: Log;
  /** How much of the disk the pictures made here (scaled down, taken out of raw files) may take. */
  keptBytes?: number;
  /** Another ExifTool than the one that comes along. */
  exiftoolPath?: string;
};

const defaultKeptBytes = 2 * 1024 ** 3;

export function openPreviews(options: PreviewsOptions): Previews {
  const { dataDir, events, log, history = () => null } = options;
  makeBridgeFolders(dataDir);
  const cache = new MipmapCache(options);
  const versions = new PreviewVersions(cache, events);
  const embeddedDir = join(dataDir, 'previews-embedded');
  const fitDir = join(dataDir, 'previews-fit');
  const kept = new KeptFiles([embeddedDir, fitDir], options.keptBytes ?? defaultKeptBytes);
  const decoder = new PictureDecoder();
  const embedded = new EmbeddedJpegs({ folder: embeddedDir, kept, decoder, log, exiftoolPath: options.exiftoolPath });
  const placeholders = new Placeholders({
    file: new PlaceholderFile(join(dataDir, 'placeholders.db'), log),
    cache,
    decoder,
  });
  const fitted = new FittedPictures({ folder: fitDir, kept, decoder, log });

  /** `of` is the photograph that the picture shows. */
  async function local(
    image: ImageFacts,
    level: PreviewLevel,
    { picture, of, source, fit }: { picture: FileFacts; of: FileFacts; source: PreviewSource; fit: boolean },
  ): Promise<Preview | null> {
    const stale = isDeveloped(image) && (of.file === image.path || isOlderThanChange(image, of.modifiedMs));
    if (fit) {
      const result = await fitted.of(picture, level);
      if (result.kind === 'broken') return null;
      placeholders.note(image.id, result.kind === 'scaled' ? result.facts : picture);
      if (result.kind === 'scaled') return preview(result.facts, source, 'image/jpeg', stale);
    }
    return preview(picture, source, contentTypeOf(image.filename), stale);
  }

  const isStale = (image: StalenessFacts, { source, modifiedMs }: CachedPicture) =>
    source === 'darktable'
      ? isStaleThumbnail(image, modifiedMs)
      : isStaleRendering(image, modifiedMs, history(image.id));
  const judged = (image: StalenessFacts, found: CachedPicture | null) =>
    found && preview(found, found.source, 'image/jpeg', isStale(image, found));
  const cached: Previews['cached'] = (image, level) => judged(image, cache.read(image.id, level));

  return {
    cached,
    rendered: (image, level) => judged(image, cache.at(image.id, level)),
    async find(image, level, { fit, original = false }) {
      const known = original ? null : cached(image, level);
      if (known) return known;
      const beside = await localPicture(image.path);
      if (beside) return local(image, level, { picture: beside, of: beside, source: 'local', fit });
      if (isShownAsItIs(image.path)) return null;
      const found = await embedded.of(image.path);
      return found && local(image, level, { picture: found.jpeg, of: found.raw, source: 'embedded', fit });
    },
    versionOf: (id, historyKey) => versions.versionOf(id, historyKey),
    placeholders: (ids) => placeholders.of(ids),
    epoch: () => versions.epoch(),
    async close() {
      versions.close();
      decoder.close();
      placeholders.close();
      await embedded.close();
    },
  };
}

function preview(
  facts: WholeJpeg,
  source: PreviewSource,
  contentType: Preview['contentType'],
  stale: boolean,
): Preview {
  const { file, size, modifiedMs, bytes } = facts;
  return { file, contentType, source, size, modifiedMs, stale, etag: etagOf(facts), ...(bytes && { bytes }) };
}

/** An untouched image looks as its file does. */
const isDeveloped = ({ historyKey }: StalenessFacts) => historyKey !== '0';

const isOlderThanChange = ({ changedMs }: StalenessFacts, modifiedMs: number) =>
  changedMs !== null && Math.ceil(modifiedMs) < changedMs;

/** darktable takes its thumbnails away when it changes an image, and may note that they show the present history. */
const isStaleThumbnail = (image: StalenessFacts, modifiedMs: number) =>
  image.thumbnailsCurrent !== true && isDeveloped(image) && isOlderThanChange(image, modifiedMs);

/**
 * Whether a picture that the bridge or the renderer made is older than the history, see [Note: How old a history is]: it may show edits
 * of an image that is untouched by now.
 */
function isStaleRendering(image: StalenessFacts, modifiedMs: number, known: KnownHistory | null): boolean {
  const { historyKey, sinceMs } = known ?? { historyKey: image.historyKey, sinceMs: null };
  // The index is about to learn of it: a history that is discarded bears no date.
  if (historyKey !== image.historyKey) return !isDeveloped(image) || isOlderThanChange(image, modifiedMs);
  if (sinceMs !== null) return Math.ceil(modifiedMs) < sinceMs;
  return isDeveloped(image) && isOlderThanChange(image, modifiedMs);
}

const contentTypeOf = (filename: string) => (/\.png$/i.test(filename) ? 'image/png' : 'image/jpeg');

/** The bridge's Lua cannot make folders, and one that exists is watched from the start. */
function makeBridgeFolders(dataDir: string): void {
  for (const { level } of PREVIEW_LEVELS) {
    try {
      mkdirSync(join(dataDir, 'previews', String(level)), { recursive: true, mode: 0o700 });
    } catch {
      // A read-only data-dir still lets people look at what is there.
    }
  }
}
