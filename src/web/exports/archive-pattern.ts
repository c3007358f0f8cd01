import { OWN_NAME } from '../../contract/archive-names.ts';
import { Kept, useStore } from '../stores/store.ts';

/** Ways to name pictures in an archive without writing a pattern. */
export const PATTERNS = {
  namesOwn: OWN_NAME,
  namesDate: '$(EXIF.YEAR)-$(EXIF.MONTH)-$(EXIF.DAY) $(FILE_NAME)',
  namesRoll: '$(ROLL_NAME)/$(FILE_NAME)',
  namesNumber: '$(SEQUENCE)',
} as const;

/** The last choice in this browser. */
const pattern = new Kept('archive-pattern', (text) => text ?? OWN_NAME);
export const useArchivePattern = (): string => useStore(pattern);
export const chooseArchivePattern = (chosen: string): void => pattern.keep(chosen);
