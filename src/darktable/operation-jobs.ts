/** Changes of tags, styles, versions, groups and histories, and removals, made by the plugin in a running darktable: docs/bridge-protocol.md, "Operations". */
import type { Heartbeat } from './bridge-heartbeat.ts';
import { doImageJob, endLeftoverJobs, escaped, type ImageJobAnswer, type ImageJobOptions } from './image-jobs.ts';
import { checkLines, type SeenField } from './organise-jobs.ts';

/** What to do with an image. */
export type ImageStep =
  /** An image without all tags of `remove` is left alone (`changed`). */
  | { do: 'tags'; add: readonly string[]; remove: readonly string[] }
  /** `hasHistory`: whether it was developed. Not every darktable can copy that from Lua. */
  | { do: 'duplicate'; hasHistory: boolean }
  /** Into the group that this image leads. `changed`: it leads none. */
  | { do: 'join'; leaderId: number; leaderFile: string }
  /** Out of its group. */
  | { do: 'leave' }
  | { do: 'lead' }
  /** From the library; the file stays. */
  | { do: 'remove' }
  /** Puts the style of this full name on top of the history. `steps`: what that makes of it. */
  | { do: 'style'; name: string; steps: readonly WantedStep[] }
  /** Discards the history. */
  | { do: 'discard' }
  | WholeHistory;

/** Puts a whole history in the place of the present one. */
export interface WholeHistory {
  do: 'history';
  /** A sidecar with that history, and with all else that darktable holds of the image. */
  sidecar: string;
  /** What darktable holds of it now: an image with other values when its turn comes is left alone (`changed`). */
  seen: readonly SeenField[];
  addTags: readonly string[];
  removeTags: readonly string[];
  /** That history. */
  wanted: WantedHistory;
}

/** As in the library: rows of `history`, `masks_history` and `module_order`. */
export interface WantedHistory {
  end: number;
  steps: readonly HistoryValues[];
  masks: readonly HistoryValues[];
  /** null: any that darktable has built in. */
  order: { version: number; list: string | null } | null;
}
export type HistoryValues = Readonly<Record<string, null | bigint | number | string | Buffer>>;

/** A step that is to be the newest of an instance. */
export interface WantedStep {
  operation: string;
  /** Version of the parameters; darktable may store them in a newer one. */
  version: number;
  enabled: boolean;
  params: Uint8Array;
}

/** The style that comes with a job has this name. Images get no tag of it. */
export const STEPS_STYLE = 'safelight-bridge-steps-7c1f4d2e';

export interface OperationImage {
  imageId: number;
  /** Full path of the image: the plugin refuses an id that belongs to another file. */
  file: string;
  step: ImageStep;
}

/** In this order. */
export interface PluginOperation {
  /** Full names. Tags that are there already stay. */
  createTags: readonly string[];
  /** Each image once. */
  images: readonly OperationImage[];
  /** Full names. A tag that an image has then stays. */
  deleteTags: readonly string[];
  /** The `.dtstyle` file of a style of its own, called `STEPS_STYLE`. */
  style?: string | undefined;
  /** Before all else. All of them or, where the styles are not as these expect, none. */
  styles?: readonly StyleChange[] | undefined;
}

/** A change of a style itself. `items`: how many modules it has. */
export type StyleChange =
  /** `file`: a `.dtstyle` of that name. There must not be a style of that name yet. */
  { do: 'import'; name: string; items: number; file: string } | { do: 'delete'; name: string; items: number };

/** Has the plugin do it and waits for the end. Throws file system errors, never the plugin's failures. */
export function operateThroughPlugin(
  { operationsDir, editsDir }: { operationsDir: string; editsDir: string },
  { createTags, images, deleteTags, style, styles = [] }: PluginOperation,
  options: ImageJobOptions = {},
): Promise<ImageJobAnswer> {
  const names = (key: string, all: readonly string[]) => all.map((name) => `${key}=${escaped(name)}\n`).join('');
  const job = {
    folder: operationsDir,
    queue: 'operations.queue',
    editsDir,
    imageIds: images.map(({ imageId }) => imageId),
    text: [
      ...styles.map(styleLines),
      names('create_tag', createTags),
      names('delete_tag', deleteTags),
      ...images.map(imageLines),
    ].join(''),
    style,
    newStyles: styles.flatMap((step) => (step.do === 'import' ? [step.file] : [])),
    sidecars: new Map(images.flatMap(({ imageId, step }) => (step.do === 'history' ? [[imageId, step.sidecar]] : []))),
  };
  return doImageJob(job, options);
}

/** See `endLeftoverJobs`. */
export const endLeftoverOperations = (operationsDir: string, heartbeat: Heartbeat | null): boolean =>
  endLeftoverJobs(operationsDir, 'operation', heartbeat);

const styleLines = ({ do: kind, name, items }: StyleChange) => `style_${kind}=${escaped(name)}\nstyle_items=${items}\n`;

const imageLines = ({ imageId, file, step }: OperationImage) =>
  [`image=${imageId}`, `file=${escaped(file)}`, `operation=${step.do}`, ...stepLines(step)]
    .map((line) => `${line}\n`)
    .join('');

function stepLines(step: ImageStep): string[] {
  switch (step.do) {
    case 'tags': {
      const lines = (key: string, all: readonly string[]) => all.map((name) => `${key}=${escaped(name)}`);
      return [...lines('tag_had', step.remove), ...lines('tag_add', step.add), ...lines('tag_remove', step.remove)];
    }
    case 'duplicate':
      return [`has_history=${step.hasHistory ? 1 : 0}`];
    case 'join':
      return [`leader=${step.leaderId}`, `leader_file=${escaped(step.leaderFile)}`];
    case 'style':
      return [`style=${escaped(step.name)}`];
    case 'history': {
      const lines = (key: string, all: readonly string[]) => all.map((name) => `${key}=${escaped(name)}`);
      return [...checkLines(step.seen), ...lines('tag_add', step.addTags), ...lines('tag_remove', step.removeTags)];
    }
    case 'leave':
    case 'lead':
    case 'remove':
    case 'discard':
      return [];
  }
}
