import type { ColorLabel } from '../contract/image-record.ts';

/** One step of a develop history. */
export type FixtureHistory = {
  operation: string;
  /** Version of the module's parameters; default 1. */
  module?: number;
  params?: Uint8Array;
  /** Default true. */
  enabled?: boolean;
  blend?: Uint8Array;
  blendVersion?: number;
  /** Instance number; default 0. */
  priority?: number;
  name?: string;
  /** Default: its index in the list. */
  num?: number;
};

/** A short description of an image. Omitted fields get plausible values; null leaves a column unset. */
export type FixtureImage = {
  id?: number;
  filename?: string;
  /** Folder of the film roll. */
  film?: string;
  stars?: number;
  rejected?: boolean;
  labels?: readonly ColorLabel[];
  tags?: readonly string[];
  /** Wall clock, `2024-05-01T12:00:00.250`. */
  taken?: string | null;
  /** Unix milliseconds. */
  imported?: number | null;
  changed?: number | null;
  raw?: boolean;
  /** darktable has added its default steps to the history. Default: it will when it loads the image. */
  isComplete?: boolean;
  /** `rawprepare,0,…`, which darktable stores where a module has several instances. */
  order?: string;
  hdr?: boolean;
  title?: string;
  description?: string;
  creator?: string;
  publisher?: string;
  rights?: string;
  notes?: string;
  maker?: string | null;
  model?: string | null;
  lens?: string | null;
  exposure?: number | null;
  aperture?: number | null;
  iso?: number | null;
  focalLength?: number | null;
  focusDistance?: number | null;
  exposureBias?: number | null;
  lat?: number | null;
  lon?: number | null;
  altitude?: number | null;
  /** From XYZ to the camera's colors: nine numbers. */
  colorMatrix?: Uint8Array;
  width?: number | null;
  height?: number | null;
  aspectRatio?: number | null;
  orientation?: number;
  /** Duplicate number. */
  version?: number;
  groupId?: number;
  history?: readonly FixtureHistory[];
  /** The number of active steps; default: all. */
  historyEnd?: number;
  /** Columns of `history_hash`; default: derived from the history, thumbnails current. */
  hash?: {
    basic?: Uint8Array | null;
    auto?: Uint8Array | null;
    current?: Uint8Array | null;
    mipmap?: Uint8Array | null;
  };
};
