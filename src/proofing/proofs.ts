import type { TakeoverRequest } from '../contract/proof-takeover.ts';
import type {
  Proof,
  ProofChange,
  NewProof,
  NewProofLink,
  ProofFileNamesQuery,
  ProofMade,
  ProofMarks,
} from '../contract/proofs.ts';
import type { Takeover } from './take-over.ts';

/** The proofs as the photographer has them. All throw `storage_error`; what takes an id throws `not_found`. */
export interface Proofs {
  /** Newest first. */
  list(): Promise<Proof[]>;
  find(id: number): Promise<Proof>;
  /** Throws `invalid_body`; `conflict` where there is nothing to show or too much, and as lists of images do. */
  make(asked: NewProof): Promise<ProofMade>;
  /** Throws as `make`, and `conflict` for one that was ended. */
  change(id: number, change: ProofChange): Promise<Proof>;
  /** No link leads to it any more, for good; what guests said stays. */
  end(id: number): Promise<Proof>;
  /** With all that guests said. */
  remove(id: number): void;
  /** Throws `invalid_body`, `conflict`. */
  addLink(id: number, name: string | null): NewProofLink;
  removeLink(id: number, link: number): void;
  /** Images that its search finds by now, and that never were in it. */
  matches(id: number): Promise<number[]>;
  /** Guests see changed edits now. */
  showChanges(id: number): void;
  marks(id: number): Promise<ProofMarks>;
  /** What guests said, a line for each guest and picture, as a spreadsheet reads it. */
  csv(id: number): Promise<string>;
  /** What taking its marks over into darktable would change. Throws `conflict` for one of another library, `library_unavailable`. */
  planTakeover(id: number, request: TakeoverRequest): Promise<Takeover>;
  fileNames(id: number, query: ProofFileNamesQuery): Promise<string[]>;
  /** The guest can go on after Done. */
  openAgain(id: number, guest: number): void;
  /** With all that the guest said. */
  removeGuest(id: number, guest: number): void;
  close(): void;
}
