import { BridgeChange, BridgeStatus } from '../../../contract/admin.ts';
import type { Services } from '../../services.ts';
import { ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const act =
  (what: 'install' | 'uninstall' | 'startDarktable') =>
  ({ admin }: Services) =>
  () =>
    admin.bridge[what]();
const changed = ok({ description: 'What was done.', json: BridgeChange });

export const adminBridgeRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/bridge',
    id: 'getBridge',
    tag: 'Administration',
    summary: 'Read the status of the darktable plugin',
    scope: 'admin',
    answers: ok({ description: 'The state of darktable, the plugin and the renderer.', json: BridgeStatus }),
    handle:
      ({ admin }) =>
      () =>
        admin.bridge.status(),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/bridge/install',
    id: 'installBridge',
    tag: 'Administration',
    summary: 'Install or update the darktable plugin',
    scope: 'admin',
    answers: changed,
    errors: ['conflict', 'storage_error'],
    handle: act('install'),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/bridge/uninstall',
    id: 'uninstallBridge',
    tag: 'Administration',
    summary: 'Remove the darktable plugin',
    scope: 'admin',
    answers: changed,
    errors: ['conflict', 'storage_error'],
    handle: act('uninstall'),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/bridge/start-darktable',
    id: 'startDarktable',
    tag: 'Administration',
    summary: 'Start darktable',
    scope: 'admin',
    answers: changed,
    errors: ['conflict'],
    handle: act('startDarktable'),
  }),
];
