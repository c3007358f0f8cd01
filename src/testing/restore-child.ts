/**
 * A Safelight that restores a backup and dies in the middle, as by a power cut:
 *
 *   node src/testing/restore-child.ts LIBRARY BACKUP STEP
 */
import { kill, pid } from 'node:process';
import { backupNamed } from '../library/backups.ts';
import { restoreBackup } from '../library/restore-backup.ts';

const [file, name, last] = process.argv.slice(2);
await restoreBackup({
  file: file!,
  backup: (await backupNamed(file!, name!))!,
  around: (_kept, replaceLibrary) => replaceLibrary(),
  onStep: (step) => {
    if (step === last) kill(pid, 'SIGKILL');
  },
});
