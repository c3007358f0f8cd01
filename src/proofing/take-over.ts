import { createHash } from 'node:crypto';
import type { ColorLabel } from '../contract/color-labels.ts';
import { type ImageChange, LONGEST_TEXT } from '../contract/image-change.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import { MARKS_TAKEN } from '../contract/proof-choices.ts';
import {
  type MarkTaken,
  MOST_TAKEOVER_TOLD,
  type TakeoverConflict,
  type TakeoverItem,
  type TakeoverPlan,
  type TakeoverRequest,
} from '../contract/proof-takeover.ts';
import { type Mark, type ProofComment, type ProofMarks, UNMARKED } from '../contract/proofs.ts';
import { clientTag } from '../publishing/client-tags.ts';

/** What of an image its marks meet. */
export type Ours = Pick<ImageRecord, 'rating' | 'color_labels' | 'tags' | 'notes'>;

export interface Takeover {
  plan: TakeoverPlan;
  /** By image. */
  changes: Map<number, ImageChange>;
}

/** What one guest said of a picture. */
interface Said {
  guest: number;
  name: string;
  mark: Mark;
  comments: ProofComment[];
}

type Told = Pick<TakeoverItem, 'picture' | 'image_id' | 'filename'>;
type Would = Omit<TakeoverItem, keyof Told>;

/** What taking over would do. `ours`: the images by the keys of their pictures, without those that are not in the library. */
export function takeover(
  request: TakeoverRequest,
  said: ProofMarks,
  ours: ReadonlyMap<string, { imageId: number; image: Ours }>,
): Takeover {
  const byPicture = saidOf(request, said);
  const items: TakeoverItem[] = [];
  const conflicts: TakeoverConflict[] = [];
  let missing = 0;
  for (const { picture, filename } of said.pictures) {
    const guests = byPicture.get(picture);
    if (!guests) continue;
    const there = ours.get(picture);
    if (!there) {
      missing += 1;
      continue;
    }
    const told = { picture, image_id: there.imageId, filename };
    const { would, why, by } = pictureTaken(request, guests, there.image);
    for (const each of why)
      conflicts.push({
        ...told,
        why: each,
        guests: by,
        our_stars: there.image.rating,
        our_labels: there.image.color_labels,
      });
    if (would.rating !== null || would.notes !== null || would.labels.length + would.tags.length > 0)
      items.push({ ...told, ...would });
  }
  const counted = (is: (item: TakeoverItem) => boolean) => items.filter(is).length;
  return {
    plan: {
      id: createHash('sha1')
        .update(JSON.stringify([request, items, conflicts]))
        .digest('base64url'),
      counts: {
        marked: byPicture.size,
        changed: items.length,
        stars: counted(({ rating }) => rating !== null),
        labels: counted(({ labels }) => labels.length > 0),
        tags: counted(({ tags }) => tags.length > 0),
        notes: counted(({ notes }) => notes !== null),
        conflicts: conflicts.length,
        missing,
      },
      conflicts: conflicts.slice(0, MOST_TAKEOVER_TOLD),
      items: items.slice(0, MOST_TAKEOVER_TOLD),
    },
    changes: new Map(items.map((item) => [item.image_id, changeOf(item)])),
  };
}

/** By picture: only guests who said something of it. */
function saidOf({ guests: chosen }: TakeoverRequest, { guests, marks, comments }: ProofMarks): Map<string, Said[]> {
  const found = new Map<string, Said[]>();
  for (const { id: guest, name } of guests) {
    if (chosen && !chosen.includes(guest)) continue;
    const own = <One extends { guest: number; picture: string }>(all: readonly One[]) =>
      Map.groupBy(
        all.filter((one) => one.guest === guest),
        ({ picture }) => picture,
      );
    const [ownMarks, ownComments] = [own(marks), own(comments)];
    for (const picture of new Set([...ownMarks.keys(), ...ownComments.keys()])) {
      const one = {
        guest,
        name,
        mark: ownMarks.get(picture)?.[0] ?? UNMARKED,
        comments: ownComments.get(picture) ?? [],
      };
      if (marksIn(one).length > 0) found.set(picture, [...(found.get(picture) ?? []), one]);
    }
  }
  return found;
}

