import { LRUCache } from 'lru-cache';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { inserted, profileSegment } from './adobe-rgb.ts';
import { readJpegHead } from './jpeg-head.ts';
import { CHANNELS, type Region, type Size, storedRegion, turnedUpright, uprightSize } from './orientation.ts';
import { Semaphore } from './semaphore.ts';

/** Scaled to a size: a region of the upright picture. */
export interface Part extends Size {
  region: Region;
}

/** A picture as it is stored, before it is turned upright. */
interface Pixels extends Size {
  data: Buffer;
  orientation: number;
  /** Its colors, unless they are those of sRGB. */
  profile: Buffer | null;
}

export interface Source {
  image: Sharp;
  facts: Metadata;
  /** Decodes; a picture that is held as a whole anyway waits for its turn. */
  decode: (image: Sharp) => Promise<Buffer>;
}

const IDLE_MS = 60_000;
const QUALITY = 90;
/** What one segment of a JPEG can hold. */
const MOST_PROFILE_BYTES = 65_000;

/**
 * Pictures decoded as a whole, for their tiles: of a JPEG, everything above a tile must be decoded for it anyway. The last ones are kept,
 * within `mostBytes`, until none is asked for during a minute.
 */
export class DecodedPixels {
  readonly #kept: LRUCache<string, Pixels>;
  readonly #underWay = new Map<string, Promise<Pixels>>();
  readonly #turns = new Semaphore(1);
  readonly #mostBytes: number;
  #idle: NodeJS.Timeout | undefined;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
    this.#kept = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ data }) => data.length });
  }

  /** Upright, with the picture's own colors, as a JPEG. `key`: of the content of the file. */
  async part(key: string, open: () => Promise<Source>, { region, ...size }: Part): Promise<Buffer> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#kept.clear(), IDLE_MS).unref();
    const pixels = this.#kept.get(key) ?? (await this.#decoded(key, open));
    const { data, orientation, profile } = pixels;
    const { width, height } = uprightSize({ ...size, orientation });
    const stored = await sharp(data, { raw: { width: pixels.width, height: pixels.height, channels: CHANNELS } })
      .extract(storedRegion(pixels, region))
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer();
    const upright = turnedUpright(stored, { width, height, orientation });
    const jpeg = await sharp(upright, { raw: { ...size, channels: CHANNELS } })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const head = profile && readJpegHead(jpeg);
    return head ? inserted(jpeg, { at: head.profileAt, bytes: profileSegment(profile) }) : jpeg;
  }

  #decoded(key: string, open: () => Promise<Source>): Promise<Pixels> {
    let work = this.#underWay.get(key);
    if (!work) {
      work = this.#turns.take(() => this.#decode(key, open)).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, work);
    }
    return work;
  }

  async #decode(key: string, open: () => Promise<Source>): Promise<Pixels> {
    const { image, facts, decode } = await open();
    const { width, height, orientation = 1 } = facts;
    if (width * height * CHANNELS > this.#mostBytes)
      throw new Error(`${width} x ${height} pixels are too many for tiles`);
    const data = await decode(image.flatten({ background: '#fff' }).toColourspace('srgb').raw());
    const decoded = { data, width, height, orientation, profile: ownProfile(facts) };
    this.#kept.set(key, decoded);
    return decoded;
  }
}

/** The profile that tiles of the picture have, too: a browser converts them faster than libvips the whole picture. */
export const ownProfile = ({ icc, space, format }: Metadata): Buffer | null =>
  icc && format === 'jpeg' && space === 'srgb' && icc.length <= MOST_PROFILE_BYTES ? icc : null;
