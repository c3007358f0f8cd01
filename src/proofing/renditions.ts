import type { GuestSize } from '../contract/guest-proof.ts';

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

/** Makes what guests see ahead, at low priority, and keeps it up to date. The old one is served until the new one is whole. */
export interface Renditions {
  /** By the keys of its pictures: those that are made. */
  of(proof: number): ReadonlyMap<string, Rendition>;
  progress(proof: number): RenditionProgress;
  /** Full path; null: it is not made. Who asks for one that is missing moves it forward. */
  file(proof: number, picture: string, size: GuestSize | 'full'): Promise<string | null>;
  /** Shows changed edits now instead of after quiet minutes. */
  showChanges(proof: number): void;
  /** The proof is new, has other rules or other pictures. */
  look(proof: number): void;
  /** Removes all of it: the proof has ended. */
  forget(proof: number): void;
  close(): Promise<void>;
}
