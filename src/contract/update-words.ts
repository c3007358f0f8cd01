import type { InstallKind, UpdateProblemCode, UpdateStatus } from './updates.ts';

/** What is wrong with updates and what to do about it: `safelight doctor` and the page say the same. */
export const UPDATE_PROBLEM_WORDS: Record<UpdateProblemCode, [detail: string, advice: string]> = {
  'no-address': ['Safelight does not know where to look for updates.', 'Enter the address of updates in the settings.'],
  'no-key': ['This Safelight has no key to check updates with.', 'Install new versions by hand.'],
  unreachable: ['The address of updates does not answer.', 'Check the network and the address of updates.'],
  'wrong-signature': [
    'The last update that was offered is not signed by the makers of Safelight. It was not used.',
    'Check the address of updates.',
  ],
  unreadable: ['The address of updates names no version.', 'Check the address of updates.'],
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

const WAYS: Record<InstallKind, string> = {
  portable: 'Install it: safelight update --install',
  deb: 'Download the new .deb and install it with apt.',
  rpm: 'Download the new .rpm and install it with dnf or zypper.',
  windows: 'Download the new installer and run it.',
  macos: 'Download the new Safelight.app.',
  checkout: 'Get the new version: git pull, then npm start.',
};

/** How a newer version comes onto this computer. */
export const howToUpdate = ({ kind, can_install: canInstall }: Pick<UpdateStatus, 'kind' | 'can_install'>): string =>
  kind === 'portable' && !canInstall ? UPDATE_PROBLEM_WORDS['not-writable'][1] : WAYS[kind];
