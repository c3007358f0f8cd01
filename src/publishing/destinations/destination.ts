/**
 * What every place that pictures are published to can do, whatever it is: publications (../publications/) know nothing else of it.
 */

/** What a destination is told of a picture: only what the recipe lets through. */
export interface PictureFacts {
  title: string | null;
  description: string | null;
  creator: string | null;
  /** 0 to 5; null: the recipe keeps stars back. */
  stars: number | null;
  /** Full names, levels divided by `|`. */
  tags: string[];
  /** ISO 8601, as in the record. */
  takenAt: string | null;
}

/** A finished file that is to be at the destination. */
export interface Outgoing {
  /** Absolute path here. */
  file: string;
  bytes: number;
  /** Hex, as the next two, by which photo services know what they have; empty for others. */
  sha256: string;
  sha1: string;
  md5: string;
  /** Wanted file name, with its extension; the destination keeps names unique (any case, any Unicode form). */
  name: string;
  /** The id of an album of this destination, from `album`; null: none, or the top folder. */
  album: string | null;
  /** Who the item is, a random UUID. Stored at the destination where it can hold it. */
  mark: string;
  facts: PictureFacts;
  /** What `choose` was told of an upload whose answer was lost; null: nothing. */
  chosen: string | null;
  /** Keeps the path that a file store has found to be free, before anything is there: what others put elsewhere is not ours. */
  choose: (id: string) => void;
  /** What `begin` was told of an upload in parts whose end is not known; null: nothing. */
  begun: string | null;
  /** Keeps the server's id of an upload in parts before the first one leaves: what a crash leaves of it is to be given up. */
  begin: (upload: string) => void;
}

/** Where an item is, and in which state. */
export interface Placed {
  /** A path (file stores) or the destination's own id. */
  id: string;
  /** Changes whenever the bytes there change by anybody's hand: size and ETag or mtime, or a checksum. */
  version: string;
}

export interface Item extends Placed {
  name: string;
  bytes: number | null;
  /** null: the destination cannot hold it, or the item is not ours. */
  mark: string | null;
  /** Whatever the destination knows that helps to match it: hex; null where it knows none. */
  sha256: string | null;
  takenAt: string | null;
}

export interface Abilities {
  /** Stars, title and tags can change without a new file. Files carry them inside: a new file each time. */
  describes: boolean;
  stars: boolean;
  /** Extensions that it takes, lower case; null: all. */
  takes: string[] | null;
}

/** What it takes to recognize and take over what others put at a destination. */
interface TakesOver {
  /** The id of the album that a publication would use; null: there is none yet. Makes nothing. */
  albumNamed(name: string, known: string | null, signal: AbortSignal): Promise<string | null>;
  /** When its picture was taken, by the clock of the camera; null: that cannot be told. */
  takenAt(item: Item, signal: AbortSignal): Promise<string | null>;
  /** Whether the item is this very file. */
  isFile(item: Item, file: Pick<Outgoing, 'bytes' | 'sha256' | 'sha1' | 'md5'>, signal: AbortSignal): Promise<boolean>;
  /** From now on the item is ours, known by this mark. Doing it again changes nothing. 'changed_there' when its version is another. */
  claim(placed: Placed, mark: string, signal: AbortSignal): Promise<void>;
}

export interface Destination extends TakesOver {
  readonly abilities: Abilities;
  /** Server and account, as the destination itself tells it: when it differs from before, nothing is touched. */
  whoIs(signal: AbortSignal): Promise<string>;
  /** Writes, reads back and removes a file of its own. Every right that lacks by name, in words for people; [] = all well. */
  test(signal: AbortSignal): Promise<string[]>;
  /** The id of the album: `known` if it is still there (also when renamed or hidden), else one made anew, private where it can be. */
  album(name: string, known: string | null, signal: AbortSignal): Promise<string>;
  /** `isOurs: false`: the same bytes were there already, put there by somebody else (in our album it may go; it is never replaced nor removed). */
  upload(outgoing: Outgoing, signal: AbortSignal): Promise<Placed & { isOurs: boolean }>;
  /** Puts other bytes in the place of the item; the former picture stays whole if this fails. 'changed_there' as DestinationFailure if its version is another. */
  replace(placed: Placed, outgoing: Outgoing, signal: AbortSignal): Promise<Placed>;
  /** Only where `abilities.describes`. */
  describe(placed: Placed, facts: PictureFacts, signal: AbortSignal): Promise<Placed>;
  /** Removes this item alone; no error if it is gone. */
  remove(placed: Placed, signal: AbortSignal): Promise<void>;
  /** One item; null: proven not to be there. An answer that is not understood throws 'unknown'. */
  look(id: string, signal: AbortSignal): Promise<Item | null>;
  /**
   * All of an album, complete or throwing 'unknown'. Outside albums a destination may hold all that somebody ever had: there, those of the ids
   * `among` that are there are enough.
   */
  list(album: string | null, among: readonly string[], signal: AbortSignal): Promise<Item[]>;
  /** An upload whose answer was lost: the item of this mark, or of these bytes where it was to be; or null when proven absent. */
  find(outgoing: Outgoing, signal: AbortSignal): Promise<Placed | null>;
  /** Removes what an upload in parts has left that will never be gone on with. No error if nothing is left. Only where there are parts. */
  giveUp?(left: Pick<Outgoing, 'chosen' | 'begun'>, signal: AbortSignal): Promise<void>;
  /** Takes what is there now for the place that is published to, as somebody says that it is. Only where `PlaceLost` is thrown. */
  adopt?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * never: this picture will not be taken (413, type). person: somebody has to do something (key, right, quota, other account, certificate).
 * later: the network, 429, 503, a full disk there. unknown: the answer was not understood; nothing may follow from it.
 * changed_there: the item is not as it was left.
 */
export type FailureKind = 'never' | 'person' | 'later' | 'unknown' | 'changed_there';

export class DestinationFailure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterSeconds: number | null;
  constructor(
    kind: FailureKind,
    message: string,
    { retryAfterSeconds = null, cause }: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What the place is known by is not there: its drive is away for now, or another one is in its stead for good. */
export class PlaceLost extends DestinationFailure {}
