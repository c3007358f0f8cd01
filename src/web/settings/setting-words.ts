import type { SettingDescription } from '../../contract/settings.ts';
import { language } from '../i18n/words.ts';
import { complaintInGerman, groupsInGerman, settingsInGerman } from './setting-words-de.ts';

const own = <Words>(all: Record<string, Words>, name: string): Words | undefined =>
  language() === 'de' && Object.hasOwn(all, name) ? all[name] : undefined;

/** Where the choices themselves say what the service has to say in one sentence. */
const SHORTER: Record<string, string> = {
  previewLevels: 'What a refresh renders.',
  renderer: 'The program that makes new previews and exports.',
};

/** The service's own words, or ours in the reader's language. A setting that this page does not know keeps the service's. */
export const settingWords = ({ name, title, help }: SettingDescription): { title: string; help: string } =>
  own(settingsInGerman, name) ?? { title, help: SHORTER[name] ?? help };
export const groupWords = ({ name, title }: { name: string; title: string }): string =>
  own(groupsInGerman, name) ?? title;

/** `must be at least 1` becomes a sentence of its own. */
export function complaintWords(complaint: string): string {
  const german = language() === 'de' ? complaintInGerman(complaint) : null;
  return german ?? complaint.charAt(0).toUpperCase() + complaint.slice(1);
}

interface OptionWords {
  title: string;
  help?: string;
}

/** Choices that need more than their value to be understood. The others are shown as they are. */
const OPTIONS: Record<'en' | 'de', Record<string, Record<string, OptionWords>>> = {
  en: {
    renderer: {
      auto: { title: 'Whoever is there', help: 'The bridge, and darktable-cli when it was not heard of for a minute' },
      bridge: { title: 'The bridge', help: 'The darktable that you have open' },
      'darktable-cli': { title: 'darktable-cli', help: 'A darktable without a window, started when there is work' },
    },
    theme: { system: { title: 'System' }, light: { title: 'Light' }, dark: { title: 'Dark' } },
    previewLevels: {
      0: { title: 'Thumb', help: '180 × 110' },
      1: { title: 'Small', help: '360 × 225' },
      2: { title: 'Medium', help: '720 × 450' },
      3: { title: 'Large', help: '1440 × 900' },
      4: { title: 'Extra large', help: '1920 × 1200' },
      5: { title: 'Largest', help: '2560 × 1600' },
    },
  },
  de: {
    renderer: {
      auto: { title: 'Wer gerade da ist', help: 'Die Brücke, und darktable-cli, wenn sie eine Minute lang schweigt' },
      bridge: { title: 'Die Brücke', help: 'Das darktable, das offen ist' },
      'darktable-cli': {
        title: 'darktable-cli',
        help: 'Ein darktable ohne Fenster, gestartet, sobald etwas zu tun ist',
      },
    },
    theme: { system: { title: 'System' }, light: { title: 'Hell' }, dark: { title: 'Dunkel' } },
    previewLevels: {
      0: { title: 'Winzig', help: '180 × 110' },
      1: { title: 'Klein', help: '360 × 225' },
      2: { title: 'Mittel', help: '720 × 450' },
      3: { title: 'Groß', help: '1440 × 900' },
      4: { title: 'Sehr groß', help: '1920 × 1200' },
      5: { title: 'Am größten', help: '2560 × 1600' },
    },
  },
};

export const optionWords = (setting: string, value: string | number): OptionWords =>
  OPTIONS[language() === 'de' ? 'de' : 'en'][setting]?.[String(value)] ?? { title: String(value) };
