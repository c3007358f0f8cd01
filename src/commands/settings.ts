import { platform } from 'node:os';
import { checkChosenFolders, takeChosenFolders } from '../app/chosen-folders.ts';
import { bridgePaths, setPaused } from '../darktable/bridge-files.ts';
import { describeSettings, type SettingDescription } from '../contract/setting-descriptions.ts';
import {
  PublicSettings,
  SETTING_GROUPS,
  SettingsAnswer,
  settingsShape,
  type SettingGroup,
} from '../contract/settings.ts';
import type { Autostart } from '../desktop/autostart.ts';
import type { Environment } from '../platform/environment.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { openSettings, parsePatch, type Settings } from '../settings/settings-store.ts';
import { visible } from '../platform/visible.ts';
import { adminClient } from './admin-client.ts';
import { asOwner } from './as-owner.ts';
import { ownAutostart } from './own-command.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

interface Store {
  get(): Promise<PublicSettings>;
  /** Returns the new settings, and which of them take effect only at the next start. */
  change(patch: Record<string, unknown>): Promise<{ settings: PublicSettings; restartNeeded: readonly string[] }>;
}

/** Works through the running server, where a change takes effect at once; if none runs, on the file itself. */
async function withSettings<T>(
  options: SharedOptions,
  environment: Environment,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { dataDir, log } = options;
  const admin = adminClient(dataDir);
  if (admin) {
    const ask = async (method: string, body?: unknown) =>
      SettingsAnswer.parse(await admin.request(method, '/settings', body));
    return work({
      get: async () => (await ask('GET')).settings,
      change: async (patch) => {
        const { settings, restart_needed } = await ask('PATCH', patch);
        return { settings, restartNeeded: restart_needed.filter((name) => name in patch) };
      },
    });
  }
  return asOwner(options, async () => {
    const settings = openSettings({ dataDir, log });
    await followAutostart(settings, ownAutostart(dataDir, environment));
    const startWith = (after: Readonly<SettingsValues>) => ({
      dataDir,
      settings: after,
      given: options,
      environment,
      platform: platform(),
    });
    settings.addCheck(({ after, keys }) => checkChosenFolders(startWith(after), keys));
    settings.addFollower(async ({ after, keys }) => {
      for (const words of await takeChosenFolders(startWith(after), keys)) remark(words);
      return [];
    });
    return work({
      get: () => Promise.resolve(PublicSettings.parse(settings.get())),
      change: async (patch) => {
        const { values, keys } = await settings.update(patch);
        // Safelight and darktable's panel share this file; its state counts at the next start.
        if (keys.includes('queuesPaused')) setPaused(bridgePaths(dataDir).pauseFile, values.queuesPaused);
        return { settings: PublicSettings.parse(values), restartNeeded: [] };
      },
    });
  });
}

/**
 * The desktop decides about start at login: its state counts, and it learns of a change at once, not at Safelight's
 * next start.
 */
async function followAutostart(settings: Settings, autostart: Autostart | null): Promise<void> {
  const isOn = await autostart?.isOn().catch(() => null);
  if (typeof isOn === 'boolean' && isOn !== settings.get().autostart) settings.change({ autostart: isOn });
  settings.addCheck(({ keys }) =>
    keys.has('autostart') && autostart === null
      ? { autostart: 'This computer cannot start Safelight at login: it has no desktop.' }
      : {},
  );
  settings.addFollower(async ({ keys, before, after }) => {
    if (!keys.has('autostart')) return [];
    try {
      await autostart?.set(after.autostart);
    } catch (error) {
      settings.change({ autostart: before.autostart });
      throw error;
    }
    return [];
  });
}

/** `safelight settings list`: every setting with its value and purpose. */
export async function listSettings(options: SharedOptions, environment: Environment): Promise<void> {
  const settings = await withSettings(options, environment, (store) => store.get());
  if (options.json) {
    printJson(settings);
    return;
  }
  const all = describeSettings();
  const width = Math.max(...all.map(({ name }) => name.length));
  for (const [group, title] of Object.entries(SETTING_GROUPS) as [SettingGroup, string][]) {
    print(title);
    for (const setting of all.filter((each) => each.group === group)) {
      const value = valueOf(settings, setting.name);
      const mark = JSON.stringify(value) === JSON.stringify(setting.default) ? ' ' : '*';
      print(`${mark} ${setting.name.padEnd(width)}  ${valueText(value)}`);
      print(`  ${''.padEnd(width)}    ${setting.help}`);
    }
  }
  remark('* marks values that differ from the default. To change one: safelight settings set KEY VALUE');
}

/** `safelight settings get KEY`. An unknown name is refused in the same way as when changing a setting. */
export async function getSetting(options: SharedOptions, environment: Environment, name: string): Promise<void> {
  const { name: known } = settingOf(name);
  if (!Object.hasOwn(settingsShape, known)) parsePatch({ [known]: null });
  const value = valueOf(await withSettings(options, environment, (store) => store.get()), known);
  print(options.json ? JSON.stringify({ [known]: value }) : valueText(value));
}

/** `safelight settings set KEY VALUE` */
export async function setSetting(
  options: SharedOptions,
  environment: Environment,
  name: string,
  text: string,
): Promise<void> {
  const setting = settingOf(name);
  await change(options, environment, setting, parseValue(setting, text));
}

/** `safelight settings reset KEY` */
export async function resetSetting(options: SharedOptions, environment: Environment, name: string): Promise<void> {
  await change(options, environment, settingOf(name), null);
}

async function change(
  options: SharedOptions,
  environment: Environment,
  { name }: SettingDescription,
  value: unknown,
): Promise<void> {
  const { settings, restartNeeded } = await withSettings(options, environment, (store) =>
    store.change({ [name]: value }),
  );
  const now = valueOf(settings, name);
  if (options.json) printJson({ [name]: now, restart_needed: restartNeeded });
  else print(`${name} is ${valueText(now)}`);
  if (restartNeeded.length > 0) remark('Restart Safelight to apply it.');
}

/** Unknown names are left to the store, which suggests the nearest. */
function settingOf(name: string): SettingDescription {
  const known = describeSettings().find((each) => each.name.toLowerCase() === name.toLowerCase());
  return (
    known ?? {
      name,
      title: name,
      help: '',
      group: '',
      effect: 'now',
      kind: null,
      default: undefined,
      schema: { type: 'string' },
    }
  );
}

/** Converts the typed text for the setting: lists separated by commas, on and off, numbers, and "" for nothing. */
export function parseValue({ schema }: Pick<SettingDescription, 'schema'>, text: string): unknown {
  const types = [schema, ...((schema.anyOf as Record<string, unknown>[] | undefined) ?? [])];
  const is = (type: string) => types.some((each) => each.type === type);
  if (text === '' && is('null')) return null;
  if (is('boolean')) return { on: true, yes: true, true: true, off: false, no: false, false: false }[text] ?? text;
  if (is('integer') || is('number')) return /^-?\d+$/.test(text) ? Number(text) : text;
  if (is('array')) {
    const isOfNumbers = (schema.items as { enum?: unknown[] } | undefined)?.enum?.every(
      (one) => typeof one === 'number',
    );
    const words = text.split(/[\s,]+/).filter((word) => word !== '');
    return isOfNumbers === true ? words.map((word) => (/^\d+$/.test(word) ? Number(word) : word)) : words;
  }
  return text;
}

const valueOf = (settings: PublicSettings, name: string) => (settings as Record<string, unknown>)[name];

function valueText(value: unknown): string {
  if (value === null) return '(automatic)';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : visible(value.join(', '));
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? visible(value) : JSON.stringify(value);
}
