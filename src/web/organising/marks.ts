import { useMemo, useSyncExternalStore } from 'react';
import { COLOR_LABELS, type ColorLabel } from '../../contract/color-labels.ts';
import type { ImageChange } from '../../contract/image-change.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { COORDINATES, type Coordinate, TEXTS, type TextName } from '../../contract/image-texts.ts';
import type { ImagePage } from '../api/images.ts';
import { queryClient } from '../api/query-client.ts';

/**
 * [Note: Marks ahead] What was decided is shown at once, before the service has stored it and the lists have followed. It lies over the records
 * and not in them: a list that was asked for a moment earlier, or comes while keys are pressed quickly, would take it back for a moment.
 * It goes when a record says the same, when the decision failed, and at the latest when the lists had time to follow.
 */

type TagMark = `tag:${string}`;
/** Decided marks; those that are missing are as in the record. */
export type Marks = { rejected?: boolean; stars?: number } & Partial<Record<ColorLabel, boolean>> &
  Partial<Record<TextName, string | null>> &
  Partial<Record<Coordinate, number | null>> &
  Record<TagMark, boolean>;
type Mark = Marks[keyof Marks];

type Marked = Pick<ImageRecord, 'rating' | 'color_labels'> & Partial<ImageRecord>;

/** The lists follow within a second or two; after this, somebody else has changed the picture again. */
const FOLLOW_MS = 10_000;

interface Layer {
  marks: Map<number, Marks>;
  /** The service has stored it. */
  isStored: boolean;
}

let layers: readonly Layer[] = [];
/** All layers in one, by the id of a picture. */
const ahead = new Map<number, Marks>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function follow(ids: Iterable<number>): void {
  for (const id of ids) {
    const over = layers.flatMap(({ marks }) => marks.get(id) ?? []);
    if (over.length === 0) ahead.delete(id);
    else ahead.set(id, Object.assign({}, ...over) as Marks);
  }
  for (const listener of [...listeners]) listener();
}

/** Shows marks until the records have them, or they are taken back. */
export function showMarks(marks: Map<number, Marks>): ShownMarks {
  const layer: Layer = { marks, isStored: false };
  layers = [...layers, layer];
  follow(marks.keys());
  const takeBack = (ids: readonly number[] = [...marks.keys()]) => {
    if (!layers.includes(layer)) return;
    for (const id of ids) marks.delete(id);
    layers = layers.filter((other) => other !== layer || marks.size > 0);
    follow(ids);
  };
  return {
    takeBack,
    stored: () => {
      layer.isStored = true;
      setTimeout(() => takeBack(), FOLLOW_MS);
    },
  };
}
export interface ShownMarks {
  stored: () => void;
  /** Those of these pictures, or all. */
  takeBack: (ids?: readonly number[]) => void;
}

/** A picture with the decisions made here. */
export function useMarked<Image extends ImageRecord | undefined>(image: Image): Image {
  const marks = useSyncExternalStore(subscribe, () => (image ? ahead.get(image.id) : undefined));
  return useMemo(() => (image && marks ? withMarks(image, marks) : image), [image, marks]);
}

/** The same for several pictures. */
export function useAllMarked(images: readonly ImageRecord[]): ImageRecord[] {
  useMarksAhead();
  return images.map((image) => (ahead.has(image.id) ? markedNow(image) : image));
}

/** Changes with every mark shown ahead. */
export const useMarksAhead = () => useSyncExternalStore(subscribe, () => layers);

/** The same, outside of React. */
export const markedNow = (image: ImageRecord): ImageRecord => withMarks(image, ahead.get(image.id) ?? none);
const none: Marks = {};

