import type { Check } from '../contract/admin.ts';
import type { InstallKind, UpdateProblemCode, UpdateStatus } from '../contract/updates.ts';
import { ok, warn } from './checks.ts';
import { say } from './wording.ts';

const PROBLEMS: Record<UpdateProblemCode, [detail: string, advice: string]> = {
  'no-address': ['Safelight does not know where to look for updates.', 'Enter the address of updates in the settings.'],
  'no-key': ['This Safelight has no key to check updates with.', 'Install new versions by hand.'],
  unreachable: ['The address of updates does not answer.', 'Check the network and the address of updates.'],
  'wrong-signature': [
    'The last update that was offered is not signed by the makers of Safelight. It was not used.',
    'Check the address of updates.',
  ],
  unreadable: ['The address of updates does not tell a version.', 'Check the address of updates.'],
  'no-file': ['The new version has no portable copy for this computer.', 'Install it in another way.'],
  'no-space': ['The disk has no room for the update.', 'Free some space and try again.'],
  'not-writable': [
    'The folder of this portable copy cannot be written.',
    'Unpack the new version into another folder.',
  ],
  damaged: ['The update arrived damaged. It was not used.', 'Try again.'],
  'did-not-start': [
    'The last update did not start. Safelight has gone back to the version before.',
    'Try again, or report this as a bug in Safelight.',
  ],
};

export const HOW_TO_UPDATE: Record<InstallKind, string> = {
  portable: 'Install it: safelight update --install',
  deb: 'Download the new .deb and install it with apt.',
  rpm: 'Download the new .rpm and install it with dnf or zypper.',
  windows: 'Download the new installer and run it.',
  macos: 'Download the new Safelight.app.',
  checkout: 'Get the new version: git pull, then npm start.',
};

/** The beginning of what is new; `safelight update` and the page have all of it. */
const LONGEST_NEWS = 300;

export function updatesCheck(status: UpdateStatus | null): Omit<Check, 'id' | 'title'> {
  if (status === null) return ok('Unknown while Safelight is not running.');
  const { enabled, available, problem, checked, version, kind } = status;
  if (problem) return warn(...PROBLEMS[problem.code]);
  if (!enabled) return ok('Safelight does not look for updates.');
  if (available) {
    const news = available.notes.replaceAll(/[\s*#`]+/g, ' ').trim();
    const short = news.length > LONGEST_NEWS ? `${news.slice(0, LONGEST_NEWS)}…` : news;
    return warn(
      [say`Safelight ${available.version} of ${available.date} is available.`, say`New: ${short}`],
      HOW_TO_UPDATE[kind],
    );
  }
  return checked === null
    ? ok('Safelight has not looked for updates yet.')
    : ok(say`Safelight ${version} is the newest version.`);
}
