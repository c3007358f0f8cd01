import { createHash } from 'node:crypto';
import type { Clocks } from '../auth/clocks.ts';
import {
  GUEST_SIZES,
  type GuestRefusal,
  type StoredMark as ToldMark,
  type ToldComment,
} from '../contract/guest-proof.ts';
import { type Mark, UNMARKED } from '../contract/proofs.ts';
import type { Events } from '../platform/events.ts';
import { AppError } from '../platform/errors.ts';
import { pointNow } from './comment-points.ts';
import { DeviceCodes } from './device-codes.ts';
import { GuestCaps } from './guest-caps.ts';
import type { Entered, GuestDoor, GuestFile, GuestSession, OpenLink, Refused } from './guest-door.ts';
import { belongs, expectedSize, firstShown, type GuestView, guestView } from './guest-view.ts';
import { freeName, guestName, plainText } from './guest-words.ts';
import { allowedMark, isFull, isSameMark } from './limits.ts';
import type { ProofPasswords } from './proof-passwords.ts';
import type { Renditions } from './renditions.ts';
import type { ProofStore } from './store/proof-store.ts';
import type { StoredComment } from './store/stored-guests.ts';
import type { StoredLink, StoredProof } from './store/stored-proofs.ts';

export interface DoorOptions {
  store: ProofStore;
  renditions: Renditions;
  passwords: ProofPasswords;
  clocks: Clocks;
  events: Events;
}

/** More than any party has. */
export const MOST_GUESTS = 300;
export const MOST_COMMENTS_OF_GUEST = 1_000;
/** A look after so long is a visit of its own. */
const VISIT_MS = 30 * 60_000;
/** How long guests are told that a proof has ended, so that their pages forget it. */
const TOLD_MS = 30 * 24 * 3_600_000;
const NOT_MADE = { version: null, sinceMs: 0 };
const DOWNLOADED = { web: 'large', full: 'full' } as const;

