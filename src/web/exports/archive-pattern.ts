import { useSyncExternalStore } from 'react';
import { OWN_NAME } from '../../contract/archive-names.ts';

/** Ways to name pictures in an archive without writing a pattern. */
export const PATTERNS = {
  namesOwn: OWN_NAME,
  namesDate: '$(EXIF.YEAR)-$(EXIF.MONTH)-$(EXIF.DAY) $(FILE_NAME)',
  namesRoll: '$(ROLL_NAME)/$(FILE_NAME)',
  namesNumber: '$(SEQUENCE)',
} as const;

const KEY = 'archive-pattern';
const listeners = new Set<() => void>();

const storedPattern = () => localStorage.getItem(KEY) ?? OWN_NAME;

/** The last choice in this browser. */
export const useArchivePattern = (): string =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, storedPattern);

export function chooseArchivePattern(pattern: string): void {
  localStorage.setItem(KEY, pattern);
  for (const listener of [...listeners]) listener();
}
