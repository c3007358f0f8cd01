import { COLOR_LABELS, type ColorLabel } from '../../contract/color-labels.ts';
import type { ImageChange } from '../../contract/image-change.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { COORDINATES, type Coordinate, TEXTS, type TextName } from '../../contract/image-texts.ts';

type TagMark = `tag:${string}`;
/** Decided marks; those that are missing are as in the record. */
export type Marks = { rejected?: boolean; stars?: number } & Partial<Record<ColorLabel, boolean>> &
  Partial<Record<TextName, string | null>> &
  Partial<Record<Coordinate, number | null>> &
  Record<TagMark, boolean>;
type Mark = Marks[keyof Marks];

type Marked = Pick<ImageRecord, 'rating' | 'color_labels'> & Partial<ImageRecord>;

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
export const hasMarks = (image: ImageRecord, marks: Marks): boolean => {
  const present = marksIn(image, Object.keys(marks), undefined);
  // Records do not tell the stars behind a reject.
  return Object.entries(marks).every(([name, mark]) => {
    const now = present[name as keyof Marks];
    return now === mark || (name === 'stars' && now === undefined);
  });
};
