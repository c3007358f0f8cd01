import type { Clocks } from '../auth/clocks.ts';
import { MOST_PROOF_LINKS, MOST_PROOF_PICTURES, PROOF_DAYS } from '../contract/proof-choices.ts';
import {
  MOST_PROOFS,
  type NewProof,
  type NewProofLink,
  type Proof,
  type ProofChange,
  type ProofLink,
} from '../contract/proofs.ts';
import type { ImageIndex } from '../image-index/image-index.ts';
import { existingIds } from '../library/existing-ids.ts';
import type { Library } from '../library/library.ts';
import { AppError } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import { pointNow } from './comment-points.ts';
import type { GuestDoor } from './guest-door.ts';
import { isUnmarked } from './guest-view.ts';
import { fileNames, marksTable } from './marks-table.ts';
import { openDoor } from './open-door.ts';
import { planTakeover } from './plan-takeover.ts';
import { ProofPasswords } from './proof-passwords.ts';
import type { Proofs } from './proofs.ts';
import type { Renditions } from './renditions.ts';
import { idsOf, picturesOf } from './source-pictures.ts';
import type { ProofStore } from './store/proof-store.ts';
import type { StoredLink, StoredProof } from './store/stored-proofs.ts';

export interface ProofsOptions {
  store: ProofStore;
  renditions: Renditions;
  /** The one that is shown. */
  library: Pick<Library, 'file' | 'read'>;
  index: Pick<ImageIndex, 'ask'>;
  clocks: Clocks;
  events: Events;
}

const DAY_MS = 24 * 3_600_000;
const SWEEP_MS = 60_000;
const VISIT_DAYS = 60;

