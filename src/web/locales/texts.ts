import type { ErrorCode } from '../../contract/errors.ts';
import type { RenderingState } from '../../contract/rendering.ts';
import type { SettingGroup, SettingName } from '../../contract/settings.ts';
import type { Translation } from '../../contract/translation.ts';
import type { agents } from './en/agents.ts';
import type { albums } from './en/albums.ts';
import type { culling } from './en/culling.ts';
import type { exports } from './en/exports.ts';
import type { finding } from './en/finding.ts';
import type { firstRun } from './en/first-run.ts';
import type { history } from './en/history.ts';
import type { keys } from './en/keys.ts';
import type { mend } from './en/mend.ts';
import type { offline } from './en/offline.ts';
import type { page } from './en/page.ts';
import type { pictures } from './en/pictures.ts';
import type { proofs } from './en/proofs.ts';
import type { publishing } from './en/publishing.ts';
import type { selection } from './en/selection.ts';
import type { statistics } from './en/statistics.ts';
import type { settings } from './en/settings.ts';
import type { signIn } from './en/sign-in.ts';
import type { remoteAccess } from './en/remote-access.ts';
import type { trust } from './en/trust.ts';
import type { webhooks } from './en/webhooks.ts';

export type { Translation };

/**
 * `/settings` complains in short English phrases, see ../settings/setting-words.ts; `$1` is what the phrase is about.
 */
export type Complaint =
  | ('atLeast' | 'atMost' | 'atMostDays' | 'fromTo' | 'wholeNumber' | 'absolutePath' | 'ownAddress' | 'oneSize')
  | (
      | 'hostName'
      | 'network'
      | 'publicAddress'
      | 'origin'
      | 'anOrigin'
      | 'noFolder'
      | 'notFolder'
      | 'twoFiles'
      | 'queueNoFolder'
    )
  | ('brokerAddress' | 'noFile' | 'domainName' | 'sshHost' | 'withHttps');

/**
 * Every text of a language. Each folder here is a language; CONTRIBUTING.md says how to add one. The second half has
 * no English file, because the service itself says it in English.
 */
export interface Texts {
  page: Translation<typeof page>;
  agents: Translation<typeof agents>;
  albums: Translation<typeof albums>;
  culling: Translation<typeof culling>;
  exports: Translation<typeof exports>;
  finding: Translation<typeof finding>;
  'first-run': Translation<typeof firstRun>;
  history: Translation<typeof history>;
  keys: Translation<typeof keys>;
  mend: Translation<typeof mend>;
  offline: Translation<typeof offline>;
  pictures: Translation<typeof pictures>;
  proofs: Translation<typeof proofs>;
  publishing: Translation<typeof publishing>;
  selection: Translation<typeof selection>;
  settings: Translation<typeof settings>;
  statistics: Translation<typeof statistics>;
  'sign-in': Translation<typeof signIn>;
  remoteAccess: Translation<typeof remoteAccess>;
  trust: Translation<typeof trust>;
  webhooks: Translation<typeof webhooks>;

  errors: Record<ErrorCode, string>;
  rendering: Record<RenderingState, string>;
  /** By the English sentence. */
  diagnostics: Readonly<Record<string, string>>;
  settingDescriptions: {
    groups: Record<SettingGroup, string>;
    settings: Record<SettingName, { title: string; help: string }>;
    complaints: Record<Complaint, string>;
  };
}
