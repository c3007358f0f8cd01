import { type LibraryState, whyNotWritten } from '../library/library-state.ts';
import { READ_ONLY_MODE } from '../platform/errors.ts';

/** Why nothing is changed or rendered, in a sentence; null: it is. */
export const whyReadOnly = ({ readOnly }: { readOnly: boolean }, library: LibraryState): string | null => {
  const newer = library.status === 'ready' ? whyNotWritten(library.schemaVersion) : null;
  return newer ?? (readOnly ? READ_ONLY_MODE : null);
};
