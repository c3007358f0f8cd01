import { keyOf, safe } from '../contract/archive-names.ts';
import { GUEST_SIZES } from '../contract/guest-proof.ts';
import { type Mark, UNMARKED } from '../contract/proofs.ts';
import type { GuestSession } from './guest-door.ts';
import type { ProofStore } from './store/proof-store.ts';
import type { StoredComment, StoredGuest, StoredMark } from './store/stored-guests.ts';
import type { ProofPicture, ProofRules, StoredProof } from './store/stored-proofs.ts';

/** What one guest may see of a proof. */
export interface GuestView {
  readonly proof: StoredProof;
  readonly guest: StoredGuest;
  /** In the order in which they are shown. */
  readonly pictures: readonly ProofPicture[];
  has(picture: string): boolean;
  /** Of this guest. */
  marks(): StoredMark[];
  others(): (StoredMark & { by: string })[];
  /** `by`: null for one's own. */
  comments(): (StoredComment & { by: string | null })[];
  nameOf(picture: ProofPicture): string | undefined;
  /** As a download is called; of this proof, no other is called so. */
  fileNameOf(picture: string): string;
  mayDownload(size: 'web' | 'full'): boolean;
}

/**
 * The only place that decides what a guest may see: lists, pictures, downloads, archives, counts, comments and the marks of others are all
 * taken from here. null: nothing, as the proof has ended or the guest is none of this link.
 */
export function guestView(store: ProofStore, { link, guest: id }: GuestSession): GuestView | null {
  const proof = store.proofs.find(link.proof);
  if (proof?.state !== 'open' || proof.era !== link.era) return null;
  const guest = store.guests.find(id);
  if (!guest || !belongs(guest, link, proof)) return null;
  const { rules } = proof;
  const known = shownPictures(store.proofs.pictures(proof.id), rules.order);
  const isThere = ({ picture }: { picture: string }) => known.places.has(picture);
  const names = () => new Map(store.guests.list(proof.id).map(({ id: other, name }) => [other, name]));
  return {
    proof,
    guest,
    pictures: known.pictures,
    has: (picture) => known.places.has(picture),
    marks: () => store.guests.marksOf(guest.id).filter(isThere),
    others() {
      if (!rules.shows_others) return [];
      const by = names();
      return store.guests
        .marks(proof.id)
        .filter((mark) => mark.guest !== guest.id && isThere(mark) && !isUnmarked(mark))
        .map((mark) => ({ ...mark, by: by.get(mark.guest) ?? '' }));
    },
    comments() {
      const by = names();
      return store.guests
        .comments(proof.id)
        .filter((comment) => isThere(comment) && (comment.guest === guest.id || rules.shows_others))
        .map((comment) => ({ ...comment, by: comment.guest === guest.id ? null : (by.get(comment.guest) ?? '') }));
    },
    nameOf: ({ picture: { filename } }) => (rules.shows_names ? filename : undefined),
    fileNameOf(picture) {
      const place = known.places.get(picture)!;
      if (rules.shows_names) return known.names()[place]!;
      return `${safe(rules.title) || 'Picture'} ${String(place + 1).padStart(3, '0')}.jpg`;
    },
    mayDownload: (size) => rules.downloads === 'full' || rules.downloads === size,
  };
}

/** Of an open proof, as guests see it; null: there is none. */
export function firstShown(store: ProofStore, id: number): string | null {
  const proof = store.proofs.find(id);
  if (proof?.state !== 'open') return null;
  return shownPictures(store.proofs.pictures(id), proof.rules.order).pictures[0]?.key ?? null;
}

/** Guests who share their marks are one, whichever link they have. */
export const belongs = (
  guest: Pick<StoredGuest, 'proof' | 'link'>,
  link: { proof: number; link: number },
  { guests }: Pick<StoredProof, 'guests'>,
): boolean => guest.proof === link.proof && (guests === 'together' || guest.link === link.link);

export const isUnmarked = ({ favorite, stars, verdict }: Mark): boolean =>
  favorite === UNMARKED.favorite && stars === UNMARKED.stars && verdict === UNMARKED.verdict;

/** How large it is shown, as far as that is known before it is made. */
export function expectedSize({ shape }: Pick<ProofPicture, 'shape'>): { width: number; height: number } {
  const longest = GUEST_SIZES.screen;
  const shortest = Math.max(1, Math.round(longest * Math.min(shape, 1 / shape)));
  return shape >= 1 ? { width: longest, height: shortest } : { width: shortest, height: longest };
}

interface Shown {
  pictures: readonly ProofPicture[];
  places: ReadonlyMap<string, number>;
  /** Of files, each once. */
  names: () => readonly string[];
}

/** Guests ask for one picture after the other: each list is ordered once. */
const shown = new WeakMap<readonly ProofPicture[], Map<ProofRules['order'], Shown>>();

function shownPictures(all: readonly ProofPicture[], order: ProofRules['order']): Shown {
  const orders = shown.get(all) ?? new Map<ProofRules['order'], Shown>();
  shown.set(all, orders);
  const known = orders.get(order);
  if (known) return known;
  const pictures = all.filter(({ isOut }) => !isOut).sort(COMPARED[order]);
  let names: string[] | null = null;
  const found = {
    pictures,
    places: new Map(pictures.map(({ key }, place) => [key, place])),
    names: () => (names ??= freeFileNames(pictures)),
  };
  orders.set(order, found);
  return found;
}

function freeFileNames(pictures: readonly ProofPicture[]): string[] {
  const taken = new Set<string>();
  return pictures.map(({ picture: { filename } }) => {
    const stem = safe(filename.replace(/(?<=.)\.[^.]*$/, '')) || 'Picture';
    let name = `${stem}.jpg`;
    for (let number = 2; taken.has(keyOf(name)); number++) name = `${stem}_${number}.jpg`;
    taken.add(keyOf(name));
    return name;
  });
}

const byText = new Intl.Collator('en', { numeric: true });
/** Equal ones stay as they came. */
const COMPARED: Record<ProofRules['order'], (one: ProofPicture, other: ProofPicture) => number> = {
  given: () => 0,
  taken: ({ picture: one }, { picture: other }) => compareTexts(one.taken ?? LAST, other.taken ?? LAST),
  name: ({ picture: one }, { picture: other }) => byText.compare(one.filename, other.filename),
};
/** Whose time is not known comes after the others. */
const LAST = '~';

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