/** The proofs as the photographer and as guests have them. The store stays open. */
export function openProofs(options: ProofsOptions): { proofs: Proofs; door: GuestDoor } {
  const { store, renditions, library, index, clocks, events } = options;
  const passwords = new ProofPasswords();

  function stored(id: number): StoredProof {
    const found = store.proofs.find(id);
    if (!found) throw new AppError('not_found', `There is no proof ${id}.`);
    return found;
  }

  const shownOf = (id: number) => store.proofs.pictures(id).filter(({ isOut }) => !isOut);

  /** See `Proofs.matches`. */
  async function matchesOf({ id, source, library: file, state }: StoredProof): Promise<number[]> {
    if (!('filter' in source) || file !== library.file || state === 'ended') return [];
    const known = new Set(store.proofs.pictures(id).map(({ imageId }) => imageId));
    return (await idsOf(source, index)).filter((imageId) => !known.has(imageId));
  }

  async function told(proof: StoredProof): Promise<Proof> {
    const { id, rules, guests, password, state, createdMs, expiresMs } = proof;
    const came = store.guests.list(id);
    // What cannot be told now hides nothing else.
    const matching = await matchesOf(proof).catch(() => []);
    return {
      ...rules,
      ...renditions.progress(id),
      id,
      guests,
      state,
      expires_at: isoOf(expiresMs),
      created_at: isoOf(createdMs),
      has_password: password !== null,
      is_shown: proof.library === library.file,
      pictures: shownOf(id).length,
      matching: matching.length,
      guests_seen: came.length,
      guests_done: came.filter(({ doneMs }) => doneMs !== null).length,
      marked: store.guests.countMarked(id),
      links: store.proofs.links(id).map(toldLink),
      visits: store.guests.visits(id, VISIT_DAYS),
    };
  }

  function changed(id: number): void {
    events.emit('proofs.changed', { id });
  }

  /** Throws unless it is to come. */
  function expiryOf(text: string): number {
    const at = Date.parse(text);
    if (at <= clocks.now()) throw invalid('expires_at', 'a time to come');
    return at;
  }

  function newLink(proof: number, name: string | null): NewProofLink {
    const { link, secret } = store.proofs.addLink(proof, name);
    return { ...toldLink(link), path: `/p/${secret}` };
  }

  /** Those of a change that are not in it yet. */
  async function addedPictures({ id, library: file }: StoredProof, add: readonly number[]) {
    if (add.length === 0) return [];
    if (file !== library.file)
      throw new AppError('conflict', 'Its pictures belong to another library than the one that is shown.');
    const added = await picturesOf([...new Set(add)], library);
    const there = new Set(shownOf(id).map(({ imageId }) => imageId));
    refuseTooMany(there.size + added.filter(({ imageId }) => !there.has(imageId)).length);
    return added;
  }

  async function make(asked: NewProof) {
    const { guests, source, password, links, expires_at, ...rules } = asked;
    const names = guestNames(guests, links);
    const expiresMs = expires_at === undefined ? clocks.now() + PROOF_DAYS * DAY_MS : expiryOf(expires_at);
    if (store.proofs.list().length >= MOST_PROOFS)
      throw new AppError('conflict', `No more than ${MOST_PROOFS} can be kept. Delete a proof first.`);
    const ids = await idsOf(source, index);
    refuseTooMany(ids.length);
    const pictures = await picturesOf(ids, library);
    if (pictures.length === 0) throw new AppError('conflict', 'There are no pictures to show.');
    const hash = password ? await passwords.hash(password) : null;
    const made = store.together(() => {
      const proof = { library: library.file, rules, guests, source, password: hash, expiresMs };
      const id = store.proofs.add(proof, pictures);
      return { id, links: names.map((name) => newLink(id, name)) };
    });
    renditions.look(made.id);
    changed(made.id);
    return { proof: await told(stored(made.id)), links: made.links };
  }

  async function change(id: number, { password, add = [], take_out = [], expires_at, ...rules }: ProofChange) {
    const proof = stored(id);
    if (proof.state === 'ended') throw new AppError('conflict', 'It was ended. Make a new one.');
    const expiresMs = expires_at === undefined ? null : expiryOf(expires_at);
    const added = await addedPictures(proof, add);
    const hash = password ? await passwords.hash(password) : password;
    store.together(() => {
      // Somebody may have changed it meanwhile.
      const now = stored(id);
      store.proofs.setRules(id, { ...now.rules, ...withoutUndefined(rules) });
      if (hash !== undefined) store.proofs.setPassword(id, hash);
      if (expiresMs !== null) store.proofs.setExpiry(id, expiresMs);
      store.proofs.addPictures(id, added);
      if (take_out.length > 0) store.proofs.takeOut(id, take_out);
    });
    renditions.look(id);
    changed(id);
    return told(stored(id));
  }

  async function marks(id: number): ReturnType<Proofs['marks']> {
    const { library: file } = stored(id);
    const shown = shownOf(id);
    const ids = shown.map(({ imageId }) => imageId);
    const there = file === library.file ? await existingIds(library, ids) : new Set<number>();
    const isShown = new Set(shown.map(({ key }) => key));
    const ofShown = ({ picture }: { picture: string }) => isShown.has(picture);
    return {
      pictures: shown.map(({ key, imageId, picture: { filename } }) => ({
        picture: key,
        image_id: there.has(imageId) ? imageId : null,
        filename,
      })),
      guests: store.guests.list(id).map(({ id: guest, name, link, doneMs, finalText }) => ({
        id: guest,
        name,
        link,
        done_at: doneMs === null ? null : isoOf(doneMs),
        final_text: finalText,
      })),
      marks: store.guests
        .marks(id)
        .filter((mark) => ofShown(mark) && !isUnmarked(mark))
        .map(({ version: _, atMs, ...mark }) => ({ ...mark, at: isoOf(atMs) })),
      comments: store.guests
        .comments(id)
        .filter(ofShown)
        .map(({ id: comment, picture, guest, text, atMs, ...made }) => ({
          id: comment,
          picture,
          guest,
          text,
          ...pointNow(renditions, id, { picture, ...made }),
          at: isoOf(atMs),
        })),
    };
  }

  /** Throws `not_found`. */
  function guestOf(id: number, guest: number): void {
    stored(id);
    if (store.guests.find(guest)?.proof !== id) throw new AppError('not_found', `There is no guest ${guest} of it.`);
  }

  const openIds = () =>
    store.proofs
      .list()
      .filter(({ state }) => state === 'open')
      .map(({ id }) => id);
  let wereOpen: number[] = [];
  /** See [Note: A clock set back]. Renditions end with their proof. */
  function sweep(): void {
    try {
      store.proofs.noteLapsed();
      const open = openIds();
      for (const id of wereOpen.filter((each) => !open.includes(each))) {
        renditions.forget(id);
        changed(id);
      }
      wereOpen = open;
    } catch {
      // A damaged file stops proofs and nothing else: whoever asks for one is told.
    }
  }
  sweep();
  const timer = setInterval(sweep, SWEEP_MS).unref();

  const proofs: Proofs = {
    list: () => Promise.all(store.proofs.list().map(told)),
    find: async (id) => told(stored(id)),
    make,
    change,
    async end(id) {
      stored(id);
      store.proofs.end(id);
      renditions.forget(id);
      changed(id);
      return told(stored(id));
    },
    remove(id) {
      stored(id);
      store.proofs.remove(id);
      renditions.forget(id);
      changed(id);
    },
    addLink(id, name) {
      const { guests } = stored(id);
      const links = store.proofs.links(id);
      if ((guests === 'named') !== (name !== null))
        throw invalid(
          'name',
          guests === 'named' ? 'the name of the guest' : 'none, as guests have no link of their own',
        );
      if (name !== null) refuseSameNames([...links.flatMap((link) => link.name ?? []), name]);
      if (links.length >= MOST_PROOF_LINKS)
        throw new AppError('conflict', `No more than ${MOST_PROOF_LINKS} links can be kept.`);
      const made = newLink(id, name);
      changed(id);
      return made;
    },
    removeLink(id, link) {
      stored(id);
      if (!store.proofs.removeLink(id, link)) throw new AppError('not_found', `There is no link ${link} to it.`);
      changed(id);
    },
    matches: async (id) => matchesOf(stored(id)),
    showChanges(id) {
      stored(id);
      renditions.showChanges(id);
    },
    marks,
    csv: async (id) => marksTable(await marks(id)),
    async planTakeover(id, request) {
      const { library: file } = stored(id);
      const pictures = shownOf(id).map(({ key, imageId, picture }) => ({ picture: key, imageId, key: picture }));
      return planTakeover({ library: file, pictures }, await marks(id), request, library);
    },
    fileNames: async (id, query) => fileNames(await marks(id), query),
    openAgain(id, guest) {
      guestOf(id, guest);
      store.guests.setDone(guest, null);
      changed(id);
    },
    removeGuest(id, guest) {
      guestOf(id, guest);
      store.guests.remove(id, guest);
      changed(id);
    },
    close: () => clearInterval(timer),
  };
  return { proofs, door: openDoor({ store, renditions, passwords, clocks, events }) };
}

const isoOf = (ms: number) => new Date(ms).toISOString();

const toldLink = ({ id, name, createdMs }: StoredLink): ProofLink => ({ id, name, created_at: isoOf(createdMs) });

const invalid = (field: string, must: string) =>
  new AppError('invalid_body', `${field}: ${must}`, { fields: { [field]: must } });

/** Whom the first links are for. */
function guestNames(guests: NewProof['guests'], links: readonly string[]): readonly (string | null)[] {
  if ((guests === 'named') !== links.length > 0)
    throw invalid(
      'links',
      guests === 'named' ? 'the names of the guests' : 'none, as guests have no link of their own',
    );
  refuseSameNames(links);
  return guests === 'named' ? links : [null];
}

function refuseSameNames(names: readonly string[]): void {
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new AppError('conflict', 'Each guest needs a name that no other guest has.');
}

function refuseTooMany(pictures: number): void {
  if (pictures > MOST_PROOF_PICTURES)
    throw new AppError('conflict', `A proof has at most ${MOST_PROOF_PICTURES} pictures, and not ${pictures}.`);
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
