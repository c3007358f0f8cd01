import { BridgeChange, BridgeStatus } from '../../contract/admin.ts';
import { noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const adminBridgeOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/admin/bridge',
    id: 'getBridge',
    tag: 'Administration',
    summary: 'Read the status of the darktable plugin',
    access: 'admin',
    answers: {
      200: {
        description: 'The state of darktable, the plugin and the renderer.',
        json: BridgeStatus,
        headers: noStore,
      },
    },
  },
  {
    method: 'post',
    path: '/api/v1/admin/bridge/install',
    id: 'installBridge',
    tag: 'Administration',
    summary: 'Install or update the darktable plugin',
    access: 'admin',
    answers: { 200: { description: 'What was done.', json: BridgeChange, headers: noStore } },
    errors: ['conflict', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/bridge/uninstall',
    id: 'uninstallBridge',
    tag: 'Administration',
    summary: 'Remove the darktable plugin',
    access: 'admin',
    answers: { 200: { description: 'What was done.', json: BridgeChange, headers: noStore } },
    errors: ['conflict', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/bridge/start-darktable',
    id: 'startDarktable',
    tag: 'Administration',
    summary: 'Start darktable',
    access: 'admin',
    answers: { 200: { description: 'What was done.', json: BridgeChange, headers: noStore } },
    errors: ['conflict'],
  },
];