/** All that guests reach of the proofs. What it shows comes from `guestView`. */
export function openDoor({ store, renditions, passwords, clocks, events }: DoorOptions): GuestDoor {
  const codes = new DeviceCodes(clocks);
  const caps = new GuestCaps(clocks.elapsedMs);
  const { now } = clocks;
  const view = (session: GuestSession) => guestView(store, session);

  function openLink(link: StoredLink, { id, guests, password, era, rules }: StoredProof): OpenLink {
    const isNeutral = password !== null || rules.link_preview === 'neutral';
    return {
      proof: id,
      link: link.id,
      hasPassword: password !== null,
      needsName: guests === 'each',
      era,
      preview: isNeutral ? null : { title: rules.title, hasPicture: rules.link_preview === 'picture' },
    };
  }

  const refused = (why: GuestRefusal['why'], mark?: ToldMark): Refused => ({ refused: { why, ...(mark && { mark }) } });

  /** What a guest says, unless it has ended or says too much. `tell`: news for when it is stored. */
  function said<Result>(
    session: GuestSession,
    say: (seen: GuestView, tell: (news: () => void) => void) => Result | Refused | null,
  ): Result | Refused | null {
    const stored: (() => void)[] = [];
    const result = store.together(() => {
      const seen = view(session);
      if (!seen) return null;
      if (seen.guest.doneMs !== null) return refused('done');
      if (!caps.takes(seen.guest.id)) return refused('too-many');
      return say(seen, (news) => stored.push(news));
    });
    for (const news of stored) news();
    return result;
  }

  function toldComment(proof: number, comment: StoredComment, by: string | null): ToldComment {
    const { sentId: id, picture, text, point, madeOn, atMs } = comment;
    return { id, picture, text, ...pointNow(renditions, proof, { picture, point, madeOn }), by, at: atMs };
  }

  function tellOf({ proof, pictures }: GuestView, key: string): void {
    events.emit('proof.marked', { proof: proof.id, image: pictures.find((each) => each.key === key)?.imageId ?? null });
  }

  async function fileOf(seen: GuestView, key: string, size: keyof typeof GUEST_SIZES | 'full') {
    const { proof } = seen;
    const file = await renditions.file(proof.id, key, size);
    const made = renditions.of(proof.id).get(key);
    if (file === null || !made) return null;
    return { file, name: seen.fileNameOf(key), etag: `${made.version}-${size}` } satisfies GuestFile;
  }

  function state(session: GuestSession): ReturnType<GuestDoor['state']> {
    const seen = view(session);
    if (!seen) throw new AppError('not_found', 'There is nothing here.');
    const { proof, guest } = seen;
    const { rules } = proof;
    const made = renditions.of(proof.id);
    const isHere = guest.seenMs !== null && now() - guest.seenMs < VISIT_MS;
    return {
      is: 'open',
      title: rules.title,
      welcome: rules.welcome,
      expires_at: new Date(proof.expiresMs).toISOString(),
      guests: proof.guests,
      name: proof.guests === 'together' ? null : guest.name,
      allows: rules.allows,
      most_favorites: rules.most_favorites,
      most_yes: rules.most_yes,
      downloads: rules.downloads,
      archive: rules.archive && rules.downloads !== 'none',
      is_done: guest.doneMs !== null,
      final_text: guest.finalText,
      here_before: isHere ? guest.seenBeforeMs : guest.seenMs,
      pictures: seen.pictures.map((picture) => {
        const { version, sinceMs, width, height } = made.get(picture.key) ?? { ...NOT_MADE, ...expectedSize(picture) };
        const name = seen.nameOf(picture);
        return { key: picture.key, version, width, height, ...(name !== undefined && { name }), since: sinceMs };
      }),
      marks: Object.fromEntries(
        seen
          .marks()
          .map(({ picture, favorite, stars, verdict, version }) => [picture, { favorite, stars, verdict, version }]),
      ),
      others: othersOf(seen),
      comments: seen.comments().map((comment) => toldComment(proof.id, comment, comment.by)),
    };
  }

  return {
    isNeeded: () => store.proofs.list().some(({ overMs }) => now() - overMs < TOLD_MS),
    link(secret) {
      const link = store.proofs.linkOf(secret);
      const proof = link && store.proofs.find(link.proof);
      return proof?.state === 'open' ? openLink(link!, proof) : null;
    },
    async isPassword({ proof }, password) {
      const hash = store.proofs.find(proof)?.password ?? null;
      return hash === null || (await passwords.matches(password, hash));
    },
    enter(link, said) {
      const { isNew, ...entered } = store.together(() => entering(store, link, said));
      if (isNew) events.emit('proofs.changed', { id: link.proof });
      return entered;
    },
    deviceCode: ({ link, guest }) => codes.issue(link.link, guest),
    guestOfCode: (link, code) => codes.redeem(link.link, code),
    isGuest: (link, guest) => view({ link, guest }) !== null,
    state,
    stateTag: (session) =>
      createHash('sha256')
        .update(JSON.stringify(state(session)))
        .digest('base64url'),
    visited(session) {
      const seen = view(session);
      if (!seen) return;
      const { guest } = seen;
      const at = now();
      const isNew = guest.seenMs === null || at - guest.seenMs >= VISIT_MS || at < guest.seenMs;
      store.guests.noteVisit(guest, at, dayOf(at), isNew);
      if (isNew) events.emit('proofs.changed', { id: guest.proof });
    },
    mark: (session, picture, { version, ...sent }) =>
      said(session, (seen, tell) => {
        if (!seen.has(picture)) return null;
        const before = store.guests.mark(seen.guest.id, picture) ?? { ...UNMARKED, version: 0 };
        const { rules } = seen.proof;
        const mark = allowedMark(sent, before, rules);
        const { favorite, stars, verdict } = before;
        const stored = { favorite, stars, verdict, version: before.version };
        if (isSameMark(mark, before)) return stored;
        if (version !== before.version) return refused('newer', stored);
        if (isFull(mark, picture, () => seen.marks(), rules)) return refused('full', stored);
        const next = { ...mark, version: before.version + 1 };
        store.guests.setMark({ ...next, guest: seen.guest.id, picture, atMs: now() });
        tell(() => tellOf(seen, picture));
        return next;
      }),
    comment: (session, { id: sentId, picture, text: sent, point, on }) =>
      said(session, (seen, tell) => {
        const { guest, proof } = seen;
        const text = plainText(sent);
        if (!seen.has(picture) || !proof.rules.allows.comments || text === '') return null;
        const known = store.guests.comment(guest.id, sentId);
        if (known) return toldComment(proof.id, known, null);
        if (store.guests.countComments(guest.id) >= MOST_COMMENTS_OF_GUEST) return refused('too-many');
        const madeOn = on ?? renditions.of(proof.id).get(picture)?.version ?? null;
        const comment = { guest: guest.id, sentId, picture, text, point, madeOn, atMs: now() };
        store.guests.addComment(comment);
        tell(() => tellOf(seen, picture));
        return toldComment(proof.id, { ...comment, id: 0 }, null);
      }),
    removeComment: (session, sentId) =>
      said(session, (seen, tell) => {
        const known = store.guests.comment(seen.guest.id, sentId);
        if (!known) return null;
        store.guests.removeComment(seen.guest.id, sentId);
        tell(() => tellOf(seen, known.picture));
        return true as const;
      }),
    setFinalText: (session, text) =>
      said(session, ({ guest, proof }, tell) => {
        if (!proof.rules.allows.final_text) return null;
        store.guests.setFinalText(guest.id, plainText(text));
        tell(() => events.emit('proofs.changed', { id: proof.id }));
        return true as const;
      }),
    done(session) {
      const seen = view(session);
      if (seen?.guest.doneMs !== null) return;
      store.guests.setDone(seen.guest.id, now());
      events.emit('proof.done', { proof: seen.proof.id, guest: seen.guest.id });
    },
    async picture(session, key, size) {
      const seen = view(session);
      return seen?.has(key) && Object.hasOwn(GUEST_SIZES, size) ? fileOf(seen, key, size) : null;
    },
    async download(session, key, size) {
      const seen = view(session);
      return seen?.has(key) && seen.mayDownload(size) ? fileOf(seen, key, DOWNLOADED[size]) : null;
    },
    async previewFile({ proof, preview }) {
      const first = preview?.hasPicture ? firstShown(store, proof) : null;
      return first ? renditions.file(proof, first, 'tile') : null;
    },
    archive(session, size) {
      const seen = view(session);
      if (!seen?.proof.rules.archive || !seen.mayDownload(size)) return null;
      return { title: seen.proof.rules.title, pictures: seen.pictures.map(({ key }) => key) };
    },
  };
}

