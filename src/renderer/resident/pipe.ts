import { CacheLines, type Kind } from './cache-lines.ts';
import type { Changed, Develop } from './develop.ts';
import type { Address, Libdarktable, Mip } from './libdarktable.ts';
import { type PictureFacts, type PointsFound, scaledSize, type Size, type View } from './protocol.ts';
import { SourceFailure } from './source-failure.ts';

/** More than any version needs for its dt_dev_pixelpipe_t. */
export const PIPE_BYTES = 1 << 18;
export const MIP_BYTES = 256;
const SEARCHED_BYTES = 4096;
/** Steps that darktable adds to every history, from the demosaiced picture to the screen. */
const USUAL_STEPS = 4;
/** So that a step more does not cost what is cached. */
const STEPS_MORE = 2;
/** Lines of the cache for what a raw's first steps make, which are larger than the view. */
const RAW_LINES = 8;
const LATELY = 3;
/** Of what the process may have; the rest is darktable itself, and what a step needs while it works. */
const CACHE_SHARE = 0.85;
/** Of a decoded raw picture: itself, and what its first steps make of all its pixels. */
const INPUT_PIXEL_BYTES = 20;
/** What darktable works with at once, and what the step before has made. */
const LEAST_LINES = 5;
/** Four floats. */
const PIXEL_BYTES = 16;

/** The whole picture at the darkroom's quality, or half of its pixels. */
export const WHOLE = { level: 10, init: 'dt_dev_pixelpipe_init' } as const;
export const DRAFT = { level: 9, init: 'dt_dev_pixelpipe_init_preview' } as const;
export type PipeKind = { level: Mip['level']; init: 'dt_dev_pixelpipe_init' | 'dt_dev_pixelpipe_init_preview' };

/** DT_DEV_TRANSFORM_DIR_ALL in darktable's develop.h. */
const ALL_MODULES = 0;

/** Where a pipe keeps its pixels: found with the first picture. */
let pixelsPlace: bigint | null = null;

/** BGRX pixels, valid until the next call of darktable, of which the picture begins at `left` and `top`. */
export type Rendered = { pixels: Buffer; size: Size; left: number; top: number; facts: PictureFacts };

type Part = { x: number; y: number; scale: number } & Size;

/** One of darktable's pixel pipes with its cache, and the decoded picture that it reads. */
export class Pipe {
  readonly #darktable: Libdarktable;
  readonly #at: Address;
  readonly #mip: Address;
  readonly #sizes: Address;
  readonly #lines: CacheLines;
  readonly #input: { pixels: Address; scale: number } & Size;
  /** What the cache has lines for. */
  #cached = { pixels: 0, pictures: 0 };
  /** The pixels of the whole picture as it was rendered last; `age`: how often it was since the region. */
  #whole = 0;
  #largest = 1;
  #region = { pixels: 0, age: 0 };
  readonly #isDraft: boolean;
  /** What the cache may take. */
  readonly #mostBytes: number;
  #lineCount = 0;
  #hasNodes = false;
  #isStale = true;

