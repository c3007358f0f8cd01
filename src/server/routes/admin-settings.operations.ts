import { SettingsAnswer, SettingsDescription, SettingsPatch } from '../../contract/settings.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const adminSettingsOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/admin/settings',
    id: 'getSettings',
    tag: 'Administration',
    summary: 'Read the settings',
    access: 'admin',
    answers: {
      200: { description: 'The stored settings, and the values in use.', json: SettingsAnswer, headers: noStore },
    },
  },
  {
    method: 'patch',
    path: '/api/v1/admin/settings',
    id: 'changeSettings',
    tag: 'Administration',
    summary: 'Change settings',
    description:
      'Only the settings that you send change; `null` restores the default. Safelight checks every value before it stores any (the library opens, the folder is writable, the port is free). Changes take effect immediately; `restart_needed` names those that need a restart. After a change of port or address, `in_use.url` has the new address.',
    access: 'admin',
    body: { schema: SettingsPatch, types: json, required: true, example: { theme: 'dark', previewQuality: 92 } },
    answers: { 200: { description: 'The settings as they are now.', json: SettingsAnswer, headers: noStore } },
    errors: ['invalid_body', 'invalid_settings', 'storage_error'],
  },
  {
    method: 'get',
    path: '/api/v1/admin/settings/description',
    id: 'describeSettings',
    tag: 'Administration',
    summary: 'Describe the settings',
    description: 'Names, titles, defaults and allowed values: everything that a form needs.',
    access: 'admin',
    answers: { 200: { description: 'All settings.', json: SettingsDescription, headers: noStore } },
  },
];
