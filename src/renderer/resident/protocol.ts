/** What Safelight and its resident darktable say to each other: requests are lines of JSON, answers are framed (see `frame`). */
import type { Norm } from '../../contract/input-colors.ts';
import type { ReleaseFacts } from '../../darktable/release-facts.ts';

export type Size = { width: number; height: number };

/** One of a history, oldest first. */
export interface Step {
  /** Module and instance. */
  place: string;
  /** What everything else about it comes to. */
  content: string;
  operation: string;
  /** Of the parameters. */
  version: number;
  /** In base64; null: none are stored. */
  params: string | null;
}

/** A development as darktable reads it, and what tells two of them apart. */
export interface Development {
  /** The content of the sidecar. */
  xmp: string;
  steps: Step[];
  /** What all of it but the parameters of its steps comes to. */
  apartFromParams: string;
  /** The order of the modules. */
  order: string;
  /** Otherwise darktable still adds its default steps. */
  isComplete: boolean;
  /** What darktable's cache of pixels does not see: when it changes, nothing that was cached is valid. */
  uncached: string;
}

/** darktable adds steps of its own to such a history. */
export const isPlain = ({ isComplete, steps }: Pick<Development, 'isComplete' | 'steps'>): boolean =>
  !isComplete || steps.length === 0;

/**
 * `box`: the whole picture, scaled down to fit. `region`: a part of the picture that was scaled by `scale` (at most 1), in pixels of the
 * scaled picture; with `margin`, as many pixels around it are rendered and left out, because many modules look at neighboring pixels.
 */
export type View =
  { box: Size } | { region: { x: number; y: number; width: number; height: number; scale: number; margin?: number } };

/** Asks for what darktable has of modules of the picture instead: of each instance of these operations. It takes no rendering. */
export interface ModulesWanted {
  modules: readonly string[];
}

/** A part of the picture, in shares of its sides. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Asks for the colors that reach an instance of a module: in an area of the picture that is shown, or how those of all of it are spread (null). */
export interface InputWanted {
  input: { operation: string; instance: number; area: Area | null };
}

/** Asks where places of the picture as the camera made it, x and y in shares of its sides, are in the picture that is shown. */
export interface PointsWanted {
  points: readonly number[];
}

/** Asks what the darktable says of itself; the picture does not matter. */
export interface ReleaseWanted {
  release: true;
}

/** Places in shares of the sides of the picture that is shown; `input`: the size of the picture as the camera made it. */
export interface PointsFound {
  points: readonly number[];
  input: Size;
}

type Three = [number, number, number];
interface Statistics {
  mean: Three;
  min: Three;
  max: Three;
}

interface Range {
  min: number;
  max: number;
}

/** Least and most; `lightness` is L of CIE Lab. */
export interface PixelRanges {
  rgb: { min: Three; max: Three };
  norms: Record<Norm, Range>;
  lightness: Range;
}

/** Of the pixels that darktable's color pickers read: each channel by itself. */
export interface InputColors {
  /** Linear Rec. 2020; 1 is white, and light may be brighter. */
  rgb: Statistics;
  /** CIE Lab (D50). */
  lab: Statistics;
  /** The same in LCh; the hue from 0 to 1. */
  lch: Statistics;
  /** Of the pixels as they are; the others are smoothed. */
  pixels: PixelRanges;
}

/** How many pixels have which lightness (CIE L*), from 0 to 100 in even steps. The first and the last step have what lies outside, too. */
export interface InputHistogram {
  lightness: number[];
  /** As the lightness of a gray of this light: of linear Rec. 2020. */
  red: number[];
  green: number[];
  blue: number[];
}

/** An instance of a module as it stands in the development of a picture. Bytes are in base64. */
export interface ModuleValues {
  operation: string;
  /** 0 for the first. */
  instance: number;
  /** Of its parameters. */
  version: number;
  /** false: it does nothing for this kind of picture. null: not known with this version of darktable. */
  isApplicable: boolean | null;
  isEnabled: boolean;
  isOnByDefault: boolean;
  /** The newest step's, in the module's own version, whatever the step is stored in; the defaults if there is none. */
  params: string;
  blendParams: string;
  /** Those of this picture, as the darkroom stores them. null: they depend on its noise profile, which darktable looks up only in its window. */
  defaultParams: string | null;
  /** Then: those without a profile. */
  unprofiledParams: string | null;
  defaultBlendParams: string;
  blendVersion: number;
}

/** What was asked for instead of a picture. */
export interface Told {
  modules?: readonly ModuleValues[];
  colors?: InputColors;
  histogram?: InputHistogram;
  points?: PointsFound;
  release?: ReleaseFacts;
}

export interface PictureRequest {
  number: number;
  /** An absolute path. */
  picture: string;
  development: Development;
  /** null: only the size of the picture is asked for, which takes no rendering. */
  view: View | ModulesWanted | InputWanted | PointsWanted | ReleaseWanted | null;
  /** Quicker, from half of the pixels. */
  isDraft: boolean;
  /** Somebody looks at the screen until it comes. What led to other pictures is not kept. */
  isAwaited: boolean;
  /** JPEG quality, 1-100. */
  quality: number;
}

export interface PictureFacts extends Size {
  /** The size of the whole picture at scale 1. */
  whole: Size;
  /** Where the region begins. */
  x: number;
  y: number;
}

export type Answer =
  | { is: 'ready'; version: string }
  | { is: 'picture'; number: number; facts: PictureFacts; bytes: number }
  | { is: 'told'; number: number; told: Told }
  /** The process goes on. `isOfSource`: the photograph is missing or cannot be read. */
  | { is: 'failed'; number: number; reason: string; isOfSource: boolean };

/** How the process is started. */
export interface StartOptions {
  library: string;
  dataDir: string;
  workDir: string;
  version: string;
  usesOpenCl: boolean;
  /** Of its resident memory. */
  limitBytes: number;
}

export const scaledSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
});

/** Four bytes with the length of the JSON, the JSON, and as many bytes as it says. */
export function frame(answer: Answer, bytes: Uint8Array = new Uint8Array()): Buffer {
  const json = Buffer.from(JSON.stringify(answer));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, bytes]);
}

/** In which a frame tells the length of its JSON. */
const LENGTH_BYTES = 4;

/** Puts frames together from what arrives. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** How many bytes show more of the present frame. */
  #needed = LENGTH_BYTES;
  readonly #onFrame: (answer: Answer, bytes: Buffer) => void;

  constructor(onFrame: (answer: Answer, bytes: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // Put together once for each part of a frame, not for each chunk: a picture has hundreds.
    while (this.#length >= this.#needed) {
      const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
      this.#chunks = [all];
      const jsonEnd = LENGTH_BYTES + all.readUInt32BE(0);
      this.#needed = jsonEnd;
      if (all.length < jsonEnd) return;
      const answer = JSON.parse(all.toString('utf8', LENGTH_BYTES, jsonEnd)) as Answer;
      const end = jsonEnd + ('bytes' in answer ? answer.bytes : 0);
      this.#needed = end;
      if (all.length < end) return;
      this.#chunks = [all.subarray(end)];
      this.#length = all.length - end;
      this.#needed = LENGTH_BYTES;
      this.#onFrame(answer, all.subarray(jsonEnd, end));
    }
  }
}
