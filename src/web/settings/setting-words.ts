import type { SettingDescription } from '../../contract/setting-descriptions.ts';
import { translationOf } from '../i18n/words.ts';
import { settings } from '../locales/en/settings.ts';
import type { Complaint } from '../locales/texts.ts';

const own = <Words>(all: Readonly<Record<string, Words>> | undefined, name: string): Words | undefined => all?.[name];

/** Where the choices themselves say what the service has to say in one sentence. */
const SHORTER: Record<string, string> = {
  previewLevels: 'What a refresh renders.',
  farmJobs: 'The rest is rendered here.',
  farmVersions: 'Which machines get jobs.',
  tunnelShows: 'What others reach through it.',
  renderer: 'The program that makes new previews and exports.',
};

/** The title and help in the reader's language. A setting unknown to this page keeps the service's texts. */
export const settingWords = ({ name, title, help }: SettingDescription): { title: string; help: string } =>
  own(translationOf('settingDescriptions')?.settings, name) ?? { title, help: SHORTER[name] ?? help };
export const groupWords = ({ name, title }: { name: string; title: string }): string =>
  own(translationOf('settingDescriptions')?.groups, name) ?? title;

/** The service's short complaints about values. Its reports about the disk stay English. */
const COMPLAINTS: readonly (readonly [RegExp, Complaint])[] = [
  [/^must be at least (\d+)$/, 'atLeast'],
  [/^must be at most (\d+)$/, 'atMost'],
  [/^must be at most 30 days$/, 'atMostDays'],
  [/^must be from (\d+) to (\d+)$/, 'fromTo'],
  [/^must be a whole number$/, 'wholeNumber'],
  [/^must be an absolute path$/, 'absolutePath'],
  [/^must be an address of this computer$/, 'ownAddress'],
  [/^must be an address such as (\S+) or (\S+), without a slash at the end$/, 'publicAddress'],
  [/^must be an address such as (\S+)$/, 'brokerAddress'],
  [/^must be a name in lower case such as (\S+)$/, 'domainName'],
  [/^must be a host such as (\S+); with another port for ssh, such as (\S+)$/, 'sshHost'],
  [/^must be an address with https$/, 'withHttps'],
  [/^There is no file (.+)\.$/, 'noFile'],
  [/^must be a list of at least one size$/, 'oneSize'],
  [/^entry (\d+) must be a host name in lower case, without port$/, 'hostName'],
  [/^entry (\d+) must be an address such as (\S+), or a network such as (\S+)$/, 'network'],
  [/^entry (\d+) must be an origin such as (\S+), without a path$/, 'origin'],
  [/^must be an origin such as (\S+), without a path$/, 'anOrigin'],
  [/^There is no folder (.+)\.$/, 'noFolder'],
  [/^(.+) is not a folder\.$/, 'notFolder'],
  [/^The two queues must be two files\.$/, 'twoFiles'],
  [/^(.+) is a queue, so it cannot be a folder\.$/, 'queueNoFolder'],
];

/** `must be at least 1` becomes a full sentence. */
export function complaintWords(complaint: string): string {
  const translations = translationOf('settingDescriptions')?.complaints;
  const known = COMPLAINTS.find(([pattern]) => pattern.test(complaint));
  return translations && known
    ? complaint.replace(known[0], translations[known[1]])
    : complaint.charAt(0).toUpperCase() + complaint.slice(1);
}

interface OptionWords {
  title: string;
  help?: string;
}

/** Texts for choices that need more than their value; the others are shown as they are. */
export function optionWords(setting: string, value: string | number): OptionWords {
  const all: Record<string, Record<string, OptionWords>> = (translationOf('settings') ?? settings).options;
  const words = all[setting]?.[String(value)];
  return words ?? { title: String(value) };
}
