import { UpdateStatus } from '../../../contract/updates.ts';
import { ok, accepted } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const adminUpdateRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/update',
    id: 'getUpdate',
    tag: 'Administration',
    summary: 'Read what is known about updates',
    description: 'Contacts nobody. Safelight looks for updates once a day, and only while `checkForUpdates` is on.',
    scope: 'admin',
    answers: ok({ description: 'What is known about updates.', json: UpdateStatus }),
    handle:
      ({ updates }) =>
      () =>
        updates.status(),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/update/check',
    id: 'checkForUpdate',
    tag: 'Administration',
    summary: 'Check for an update',
    description:
      'Asks the address of updates for the newest version. A problem with it is part of the answer. 409 `conflict` while `checkForUpdates` is off.',
    scope: 'admin',
    answers: ok({ description: 'What is known about updates now.', json: UpdateStatus }),
    errors: ['conflict'],
    handle:
      ({ updates }) =>
      () =>
        updates.check(),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/update/install',
    id: 'installUpdate',
    tag: 'Administration',
    summary: 'Install the update',
    description:
      'For a portable copy on Linux: downloads the new version, checks its size, hash and signature, and unpacks it beside this one. Then the new version starts in the place of this one; if it does not answer, this one comes back and `problem` tells why. 409 `conflict` if no newer version is known or this Safelight cannot replace itself.',
    scope: 'admin',
    answers: accepted({ description: 'It has started. `progress` says how far it is.', json: UpdateStatus }),
    errors: ['conflict'],
    handle:
      ({ updates }) =>
      () =>
        updates.install(),
  }),
  route({
    method: 'delete',
    path: '/api/v1/admin/update/install',
    id: 'cancelUpdate',
    tag: 'Administration',
    summary: 'Stop the download of the update',
    description:
      'Stops the download and removes what has arrived. Switching `checkForUpdates` off does the same. 409 `conflict` if nothing is being downloaded or unpacked: once the new version is tried, it is too late.',
    scope: 'admin',
    answers: ok({ description: 'What is known about updates.', json: UpdateStatus }),
    errors: ['conflict'],
    handle:
      ({ updates }) =>
      () =>
        updates.cancel(),
  }),
];
