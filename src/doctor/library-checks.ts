import { lockHolder, UNKNOWN_HOLDER } from '../darktable/library-locks.ts';
import { libraryHolder } from '../darktable/running.ts';
import type { LibraryState } from '../library/library.ts';
import { isNewer } from '../library/newer-schema.ts';
import { NEWEST_SCHEMA, OLDEST_SCHEMA } from '../library/schema.ts';
import { isAlive } from '../platform/is-alive.ts';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { say } from './wording.ts';

const GET_A_LIBRARY =
  'Start darktable once and import pictures; Safelight switches to its library by itself. Or choose a library in the settings.';

/** Whether the library can be shown. */
export function libraryCheck(state: LibraryState, isSample: boolean): Finding {
  if (isSample && state.status === 'problem' && state.problem === 'missing') {
    return warn('darktable has no library on this computer: Safelight will show its sample library.', GET_A_LIBRARY);
  }
  if (state.status === 'problem') {
    return state.problem === 'busy'
      ? warn(state.message, 'Wait a moment. If this does not help, close other programs that write to the library.')
      : fail(state.message, 'Follow the advice above, or choose another library in the settings.');
  }
  if (isSample) {
    return warn(
      say`Safelight shows the sample library (${state.file}): darktable has no library on this computer.`,
      GET_A_LIBRARY,
    );
  }
  return state.leftOut === 0
    ? ok(state.images === 1 ? say`1 image in ${state.file}.` : say`${state.images} images in ${state.file}.`)
    : warn(state.message, 'Restore a backup of the library, or ask somebody who knows SQLite for help.');
}

export function schemaCheck(state: LibraryState): Finding {
  const range = say`Versions ${OLDEST_SCHEMA} to ${NEWEST_SCHEMA} are supported.`;
  const has = (version: number) => [say`It has version ${version}.`, range];
  if (state.status === 'ready' && isNewer({ version: state.schemaVersion }))
    return warn(has(state.schemaVersion), 'It is only shown. Update Safelight to change it.');
  if (state.status === 'ready') return ok(has(state.schemaVersion));
  if (state.problem === 'too-old') return fail(state.message, 'Open the library once with darktable 4.2 or newer.');
  if (state.problem === 'too-new') return fail(state.message, 'Update Safelight.');
  return warn([say`Unknown: the library cannot be read.`, range], 'See the library check above.');
}

/** Who has the library open, according to the lock file next to it. */
export function lockCheck(library: string): Finding {
  const holding = libraryHolder(library);
  if (holding?.networkDrive != null)
    return warn(
      say`${holding.lock!} names process ${holding.pid}, which is not a darktable of this computer, and lies on a network drive (${holding.networkDrive}): a darktable on another computer may have the library open, so Safelight changes nothing.`,
      'Close darktable on the other computer. If none is open, say so: safelight unlock',
    );
  if (holding?.pid === UNKNOWN_HOLDER)
    return warn(
      say`${holding.lock!} cannot be read: darktable may have the library open, so Safelight changes nothing.`,
      'Make the file readable, or remove it if no darktable is open.',
    );
  if (holding) return ok(say`darktable has it open (process ${holding.pid}).`);
  let holder: string;
  try {
    holder = readOrdinaryFile(`${library}.lock`, 'latin1').replaceAll('\0', '').trim();
  } catch {
    return ok('No program has it open.');
  }
  return warn(
    say`${library}.lock names process ${holder || '(none)'}, which is not darktable: darktable did not exit cleanly.`,
    isAlive(lockHolder(`${library}.lock`) ?? 0)
      ? 'Safelight does not mind, but darktable does not open the library while there is such a process. Remove the lock: safelight unlock'
      : 'Safelight does not mind. darktable removes the file by itself at its next start.',
  );
}
