import Conf from 'conf';
import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { SETTING_NAMES, settingsShape as publicShape, type SettingName } from '../contract/settings.ts';
import {
  complaintLine,
  MOST_COMPLAINTS,
  refusedFields,
  schemaComplaints,
  type Complaint,
} from '../platform/complaints.ts';
import { didYouMean } from '../platform/did-you-mean.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { readOrdinaryFile, refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { mustBe, schemaWords } from '../platform/schema-words.ts';
import { storageError } from '../platform/storage-trouble.ts';
import { asideName, checkWritable, setDamagedAside, tightenPermissions } from './private-file.ts';
import { migrateSettings, SETTINGS_VERSION, VERSION_KEY, type Stored } from './settings-migrations.ts';
import { SettingsSchema, settingsShape, type SettingsValues } from './settings-schema.ts';

/** What a change asks for; a key that is undefined stays as it is. */
export type SettingsPatch = { [Key in keyof SettingsValues]?: SettingsValues[Key] | undefined };

/** A change of what people may change: the settings before and after it, and the names of those that differ. */
export interface SettingsChange {
  before: Readonly<SettingsValues>;
  after: Readonly<SettingsValues>;
  keys: ReadonlySet<SettingName>;
}

/** What is wrong with a change, in words for people, by name; nothing when it can be made. */
export type SettingsCheck = (change: SettingsChange) => Complaints | Promise<Complaints>;
export type Complaints = Partial<Record<SettingName, string>>;
/** Makes a change that is stored take effect. Tells which settings of it could not: they count from the next start. */
export type SettingsFollower = (change: SettingsChange) => Promise<readonly SettingName[]>;

export interface SettingsUpdate {
  values: Readonly<SettingsValues>;
  /** What changed. */
  keys: readonly SettingName[];
  /** Of those, what counts from the next start only. */
  restartNeeded: readonly SettingName[];
}

export interface Settings {
  /** `<data-dir>/settings.json`. */
  readonly file: string;
  /** Anything that people should know about the file, such as a damaged one that was kept aside; null when all is well. */
  readonly notice: string | null;
  /** The settings as they are now. The same object until they change. */
  get(): Readonly<SettingsValues>;
  /**
   * Stores the patch and tells `settings.changed`. Throws `invalid_body` naming every bad field, and `storage_error` when
   * the file cannot be written; nothing has changed then.
   */
  change(patch: SettingsPatch): Readonly<SettingsValues>;
  /**
   * What people ask for, as it came: names and new values, stored also where that is the default; null brings a default back. Schema, then checks, then stored, then
   * followed, then told. One after the other, so that of changes made at once none is lost. Throws `invalid_settings` with every
   * bad field named (nothing has changed then), and `storage_error` when the file cannot be written.
   */
  update(patch: Readonly<Record<string, unknown>>): Promise<SettingsUpdate>;
  /** Whether somebody has chosen it, be it the default. */
  isChosen(name: SettingName): boolean;
  /** From now on its value counts as chosen. Never throws. */
  keep(name: SettingName): void;
  /** Asked about every update before it is stored. Also gives what an update of these settings would be refused for. */
  addCheck(check: SettingsCheck): void;
  addFollower(follower: SettingsFollower): void;
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
  const { store, stored: found } = openStore(dataDir, file, say);
  if (existsSync(file)) tightenPermissions(file, log);
  const { stored, applied } = migrateSettings(found);
  const chosen = new Set(Object.keys(stored));
  const checks: SettingsCheck[] = [];
  const followers: SettingsFollower[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  let values = readValues(stored, (bad) => {
    const kept = asideName(file);
    copyFileSync(file, kept);
    say(
      `Settings in ${file} are not valid and were reset to their defaults: ${bad.join('; ')}. The original file is kept as ${kept}.`,
    );
  });
  if (applied.length > 0) {
    log.info({ changes: applied }, 'The settings were migrated');
    try {
      store.store = stored;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The migrated settings could not be stored');
    }
  }

  /** `named`: to be stored although they may not differ. Returns what differs now, or is chosen now. */
  const put = (wanted: Record<string, unknown>, named: readonly SettingName[] = []): (keyof SettingsValues)[] => {
    const parsed = SettingsSchema.strict().safeParse({ ...values, ...wanted }, { error: mustBe });
    if (!parsed.success) throw new AppError('invalid_body', complaintLine(schemaComplaints(parsed.error)));
    const after = Object.freeze(parsed.data);
    const differ = differences(values, after);
    const keys = [...new Set([...differ, ...named.filter((name) => !chosen.has(name))])];
    if (keys.length === 0) return keys;
    try {
      // conf tries for a second, blocking everything, before it says that a folder cannot be written.
      checkWritable(file);
      store.set({ ...Object.fromEntries(keys.map((key) => [key, after[key]])), [VERSION_KEY]: SETTINGS_VERSION });
    } catch (error) {
      throw storageError(dirname(file), error);
    }
    for (const key of keys) chosen.add(key);
    if (differ.length > 0) values = after;
    return keys;
  };
  const tell = (keys: readonly string[]) => {
    if (keys.length > 0) events?.emit('settings.changed', { keys: [...keys] });
  };

  const update = async (patch: Readonly<Record<string, unknown>>): Promise<SettingsUpdate> => {
    const wanted = parsePatch(patch);
    const before = values;
    const after = Object.freeze({ ...before, ...wanted });
    const keys = new Set(differences(before, after) as SettingName[]);
    const named = (Object.keys(wanted) as SettingName[]).filter((name) => patch[name] !== null);
    if (keys.size === 0) {
      tell(put({}, named));
      return { values, keys: [], restartNeeded: [] };
    }
    const answers = await Promise.all(checks.map(async (check) => check({ before, after, keys })));
    const bad = answers.flatMap((answer) => Object.entries(answer).map(([path, message]) => ({ path, message })));
    if (bad.length > 0) throw refusedFields('invalid_settings', bad);
    const told = put(wanted, named);
    const late = await Promise.all(followers.map((follow) => follow({ before, after: values, keys })));
    tell(told);
    return { values, keys: [...keys], restartNeeded: [...new Set(late.flat())] };
  };

  return {
    file,
    notice: notices.length === 0 ? null : notices.join(' '),
    get: () => values,
    change(patch) {
      tell(put(Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))));
      return values;
    },
    update(patch) {
      const updated = turn.then(() => update(patch));
      turn = updated.catch(() => undefined);
      return updated;
    },
    isChosen: (name) => chosen.has(name),
    keep(name) {
      try {
        tell(put({}, [name]));
      } catch (error) {
        chosen.add(name);
        tell([name]);
        log.warn({ setting: name, reason: reasonOf(error) }, 'A setting could not be stored');
      }
    },
    addCheck: (check) => void checks.push(check),
    addFollower: (follower) => void followers.push(follower),
  };
}

