import { DestinationFailure, type Outgoing } from '../destination.ts';
import { draftName } from './file-names.ts';
import { folderOf, joined, type Content, type FileStore, type Stored } from './file-store.ts';

/** Tidying up must end, too. */
const TIDYING_MS = 30_000;

export const contentOf = ({ file, bytes, sha256, mark, begin }: Outgoing): Content => ({
  from: file,
  bytes,
  sha256,
  mark,
  begin,
});

/** Puts the file under a temporary name, makes sure that all of it is there, and hands the name over. Nothing of it stays if that fails. */
export async function withDraft<Result>(
  store: FileStore,
  outgoing: Outgoing,
  folder: string,
  signal: AbortSignal,
  act: (draft: string) => Promise<Result>,
): Promise<Result> {
  const draft = joined(folder, draftName(outgoing.mark, outgoing.sha256));
  try {
    const told = await store.write(draft, contentOf(outgoing), 'our-draft', signal);
    await checkWritten(store, draft, outgoing, told, signal);
    return await act(draft);
  } catch (error) {
    await store.remove(draft, AbortSignal.timeout(TIDYING_MS)).catch(() => undefined);
    throw error;
  }
}

/** No error if there is none. */
export function removeDraft(
  store: FileStore,
  { chosen, album, mark, sha256 }: Pick<Outgoing, 'chosen' | 'album' | 'mark' | 'sha256'>,
  signal: AbortSignal,
): Promise<void> {
  const folder = chosen === null ? album : folderOf(chosen);
  return store.remove(joined(folder, draftName(mark, sha256)), signal);
}

/** That the other side said yes is no proof: some keep what came until the disk was full or the line broke. */
export async function checkWritten(
  store: FileStore,
  path: string,
  { name, bytes, sha256 }: Outgoing,
  told: string | null,
  signal: AbortSignal,
): Promise<Stored> {
  const at = await store.stat(path, signal);
  if (at === null) throw new DestinationFailure('later', `${name} was sent, but it is not there.`);
  if (at.bytes !== bytes)
    throw new DestinationFailure(
      'later',
      `Of ${name}, ${at.bytes} of ${bytes} bytes are there. Is the disk there full?`,
    );
  if (told !== null && told !== sha256)
    throw new DestinationFailure('later', `${name} has arrived with other bytes than it was sent with.`);
  return at;
}
