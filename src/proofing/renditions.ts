import type { GuestSize } from '../contract/guest-proof.ts';
import type { Point, Proof } from '../contract/proofs.ts';
import type { PictureKey } from '../publishing/publications/ledger.ts';

/** The picture that guests see: made for one proof, by its rules. */
export interface Rendition {
  /** Names the pixels and what is in the file; tells nothing of the library. */
  version: string;
  /** As it is shown at `screen`, in pixels. */
  width: number;
  height: number;
  /** When guests could first see it, in Unix milliseconds. */
  sinceMs: number;
}

export interface RenditionProgress {
  made: number;
  failed: number;
  /** Pictures whose edit guests do not see yet. */
  changed: number;
  problem: string | null;
}

/** What a proof's renditions are made by. */
export interface RenderedProof extends Pick<Proof, 'id' | 'keep' | 'watermark' | 'downloads' | 'quiet_minutes'> {
  /** Path of the library.db that its pictures are of. */
  library: string;
  pictures: readonly { picture: string; imageId: number; key: PictureKey }[];
}

/** The store of proofs, as far as renditions need it. */
export interface RenderedProofs {
  /** Those that are open, of whatever library. */
  open(): readonly RenderedProof[];
  /** The library was imported anew: these pictures have other image ids. */
  foundAgain(proof: number, imageIds: ReadonlyMap<string, number>): void;
  /** A picture of the proof was made, or is shown anew; or what `progress` tells is something else. */
  changed(proof: number): void;
}

/** Makes what guests see ahead, at low priority, and keeps it up to date. The old one is served until the new one is whole. */
export interface Renditions {
  /** By the keys of its pictures: those that are made. */
  of(proof: number): ReadonlyMap<string, Rendition>;
  progress(proof: number): RenditionProgress;
  /** Full path; null: it is not made. Who asks for one that is missing moves it forward. */
  file(proof: number, picture: string, size: GuestSize | 'full'): Promise<string | null>;
  /**
   * Where a point of the rendition `on` (its version) is in the present one. null: nobody can tell, or it was cut off, so the comment was made on
   * an earlier version.
   */
  pointNow(proof: number, picture: string, point: Point, on: string): Point | null;
  /** Shows changed edits now instead of after quiet minutes. */
  showChanges(proof: number): void;
  /** The proof is new, has other rules or other pictures. */
  look(proof: number): void;
  /** Removes all of it: the proof has ended. */
  forget(proof: number): void;
  close(): Promise<void>;
}