/** The settings of a data-dir as a start would find them. Reads, and changes nothing: for the doctor beside a running Safelight. */
export function peekSettings(dataDir: string): Pick<Settings, 'notice' | 'isChosen'> & {
  values: Readonly<SettingsValues>;
} {
  const file = join(dataDir, 'settings.json');
  let found: unknown = {};
  const notices: string[] = [];
  try {
    if (existsSync(file)) found = JSON.parse(readOrdinaryFile(file, 'utf8'));
  } catch (error) {
    notices.push(`The settings file ${file} cannot be used: ${reasonOf(error)}`);
  }
  const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
  const { stored } = migrateSettings(isObject ? (found as Stored) : {});
  const values = readValues(stored, (bad) => notices.push(`Settings in ${file} are not valid: ${bad.join('; ')}`));
  return {
    values,
    notice: notices.length === 0 ? null : notices.join(' '),
    isChosen: (name) => Object.hasOwn(stored, name),
  };
}

const differences = (before: Readonly<SettingsValues>, after: Readonly<SettingsValues>) =>
  (Object.keys(after) as (keyof SettingsValues)[]).filter((key) => !isDeepStrictEqual(after[key], before[key]));

/** The values of a patch by their schemas. Throws `invalid_settings` naming every bad one, and the nearest name to an unknown one. */
export function parsePatch(patch: Readonly<Record<string, unknown>>): Partial<SettingsValues> {
  // No object: a field may be called __proto__.
  const bad: Complaint[] = [];
  const wanted = Object.entries(patch).map(([name, value]) => {
    if (!Object.hasOwn(publicShape, name)) {
      const hint = bad.length < MOST_COMPLAINTS ? didYouMean(name, SETTING_NAMES) : '';
      bad.push({ path: name.slice(0, 60), message: `there is no such setting${hint && `, ${hint}`}` });
      return [name, undefined] as const;
    }
    const schema = publicShape[name as SettingName];
    const parsed = schema.safeParse(value === null ? undefined : value, { error: schemaWords });
    if (!parsed.success) bad.push({ path: name, message: complaintOf(parsed.error) });
    return [name, parsed.data] as const;
  });
  if (bad.length > 0) throw refusedFields('invalid_settings', bad);
  return Object.fromEntries(wanted);
}

/** Each complaint once: of a list every bad entry has one. */
const complaintOf = ({ issues }: z.ZodError) =>
  [
    ...new Set(
      issues.map(({ message, path }) =>
        path.length > 0 ? `entry ${Number(path[0]) + 1} must be ${message}` : `must be ${message}`,
      ),
    ),
  ].join('; ');

/** A write beyond the user's limit for the size of files fails; conf's file writer, or the system, would also end the program. */
export function outliveLargeWrites(): void {
  if (process.platform === 'win32') return;
  process.removeAllListeners('SIGXFSZ');
  process.on('SIGXFSZ', () => undefined);
}

function openStore(
  dataDir: string,
  file: string,
  say: (notice: string) => void,
): { store: Conf<Stored>; stored: Stored } {
  const open = () => {
    refuseOtherThanFile(file);
    outliveLargeWrites();
    const store = new Conf<Stored>({ cwd: dataDir, configName: 'settings', configFileMode: 0o600 });
    return { store, stored: { ...store.store } };
  };
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw new Error(`The settings file ${file} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
    const kept = setDamagedAside(file);
    say(`The settings file ${file} was damaged and is kept as ${kept}. Safelight starts with its default settings.`);
    return open();
  }
}

function readValues(stored: Stored, tell: (bad: string[]) => void): Readonly<SettingsValues> {
  const bad: string[] = [];
  const known = Object.entries(settingsShape).map(([key, schema]) => {
    const parsed = (schema as z.ZodType).safeParse(stored[key], { error: schemaWords });
    if (parsed.success) return [key, parsed.data] as const;
    bad.push(`${key} (${complaintOf(parsed.error)})`);
    return [key, (schema as z.ZodType).parse(undefined)] as const;
  });
  if (bad.length > 0) tell(bad);
  return Object.freeze(SettingsSchema.parse(Object.fromEntries(known)));
}