/** A new guest, or the one who is known. */
function entering(store: ProofStore, link: OpenLink, said: string | null): Entered & { isNew: boolean } {
  const isNew = false;
  const proof = store.proofs.find(link.proof);
  const through = store.proofs.links(link.proof).find(({ id }) => id === link.link);
  // Both have been there a moment ago.
  if (!proof || !through) return { isNew, refused: 'too-many' };
  const { guests } = proof;
  const known = store.guests.list(proof.id);
  const own = guests === 'each' ? null : known.find((guest) => belongs(guest, link, proof));
  if (own) return { isNew, guest: own.id };
  const name = guests === 'each' ? guestName(said ?? '') : (through.name ?? '');
  if (name === null) return { isNew, refused: 'name' };
  if (known.length >= MOST_GUESTS) return { isNew, refused: 'too-many' };
  const taken = known.map((guest) => guest.name);
  const guest = store.guests.add({ proof: proof.id, link: link.link, name: freeName(name, taken) });
  return { isNew: true, guest };
}

function othersOf(seen: GuestView): Record<string, (Mark & { by: string })[]> {
  const others: Record<string, (Mark & { by: string })[]> = {};
  for (const { picture, favorite, stars, verdict, by } of seen.others())
    (others[picture] ??= []).push({ favorite, stars, verdict, by });
  return others;
}

/** The day of the photographer, such as 2026-11-28. */
function dayOf(ms: number): string {
  const at = new Date(ms);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