  /** `limitBytes`: of the process. Throws SourceFailure when the picture cannot be decoded. */
  constructor(darktable: Libdarktable, image: number, kind: PipeKind, limitBytes: number) {
    this.#darktable = darktable;
    this.#isDraft = kind.level === DRAFT.level;
    this.#mip = darktable.allocate(MIP_BYTES);
    this.#input = takeInput(darktable, this.#mip, image, kind);
    this.#mostBytes = limitBytes * CACHE_SHARE - this.#input.width * this.#input.height * INPUT_PIXEL_BYTES;
    this.#sizes = darktable.allocate(16);
    this.#at = darktable.allocate(PIPE_BYTES);
    darktable[kind.init](this.#at);
    // The cache is the first member of a pipe.
    this.#lines = new CacheLines(darktable, this.#at);
    darktable.dt_dev_pixelpipe_set_icc(this.#at, -1, 0n, 4);
  }

  get input(): Size {
    return this.#input;
  }

  /**
   * [Note: What a pipe keeps] One picture of the view's size for each step, so that a change of any step begins there. What a raw's first
   * steps make of all its pixels goes first: it takes most of the memory, and hardly any time to make again.
   */
  #makeRoom({ steps }: Develop, kind: Kind, { width, height }: Size): void {
    const pixels = width * height;
    const pictures = steps + USUAL_STEPS;
    // See [Note: Larger lines] in cache-lines.ts. The cache of drafts is never emptied by 4.2.1 itself.
    const isOfAnotherSize = this.#isDraft && this.#darktable.isBefore5 && pixels !== this.#cached.pixels;
    const isLonger = pictures > this.#cached.pictures;
    if (isLonger || isOfAnotherSize)
      this.#cached = { pixels, pictures: Math.max(this.#cached.pictures, pictures + STEPS_MORE) };
    if (kind === 'region') this.#region = { pixels, age: 0 };
    else if (kind === 'whole') {
      this.#whole = pixels;
      this.#region.age++;
    }
    // Who edits while zoomed in is shown the region and the whole in turn.
    const region = this.#region.age < LATELY ? this.#region.pixels : 0;
    this.#largest = Math.max(pixels, this.#whole, region);
    const most = this.#mostLines();
    // More again only once all that is wanted has room: each change empties the cache.
    const isOtherwise = most < this.#lineCount || (most > this.#lineCount && most === this.#wantedLines());
    if (isLonger || isOfAnotherSize || isOtherwise) this.forgetPixels();
    const kept = (pictures + 1) * (this.#whole || pixels) + Math.ceil(pictures / 3) * region;
    // 4.2.1 has no limit while a picture is made.
    const beside = kind === 'unawaited' && !this.#darktable.isBefore5 ? (pictures + 1) * pixels : 0;
    const cached = (kept + beside) * PIXEL_BYTES;
    const least = LEAST_LINES * this.#largest * PIXEL_BYTES;
    const limit = Math.floor(Math.min(cached, Math.max(this.#mostBytes, least)));
    this.#lines.makeRoom(BigInt(limit), kind);
  }

  #wantedLines(): number {
    const { pictures } = this.#cached;
    // Those of the picture before are kept, too, until the next one begins.
    return this.#isDraft ? pictures + RAW_LINES : 2 * pictures + RAW_LINES;
  }

  /** 4.2.1 has no limit while a picture is made (see [Note: Larger lines] in cache-lines.ts), so a large one has fewer lines. */
  #mostLines(): number {
    const bearable = Math.floor(this.#mostBytes / (this.#largest * PIXEL_BYTES));
    return Math.min(this.#wantedLines(), Math.max(LEAST_LINES, bearable));
  }

  /** Gives the memory of what is cached back. */
  forgetPixels(): void {
    this.#lineCount = this.#mostLines();
    this.#lines.renew(this.#lineCount);
  }

  /** Follows a change of the develop's history. */
  follow(develop: Develop, changed: Changed): void {
    if (changed === 'all') this.#isStale = true;
    if (changed === 'all' || this.#isStale) return;
    for (const step of changed.steps) {
      // Commits the last step, and takes a hundredth of the time of committing all.
      develop.length = step + 1;
      this.#darktable.dt_dev_pixelpipe_synch_top(this.#at, develop.at);
    }
    develop.length = changed.length;
  }

  /** Before its develop is freed. What is cached stays. */
  leaveDevelop(): void {
    if (this.#hasNodes) this.#darktable.dt_dev_pixelpipe_cleanup_nodes(this.#at);
    this.#hasNodes = false;
    this.#isStale = true;
  }

  /** The size of the whole picture at scale 1. */
  measure(develop: Develop): Size {
    const darktable = this.#darktable;
    if (this.#isStale) this.#readDevelop(develop);
    const { width, height } = this.#input;
    darktable.dt_dev_pixelpipe_get_dimensions(
      ...([this.#at, develop.at, width, height, this.#sizes, this.#sizes + 4n] as const),
    );
    return { width: darktable.int(this.#sizes), height: darktable.int(this.#sizes + 4n) };
  }

  /** Where places of its input, x and y in shares of the sides, are in the picture. */
  moved(develop: Develop, points: readonly number[]): PointsFound {
    const darktable = this.#darktable;
    const whole = this.measure(develop);
    const { width, height } = this.#input;
    const input = { width, height };
    if (points.length === 0) return { points, input };
    const { dt_dev_distort_transform_plus: transform } = darktable.pointFunctions();
    const at = darktable.allocate(points.length * 4);
    try {
      const bytes = darktable.bytes(at, points.length * 4);
      points.forEach((share, k) => bytes.writeFloatLE(share * (k % 2 === 0 ? width : height), k * 4));
      const isMoved = transform(develop.at, this.#at, 0, ALL_MODULES, at, BigInt(points.length / 2)) !== 0;
      if (!isMoved) throw new Error('darktable did not move the points');
      return {
        points: points.map((_share, k) => bytes.readFloatLE(k * 4) / (k % 2 === 0 ? whole.width : whole.height)),
        input,
      };
    } finally {
      darktable.free(at);
    }
  }

  render(develop: Develop, view: View, isAwaited: boolean): Rendered {
    const darktable = this.#darktable;
    const whole = this.measure(develop);
    const wanted = this.#partOf(develop, whole, view);
    const part = withMargin(
      wanted,
      'region' in view ? scaledSize(whole, wanted.scale) : wanted,
      'region' in view ? view.region.margin : undefined,
    );
    this.#makeRoom(develop, !isAwaited ? 'unawaited' : 'region' in view ? 'region' : 'whole', part);
    const failed = darktable.dt_dev_pixelpipe_process(
      ...([this.#at, develop.at, part.x, part.y, part.width, part.height, part.scale, -1] as const),
    );
    if (failed !== 0) throw new Error('darktable did not render the picture');
    pixelsPlace ??= findPixels(darktable, this.#at, part);
    const pixels = darktable.bytes(darktable.pointer(this.#at + pixelsPlace), part.width * part.height * 4);
    const { x, y, width, height } = wanted;
    return { pixels, size: part, left: x - part.x, top: y - part.y, facts: { whole, x, y, width, height } };
  }

  #partOf(develop: Develop, whole: Size, view: View): Part {
    if ('region' in view) return regionOf(whole, view.region);
    const scale = Math.min(view.box.width / whole.width, view.box.height / whole.height, 1);
    const isRoundedUp = this.#darktable.isBefore5 && !this.#isDraft;
    return {
      x: 0,
      y: 0,
      ...(isRoundedUp ? this.#roundedUp(develop, whole, scale) : { scale, ...scaledSize(whole, scale) }),
    };
  }

  /**
   * As dt_imageio_export_with_flags of 4.2.1 rounds: it mostly makes a row more than fits, and where that would need pixels beyond the edge of the
   * input, it makes them a little larger. Later versions round down.
   */
  #roundedUp(develop: Develop, whole: Size, scale: number): Size & { scale: number } {
    const darktable = this.#darktable;
    const { dt_dev_distort_backtransform_plus: toInput } = darktable.pointFunctions();
    const origin = this.#sizes;
    darktable.setPointer(origin, 0n);
    toInput(develop.at, this.#at, 0, ALL_MODULES, origin, 1n);
    const size = {
      width: Math.max(1, Math.trunc(scale * whole.width + Math.fround(0.8))),
      height: Math.max(1, Math.trunc(scale * whole.height + Math.fround(0.8))),
    };
    const isBeyond =
      Math.ceil(size.width / scale) + darktable.float(origin) > this.#input.width ||
      Math.ceil(size.height / scale) + darktable.float(origin + 4n) > this.#input.height;
    const larger = Math.max((whole.width + 1) / whole.width, (whole.height + 1) / whole.height);
    return { ...size, scale: isBeyond ? scale * larger : scale };
  }

  free(): void {
    this.leaveDevelop();
    this.#darktable.dt_dev_pixelpipe_cleanup(this.#at);
    this.#darktable.free(this.#at);
    this.#darktable.releaseMipmap(this.#mip);
    this.#darktable.free(this.#mip);
    this.#darktable.free(this.#sizes);
  }

  #readDevelop(develop: Develop): void {
    const darktable = this.#darktable;
    const { pixels, width, height, scale } = this.#input;
    this.leaveDevelop();
    darktable.dt_dev_pixelpipe_set_input(...([this.#at, develop.at, pixels, width, height, scale] as const));
    darktable.dt_ioppr_resync_modules_order(develop.at);
    darktable.dt_dev_pixelpipe_create_nodes(this.#at, develop.at);
    darktable.dt_dev_pixelpipe_synch_all(this.#at, develop.at);
    this.#hasNodes = true;
    this.#isStale = false;
  }
}

/** The decoded picture, in memory until it is released. Throws SourceFailure, and frees `mip`, when it cannot be decoded. */
export function takeInput(
  darktable: Libdarktable,
  mip: Address,
  image: number,
  { level }: Pick<PipeKind, 'level'>,
): { pixels: Address; scale: number } & Size {
  darktable.getMipmap(mip, image, level);
  const [width, height] = [darktable.int(mip + 8n), darktable.int(mip + 12n)];
  const pixels = darktable.pointer(mip + 24n);
  // darktable answers with a picture of 8 x 8 pixels when it cannot read one.
  if (pixels === 0n || width < 16 || height < 16) {
    darktable.releaseMipmap(mip);
    darktable.free(mip);
    throw new SourceFailure('darktable cannot read this picture');
  }
  return { pixels, width, height, scale: darktable.float(mip + 16n) };
}

/** darktable does not refuse a part that is not in the picture. */
function regionOf(whole: Size, region: Extract<View, { region: unknown }>['region']): Part {
  const all = scaledSize(whole, region.scale);
  const width = clamp(region.width, 1, all.width);
  const height = clamp(region.height, 1, all.height);
  return {
    x: clamp(region.x, 0, all.width - width),
    y: clamp(region.y, 0, all.height - height),
    scale: region.scale,
    width,
    height,
  };
}

function withMargin({ x, y, width, height, scale }: Part, all: Size, margin = 0): Part {
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  return {
    x: left,
    y: top,
    scale,
    width: Math.min(all.width, x + width + margin) - left,
    height: Math.min(all.height, y + height + margin) - top,
  };
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** The pixels are kept as { uint8_t *buffer; size_t size; int width, height; … }: found by the size of the picture. */
export function findPixels(darktable: Libdarktable, pipe: Address, { width, height }: Size): bigint {
  for (let at = 0n; at < SEARCHED_BYTES; at += 8n) {
    const isSize = darktable.int(pipe + at + 16n) === width && darktable.int(pipe + at + 20n) === height;
    if (isSize && darktable.pointer(pipe + at) > 65_536n) return at;
  }
  throw new Error('this version keeps its pixels elsewhere');
}
