import type { ErrorCode } from '../../contract/errors.ts';
import type { RenderingState } from '../../contract/rendering.ts';
import type { SettingGroup, SettingName } from '../../contract/settings.ts';
import type { exports } from './en/exports.ts';
import type { firstRun } from './en/first-run.ts';
import type { page } from './en/page.ts';
import type { settings } from './en/settings.ts';

/** The same keys with other texts. A language may have more forms of a number than English: `pictures_few`. */
export type Translation<Words> = {
  [Key in keyof Words]: Words[Key] extends string ? string : Translation<Words[Key]>;
} & {
  [
    Key in keyof Words as Key extends `${infer Base}_other` ? `${Base}_${'zero' | 'two' | 'few' | 'many'}` : never
  ]?: string;
};

/** `/settings` complains in short English phrases, see ../settings/setting-words.ts; `$1` is what the phrase is about. */
export type Complaint =
  | ('atLeast' | 'atMost' | 'atMostDays' | 'fromTo' | 'wholeNumber' | 'absolutePath' | 'ownAddress' | 'oneSize')
  | ('hostName' | 'origin' | 'noFolder' | 'notFolder' | 'twoFiles');

/**
 * Everything that a language says. To add one, copy the folder `de` and translate its files: each folder here is a language.
 * The second half has no English file, since the service says it in English itself.
 */
export interface Texts {
  page: Translation<typeof page>;
  exports: Translation<typeof exports>;
  'first-run': Translation<typeof firstRun>;
  settings: Translation<typeof settings>;

  errors: Record<ErrorCode, string>;
  rendering: Record<RenderingState | 'cli-could', string>;
  /** By the English sentence. */
  diagnostics: Readonly<Record<string, string>>;
  settingDescriptions: {
    groups: Record<SettingGroup, string>;
    settings: Record<SettingName, { title: string; help: string }>;
    complaints: Record<Complaint, string>;
  };
}
