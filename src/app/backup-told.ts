import type { Backup } from '../contract/admin.ts';
import type { LibraryBackup } from '../library/backups.ts';

export const backupTold = ({ name, kind, library, data, day, size, modifiedMs }: LibraryBackup): Backup => ({
  name,
  kind,
  file: library,
  data_file: data,
  day,
  size,
  modified: Math.round(modifiedMs),
});
