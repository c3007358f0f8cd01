import { createHash } from 'node:crypto';

/**
 * What a place can do that holds files by path. Paths are relative to the destination's folder and divided by `/`; '' is that folder.
 * Whatever fails throws a DestinationFailure; with an abort, the signal's reason.
 */
export interface FileStore {
  /** Server, folder and account, as far as the settings tell. */
  readonly identity: string;
  /**
   * Which writes go straight to the name, as nobody ever sees half of one there: all of them (S3), or those that replace a file and
   * have to keep what hangs on it (Nextcloud). The others go to a temporary name first.
   */
  wholeWrites(signal: AbortSignal): Promise<'none' | 'replacing' | 'all'>;
  /** Something else may stand in its place without an error, as an empty folder does when a drive is not mounted. */
  readonly canVanish: boolean;
  /** `onto`: what may be there now. Returns the hash that the other side made of what it got, where it tells one. */
  write(path: string, content: Content, onto: Onto, signal: AbortSignal): Promise<string | null>;
  /** The start of a file; null: proven not to be there. */
  read(path: string, most: number, signal: AbortSignal): Promise<Buffer | null>;
  /** Hex, made of the bytes that are there. */
  sha256(path: string, signal: AbortSignal): Promise<string>;
  /** null: proven not to be there. */
  stat(path: string, signal: AbortSignal): Promise<Stored | null>;
  /** All that is in a folder, but not below it; null: there is no such folder. Throws when it may not be all. */
  list(folder: string, signal: AbortSignal): Promise<Stored[] | null>;
  /** False: something is there already, and nothing was moved. */
  moveToNew(from: string, to: string, signal: AbortSignal): Promise<boolean>;
  moveOver(from: string, to: string, signal: AbortSignal): Promise<void>;
  /** No error if it is gone. */
  remove(path: string, signal: AbortSignal): Promise<void>;
  /** No error if it is there. */
  makeFolder(path: string, signal: AbortSignal): Promise<void>;
  /** Only for a folder of ours in which nothing is left. */
  removeFolder(path: string, signal: AbortSignal): Promise<void>;
  /** Removes what an upload in parts has left that never ended. No error if nothing is left. */
  giveUp?(path: string, upload: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export type Onto = 'nothing' | 'our-draft' | { version: string };

export interface Content {
  /** A file here, or the bytes themselves. */
  from: string | Buffer;
  bytes: number;
  sha256: string;
  mark: string | null;
  /** As `Outgoing.begin`. */
  begin: (upload: string) => void;
}

export interface Stored {
  path: string;
  name: string;
  isFolder: boolean;
  bytes: number;
  /** Changes whenever the bytes do. */
  version: string;
  /** Only where it is stored beside the file, and by `stat` alone. */
  sha256: string | null;
  mark: string | null;
}

export const joined = (folder: string | null, name: string): string =>
  folder === null || folder === '' ? name : `${folder}/${name}`;
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Of a few bytes of our own. */
export function contentOfText(text: string): Content {
  const from = Buffer.from(text);
  return {
    from,
    bytes: from.length,
    sha256: createHash('sha256').update(from).digest('hex'),
    mark: null,
    begin: () => undefined,
  };
}