const marksIn = ({ mark, comments }: Pick<Said, 'mark' | 'comments'>): MarkTaken[] =>
  MARKS_TAKEN.filter((name) => {
    if (name === 'favorite') return mark.favorite;
    if (name === 'stars') return mark.stars > 0;
    return name === 'comment' ? comments.length > 0 : mark.verdict === name;
  });

/** What the marks of one guest become. */
function becomes({ rule, mapping }: TakeoverRequest, said: Said) {
  const stars: number[] = [];
  const labels: ColorLabel[] = [];
  const tags: string[] = [];
  for (const name of marksIn(said)) {
    const to = mapping[name];
    if (to.to === 'nothing') continue;
    if (to.to === 'tag' || rule === 'tags-only')
      tags.push(clientTag(said.name, name === 'stars' ? `${said.mark.stars} stars` : name));
    else if (to.to === 'label') labels.push(to.label);
    else stars.push('stars' in to ? to.stars : said.mark.stars);
  }
  return { stars: stars.length > 0 ? Math.max(...stars) : null, labels, tags };
}

function pictureTaken(request: TakeoverRequest, guests: readonly Said[], ours: Ours) {
  const each = guests.map((said) => ({ said, ...becomes(request, said) }));
  const given = each.flatMap(({ stars }) => stars ?? []);
  const stars = given.length > 0 ? Math.max(...given) : null;
  const labels = [...new Set(each.flatMap((one) => one.labels))].filter((label) => !ours.color_labels.includes(label));
  const verdicts = new Set(guests.flatMap(({ mark }) => mark.verdict ?? []));
  const notes = notesWith(request, guests, ours.notes);
  const why: TakeoverConflict['why'][] = [];
  if (new Set(given).size > 1 || verdicts.size > 1) why.push('guests');
  if (stars !== null && ours.rating < 0) why.push('rejected');
  if (stars !== null && ours.rating > 0 && ours.rating !== stars) why.push('stars');
  if (labels.length > 0 && ours.color_labels.length > 0) why.push('label');
  if (notes.isTooLong) why.push('notes');
  const would: Would = {
    rating: ratingBy(request, stars, ours.rating),
    labels: request.rule === 'fill-empty' && ours.color_labels.length > 0 ? [] : labels,
    tags: [...new Set(each.flatMap(({ tags }) => tags))].filter((tag) => !ours.tags.includes(tag)),
    notes: notes.text,
  };
  const by = each.map(({ said, stars: theirs }) => ({
    guest: said.guest,
    name: said.name,
    marks: marksIn(said),
    stars: theirs,
  }));
  return { would, why, by };
}

/** null: it stays. A reject is never taken back. */
function ratingBy({ rule }: TakeoverRequest, theirs: number | null, ours: number): number | null {
  if (theirs === null || ours < 0 || theirs === ours) return null;
  if (ours > 0 && (rule === 'fill-empty' || (rule === 'higher-wins' && theirs < ours))) return null;
  return theirs;
}

/** Ours, and below it each comment that is not there yet. */
function notesWith({ comments, rule }: TakeoverRequest, guests: readonly Said[], ours: string | null) {
  if (comments !== 'notes' || rule === 'tags-only') return { text: null, isTooLong: false };
  let text = ours ?? '';
  let isTooLong = false;
  const all = guests.flatMap(({ name, comments: own }) => own.map((comment) => ({ name, ...comment })));
  for (const { name, text: words } of all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const line = name === '' ? words : `${name}: ${words}`;
    if (text.includes(line)) continue;
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > LONGEST_TEXT) isTooLong = true;
    else text = longer;
  }
  return { text: text === (ours ?? '') ? null : text, isTooLong };
}

const changeOf = ({ rating, labels, tags, notes }: TakeoverItem): ImageChange => ({
  ...(rating !== null && { rating }),
  ...(labels.length > 0 && { color_labels: { add: labels } }),
  ...(tags.length > 0 && { tags: { add: tags } }),
  ...(notes !== null && { notes }),
});
