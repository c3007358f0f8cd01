import type {
  GuestComment,
  GuestMark,
  GuestRefusal,
  GuestSize,
  GuestState,
  StoredMark,
  ToldComment,
} from '../contract/guest-proof.ts';

/** A link that was asked for by its secret, and that leads to an open proof. */
export interface OpenLink {
  readonly proof: number;
  readonly link: number;
  readonly hasPassword: boolean;
  /** Whether whoever comes says a name. */
  readonly needsName: boolean;
  /** Changes with the password and when sessions are ended. A session of another one is none. */
  readonly era: string;
  /** For messengers; null: neutral. */
  readonly preview: { title: string; hasPicture: boolean } | null;
}

/** A browser that has entered through a link. */
export interface GuestSession {
  readonly link: OpenLink;
  readonly guest: number;
}

export interface GuestFile {
  file: string;
  /** As a download is called. */
  name: string;
  /** Strong, without quotes; tells nothing of the library. */
  etag: string;
}

export type Refused = { refused: GuestRefusal };

/** `name`: none was said of which something can be seen; `too-many`: as many have come as may. */
export type Entered = { guest: number } | { refused: 'name' | 'too-many' };

/** What a guest may see and do: the only way from the listener for guests to proofs. null: there is nothing for this guest. */
export interface GuestDoor {
  /** Some link leads to an open proof, or did so of late. */
  isNeeded(): boolean;
  /** By its secret, in constant time. null also when the proof is not open any more. */
  link(secret: string): OpenLink | null;
  /** Takes some 50 ms; in parallel at most two. */
  isPassword(link: OpenLink, password: string): Promise<boolean>;
  /** A new guest, or the one of a named link, or the one who all are together. */
  enter(link: OpenLink, name: string | null): Entered;
  /** A code for a second device of this guest, good for ten minutes and once; and who it belongs to. */
  deviceCode(session: GuestSession): string;
  guestOfCode(link: OpenLink, code: string): number | null;
  /** The guest still belongs to the link. */
  isGuest(link: OpenLink, guest: number): boolean;
  state(session: GuestSession): GuestState & { is: 'open' };
  /** Changes when `state` would. */
  stateTag(session: GuestSession): string;
  visited(session: GuestSession): void;
  mark(session: GuestSession, picture: string, mark: GuestMark): StoredMark | Refused | null;
  comment(session: GuestSession, comment: GuestComment): ToldComment | Refused | null;
  removeComment(session: GuestSession, id: string): true | Refused | null;
  setFinalText(session: GuestSession, text: string): true | Refused | null;
  done(session: GuestSession): void;
  /** A rendition that is made; somebody who waits for one that is not moves it forward. */
  picture(session: GuestSession, picture: string, size: GuestSize): Promise<GuestFile | null>;
  /** As `picture`, for a download: null where the proof does not allow it. */
  download(session: GuestSession, picture: string, size: 'web' | 'full'): Promise<GuestFile | null>;
  /** What messengers show of the link: full path; null: nothing. */
  previewFile(link: OpenLink): Promise<string | null>;
  /** Keys of what an archive holds, in order; null where there is none. */
  archive(session: GuestSession, size: 'web' | 'full'): { title: string; pictures: string[] } | null;
}