export function withMarks<Image extends Marked>(image: Image, marks: Marks): Image {
  const { rejected = image.rating < 0, stars = Math.max(0, image.rating) } = marks;
  const tags = Object.keys(marks).flatMap((name) => tagOf(name) ?? []);
  const described = [...TEXTS, ...COORDINATES].filter((name) => marks[name] !== undefined);
  return {
    ...image,
    rating: rejected ? -1 : stars,
    color_labels: COLOR_LABELS.filter((label) => marks[label] ?? image.color_labels.includes(label)),
    ...(tags.length > 0 && {
      tags: [
        ...(image.tags ?? []).filter((tag) => marks[`tag:${tag}`] !== false),
        ...tags.filter((tag) => marks[`tag:${tag}`] && !image.tags?.includes(tag)),
      ],
    }),
    ...Object.fromEntries(described.map((name) => [name, marks[name]])),
  };
}

const tagOf = (mark: string): string | null => (mark.startsWith('tag:') ? mark.slice(4) : null);

/** The marks after a change. `starsBefore`: the stars that a reject hides, if they are known. */
export function marksOf(change: ImageChange, starsBefore: number | undefined): Marks {
  const marks: Marks = {};
  const { rating, rejected, color_labels: labels, tags } = change;
  if (rating !== undefined) Object.assign(marks, rating < 0 ? { rejected: true } : { rejected: false, stars: rating });
  if (rejected !== undefined) marks.rejected = rejected;
  if (rejected === false && starsBefore !== undefined) marks.stars = starsBefore;
  if (labels && !Array.isArray(labels)) {
    for (const label of labels.add ?? []) marks[label] = true;
    for (const label of labels.remove ?? []) marks[label] = false;
  }
  for (const tag of tags?.add ?? []) marks[`tag:${tag}`] = true;
  for (const tag of tags?.remove ?? []) marks[`tag:${tag}`] = false;
  for (const name of TEXTS) if (change[name] !== undefined) marks[name] = change[name];
  for (const name of COORDINATES) if (change[name] !== undefined) marks[name] = change[name];
  return marks;
}

/** The present marks of a picture that the change is about. */
export function marksBefore(change: ImageChange, image: Marked, starsBefore: number | undefined): Marks {
  return marksIn(image, Object.keys(marksOf(change, starsBefore)), starsBefore);
}

/** Leaves out the stars behind a reject if they are unknown. */
export function marksIn(image: Marked, names: readonly string[], starsBefore: number | undefined): Marks {
  const marks: Record<string, Mark> = {};
  for (const name of names) {
    const tag = tagOf(name);
    if (tag !== null) marks[name] = image.tags?.includes(tag) ?? false;
    else if (name === 'rejected' || name === 'stars') {
      marks.rejected = image.rating < 0;
      if (image.rating >= 0) marks.stars = image.rating;
      else if (starsBefore !== undefined) marks.stars = starsBefore;
    } else if ((COLOR_LABELS as readonly string[]).includes(name))
      marks[name] = image.color_labels.includes(name as ColorLabel);
    else marks[name] = image[name as TextName | Coordinate] ?? null;
  }
  return marks as Marks;
}

/** Whether a picture has these marks by now. */
const has = (image: ImageRecord, marks: Marks): boolean => {
  const present = marksIn(image, Object.keys(marks), undefined);
  // Records do not tell the stars behind a reject.
  return Object.entries(marks).every(([name, mark]) => {
    const now = present[name as keyof Marks];
    return now === mark || (name === 'stars' && now === undefined);
  });
};

/** Drops the marks that the records have by now. */
function compare(images: readonly ImageRecord[]): void {
  const reached = images
    .filter((image) => {
      const marks = ahead.get(image.id);
      const isPending = layers.some((layer) => !layer.isStored && layer.marks.has(image.id));
      return marks && !isPending && has(image, marks);
    })
    .map(({ id }) => id);
  if (reached.length === 0) return;
  for (const { marks } of layers) for (const id of reached) marks.delete(id);
  layers = layers.filter(({ marks }) => marks.size > 0);
  follow(reached);
}

queryClient.getQueryCache().subscribe((event) => {
  if (ahead.size === 0 || event.type !== 'updated' || event.action.type !== 'success') return;
  const [kind, part] = event.query.queryKey as readonly unknown[];
  if (kind === 'image') compare([event.query.state.data as ImageRecord]);
  else if (kind === 'images' && part === 'page') compare((event.query.state.data as ImagePage).items);
});
