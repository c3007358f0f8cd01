import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NewProof, type ProofMade } from '../contract/proofs.ts';
import type { GuestDoor, GuestSession, OpenLink } from '../proofing/guest-door.ts';
import { openProofs } from '../proofing/open-proofs.ts';
import type { Proofs } from '../proofing/proofs.ts';
import type { Rendition, Renditions } from '../proofing/renditions.ts';
import { openProofStore, type ProofStore } from '../proofing/store/proof-store.ts';
import { indexOfTest } from './index-of-test.ts';
import type { FixtureImage } from './library-fixture.ts';
import type { TestIndex } from './start-index.ts';

export interface ProofingStage {
  it: TestIndex;
  store: ProofStore;
  proofs: Proofs;
  door: GuestDoor;
  /** Renditions by proof and key; what is not in it is not made. */
  made: Map<number, Map<string, Rendition>>;
  /** What renditions were told. */
  told: string[];
  /** The time that Safelight sees. */
  clock: { ms: number; elapsedMs: number };
  make(asked?: Partial<NewProof>): Promise<ProofMade>;
  /** Pretends that all pictures of a proof are made. */
  makeAll(proof: number, version?: string): void;
  enter(made: ProofMade, name?: string, link?: number): GuestSession;
  /** As a restart does it. */
  restart(): void;
}

/** A library, proofs of it, and guests who come in. Renditions are files that nobody opens. */
export async function proofingStage(images: readonly FixtureImage[] | number): Promise<ProofingStage> {
  const it = await indexOfTest({ images });
  const clock = { ms: Date.parse('2026-11-28T12:00:00Z'), elapsedMs: 0 };
  const made: ProofingStage['made'] = new Map();
  const told: string[] = [];
  const renditions: Renditions = {
    of: (proof) => made.get(proof) ?? new Map<string, Rendition>(),
    progress: (proof) => ({ made: made.get(proof)?.size ?? 0, failed: 0, changed: 0, problem: null }),
    file: (proof, picture, size) =>
      Promise.resolve(made.get(proof)?.has(picture) ? join(it.folder, `${proof}-${picture}-${size}.jpg`) : null),
    pointNow: (_proof, _picture, { x, y }, on) => (on === 'turned' ? { x: y, y: 1 - x } : null),
    showChanges: (proof) => told.push(`show ${proof}`),
    look: (proof) => told.push(`look ${proof}`),
    forget: (proof) => told.push(`forget ${proof}`),
    close: () => Promise.resolve(),
  };
  const open = () => {
    const store = openProofStore(it.folder, () => clock.ms);
    const clocks = { now: () => clock.ms, elapsedMs: () => clock.elapsedMs };
    const { library, index, events } = it;
    return { store, ...openProofs({ store, renditions, library, index, clocks, events }) };
  };
  const close = () => {
    now.proofs.close();
    now.store.close();
  };
  let now = open();
  onTestFinished(() => close());
  return {
    it,
    get store() {
      return now.store;
    },
    get proofs() {
      return now.proofs;
    },
    get door() {
      return now.door;
    },
    made,
    told,
    clock,
    make: (asked = {}) =>
      now.proofs.make({
        ...NewProof.parse({ title: 'Wedding', source: { filter: {} } }),
        ...asked,
      }),
    makeAll(proof, version = 'first') {
      const all = now.store.proofs.pictures(proof).map(({ key }) => {
        const rendition = { version: `${version}-${key}`, width: 1_600, height: 1_067, sinceMs: clock.ms };
        return [key, rendition] as const;
      });
      made.set(proof, new Map(all));
    },
    enter({ links }, name = 'Anna', link = 0) {
      const opened = linkOf(now.door, links[link]!.path);
      const entered = now.door.enter(opened, name);
      if ('refused' in entered) throw new Error(entered.refused);
      return { link: opened, guest: entered.guest };
    },
    restart() {
      close();
      now = open();
    },
  };
}

/** Of an open proof. */
export function linkOf(door: GuestDoor, path: string): OpenLink {
  const link = door.link(path.replace('/p/', ''));
  if (!link) throw new Error('The link opens nothing.');
  return link;
}
