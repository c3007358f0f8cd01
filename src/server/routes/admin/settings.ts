import { SettingsDescription, describeSettings } from '../../../contract/setting-descriptions.ts';
import { SettingsAnswer, SettingsPatch, SETTING_GROUPS } from '../../../contract/settings.ts';
import { sendUnkept } from '../../responses/json-answer.ts';
import { ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

export const adminSettingRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/settings',
    id: 'getSettings',
    tag: 'Administration',
    summary: 'Read the settings',
    scope: 'admin',
    answers: ok({ description: 'The stored settings, and the values in use.', json: SettingsAnswer }),
    handle:
      ({ admin }) =>
      () =>
        admin.settings(),
  }),
  route({
    method: 'patch',
    path: '/api/v1/admin/settings',
    id: 'changeSettings',
    tag: 'Administration',
    summary: 'Change settings',
    description:
      'Only the settings that you send change; `null` restores the default. Safelight checks every value before it stores any (the library opens, the folder is writable, the port is free). Changes take effect immediately; `restart_needed` names those that need a restart. After a change of port or address, `in_use.url` has the new address.',
    scope: 'admin',
    body: json(SettingsPatch, { theme: 'dark', previewQuality: 92 }),
    answers: ok({ description: 'The settings as they are now.', json: SettingsAnswer }),
    errors: ['invalid_settings', 'storage_error'],
    handle:
      ({ admin }) =>
      ({ body }) =>
        admin.changeSettings(body),
  }),
  route({
    method: 'get',
    path: '/api/v1/admin/settings/description',
    id: 'describeSettings',
    tag: 'Administration',
    summary: 'Describe the settings',
    description: 'Names, titles, defaults and allowed values: everything that a form needs.',
    scope: 'admin',
    answers: ok({ description: 'All settings.', json: SettingsDescription }),
    handle: () => {
      // It takes a twentieth of a start, and most starts are never asked for it.
      let description: string | undefined;
      return ({ req, res }) => sendUnkept(req, res, (description ??= JSON.stringify(settingsDescription())));
    },
  }),
];

const settingsDescription = () => ({
  groups: Object.entries(SETTING_GROUPS).map(([name, title]) => ({ name, title })),
  items: describeSettings(),
});
