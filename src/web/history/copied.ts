import { queryClient } from '../api/query-client.ts';
import { libraryQuery } from '../api/library.ts';
import { Kept, useStore } from '../stores/store.ts';

/** The picture whose edits were copied; they are read when they are pasted, as in darktable. */
export interface Copied {
  id: number;
  /** File name. */
  name: string;
}

const kept = new Kept(
  'copied-edits',
  (text) => JSON.parse(text ?? 'null') as (Copied & { library: string | null }) | null,
);
const library = () => queryClient.getQueryData(libraryQuery.queryKey)?.library ?? null;
const inThisLibrary = (copied: ReturnType<typeof kept.snapshot>) => (copied?.library === library() ? copied : null);

/** Every tab of this browser can paste them. */
export const keepCopied = (copied: Copied): void => kept.keep(JSON.stringify({ ...copied, library: library() }));

/** null: nothing was copied in this library. */
export const copiedNow = (): Copied | null => inThisLibrary(kept.snapshot());
/** The same, and what is copied later. */
export const useCopied = (): Copied | null => inThisLibrary(useStore(kept));
