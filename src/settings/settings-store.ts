import Conf from 'conf';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError, reasonOf } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Log } from '../log.ts';
import { checkWritable, tightenPermissions } from './private-file.ts';
import { SettingsSchema, settingsShape, type SettingsValues } from './settings-schema.ts';

/** What a change asks for; a key that is undefined stays as it is. */
export type SettingsPatch = { [Key in keyof SettingsValues]?: SettingsValues[Key] | undefined };

export interface Settings {
  /** `<data-dir>/settings.json`. */
  readonly file: string;
  /** Anything that people should know about the file, such as a damaged one that was kept aside; null when all is well. */
  readonly notice: string | null;
  /** The settings as they are now. The same object until they change. */
  get(): Readonly<SettingsValues>;
  /**
   * Stores the patch and tells `settings.changed`. Throws `invalid_body` naming every bad field, and a plain Error when
   * the file cannot be written; nothing has changed then.
   */
  change(patch: SettingsPatch): Readonly<SettingsValues>;
}

/**
 * Opens the settings of a data-dir. One process owns the file: what another one writes is not seen until the next start.
 *
 * A file that is no JSON is moved aside; of a file with a bad value a copy is kept and that value falls back to its default.
 * Both are named in the log and in `notice`. Keys that this version does not know stay in the file.
 */
export function openSettings({ dataDir, log, events }: { dataDir: string; log: Log; events?: Events }): Settings {
  const file = join(dataDir, 'settings.json');
  const notices: string[] = [];
  const say = (notice: string) => {
    notices.push(notice);
    log.warn(notice);
  };
  const { store, stored } = openStore(dataDir, file, say);
  if (existsSync(file)) tightenPermissions(file, log);
  let values = readValues(stored, (bad) => {
    const kept = asideName(file);
    copyFileSync(file, kept);
    say(
      `Settings in ${file} are not valid and have their default now: ${bad.join('; ')}. The file as it was is ${kept}.`,
    );
  });

  return {
    file,
    notice: notices.length === 0 ? null : notices.join(' '),
    get: () => values,
    change(patch) {
      const wanted = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      const parsed = SettingsSchema.strict().safeParse({ ...values, ...wanted });
      if (!parsed.success) throw new AppError('invalid_body', describe(parsed.error));
      const before = values;
      const after = Object.freeze(parsed.data);
      const keys = (Object.keys(after) as (keyof SettingsValues)[]).filter(
        (key) => !isDeepStrictEqual(after[key], before[key]),
      );
      if (keys.length === 0) return values;
      // conf tries for a second, blocking everything, before it says that a folder cannot be written.
      checkWritable(file);
      store.set(Object.fromEntries(keys.map((key) => [key, after[key]])));
      values = after;
      events?.emit('settings.changed', { keys });
      return values;
    },
  };
}

type Stored = Record<string, unknown>;

function openStore(
  dataDir: string,
  file: string,
  say: (notice: string) => void,
): { store: Conf<Stored>; stored: Stored } {
  const open = () => {
    const store = new Conf<Stored>({ cwd: dataDir, configName: 'settings', configFileMode: 0o600 });
    return { store, stored: { ...store.store } };
  };
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw new Error(`The settings file ${file} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
    const kept = asideName(file);
    renameSync(file, kept);
    say(`The settings file ${file} was damaged and is kept as ${kept}. Safelight starts with its default settings.`);
    return open();
  }
}

function asideName(file: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('.', '');
  return `${file}.corrupt-${time}`;
}

function readValues(stored: Stored, tell: (bad: string[]) => void): Readonly<SettingsValues> {
  const bad: string[] = [];
  const known = Object.entries(settingsShape).map(([key, schema]) => {
    const parsed = (schema as z.ZodType).safeParse(stored[key]);
    if (parsed.success) return [key, parsed.data] as const;
    bad.push(`${key} (${z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ')})`);
    return [key, (schema as z.ZodType).parse(undefined)] as const;
  });
  if (bad.length > 0) tell(bad);
  return Object.freeze(SettingsSchema.parse(Object.fromEntries(known)));
}

function describe(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}
