import { albumOfTag } from '../../contract/album-names.ts';
import type { ImageChange } from '../../contract/image-change.ts';
import { COORDINATES, TEXTS } from '../../contract/image-texts.ts';
import { number, t } from '../i18n/words.ts';

/** A change of a tag itself: `tag` and `to` are full names. */
export type TagChange =
  { is: 'created' | 'deleted'; tag: string } | { is: 'renamed' | 'merged'; tag: string; to: string };
/** Edits of a picture (`from`: its file name) or a style (`from`: its full name) were put on pictures. */
export interface EditsPasted {
  is: 'pasted' | 'styled';
  from: string;
}
/** Pictures of the library got another version, were grouped, or left it. */
export interface PicturesChange {
  is: 'duplicated' | 'grouped' | 'ungrouped' | 'removed';
}
/** Whatever one step can take back. */
export type AnyChange = ImageChange | TagChange | EditsPasted | PicturesChange;
export const isPaste = (change: AnyChange): change is EditsPasted => 'is' in change && 'from' in change;
export const isTagChange = (change: AnyChange): change is TagChange => 'is' in change && 'tag' in change;
/** What waits for the service, and shows in marks before it is stored. */
export const isImageChange = (change: AnyChange): change is ImageChange => !('is' in change);

/** "3 stars", "No longer labeled green", "Tagged places › Rome", "Title changed", "Tag sea deleted" */
export function changeWords(change: AnyChange): string {
  if (isPaste(change)) return t(`organise.${change.is}`, { from: tagWords(change.from) });
  if (isTagChange(change))
    return (
      albumWords(change) ??
      t(`tags.${change.is}`, { tag: tagWords(change.tag), to: 'to' in change ? tagWords(change.to) : '' })
    );
  if (!isImageChange(change)) return t(`organise.${change.is}`);
  const { rating, rejected, color_labels: labels, tags } = change;
  const words: string[] = [];
  if (rating !== undefined)
    words.push(
      rating < 0 ? t('organise.rejected') : rating === 0 ? t('organise.noStars') : t('marks.stars', { count: rating }),
    );
  if (rejected !== undefined) words.push(t(rejected ? 'organise.rejected' : 'organise.notRejected'));
  if (labels && !Array.isArray(labels)) {
    for (const label of labels.add ?? []) words.push(t('organise.labelled', { label: t(`marks.${label}`) }));
    for (const label of labels.remove ?? []) words.push(t('organise.unlabelled', { label: t(`marks.${label}`) }));
  }
  for (const tag of tags?.add ?? []) words.push(tagged(String(tag), ['organise.toAlbum', 'organise.tagged']));
  for (const tag of tags?.remove ?? []) words.push(tagged(String(tag), ['organise.fromAlbum', 'organise.untagged']));
  for (const name of TEXTS)
    if (change[name] !== undefined)
      words.push(t(change[name] === null ? 'organise.cleared' : 'organise.written', { field: t(`texts.${name}`) }));
  const place = COORDINATES.map((name) => change[name]).filter((value) => value !== undefined);
  if (place.length > 0) words.push(t(place.every((value) => value === null) ? 'organise.noPlace' : 'organise.place'));
  return words.join(', ');
}

function tagged(
  tag: string,
  [ofAlbum, ofTag]: ['organise.toAlbum' | 'organise.fromAlbum', 'organise.tagged' | 'organise.untagged'],
): string {
  const album = albumOfTag(tag);
  return album === null ? t(ofTag, { tag: tagWords(tag) }) : t(ofAlbum, { album: tagWords(album) });
}

const OF_ALBUM = { created: 'albumCreated', deleted: 'albumDeleted', renamed: 'albumRenamed' } as const;
/** null: it is about another tag. */
function albumWords(change: TagChange): string | null {
  const album = albumOfTag(change.tag);
  const to = 'to' in change ? albumOfTag(change.to) : '';
  if (album === null || to === null || change.is === 'merged') return null;
  return t(`organise.${OF_ALBUM[change.is]}`, { album: tagWords(album), to: tagWords(to) });
}

/** Longer names are cut in messages. */
const LONGEST_TOLD = 80;

/** The change and what it is about: "3 stars: 12 pictures". A tag may be on no picture. */
export function doneWords(change: AnyChange, count: number): string {
  const what = changeWords(change);
  return isTagChange(change) && count === 0 ? what : t('organise.done', { what, count });
}

/** "3 stars: 5 of 12 pictures" */
export const partlyWords = (what: string, done: number, total: number): string =>
  t('organise.partly', { what, done: number(done), count: total });

export function undoneWords(change: AnyChange, count: number): string {
  const what = changeWords(change);
  return isTagChange(change) && count === 0
    ? t('organise.undoneAlone', { what })
    : t('organise.undone', { what, count });
}

/** `places › Rome` */
export function tagWords(name: string): string {
  const words = name.split('|').join(' › ');
  if (words.length <= LONGEST_TOLD) return words;
  const letters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment);
  return `${letters.slice(0, LONGEST_TOLD).join('')}…`;
}
