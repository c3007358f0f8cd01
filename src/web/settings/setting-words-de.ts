import type { SettingGroup, SettingName } from '../../contract/settings.ts';

/** What the service says in English about its settings, in German. */
export const groupsInGerman: Record<SettingGroup, string> = {
  library: 'Bibliothek',
  rendering: 'Vorschau und Export',
  network: 'Netzwerk',
  desktop: 'Desktop',
};

export const settingsInGerman: Record<SettingName, { title: string; help: string }> = {
  library: {
    title: 'Bibliothek',
    help: 'Die library.db von darktable. Leer: die, die darktable auf diesem Rechner benutzt.',
  },
  darktableCache: {
    title: 'Cache von darktable',
    help: 'Der Ordner mit seinen Vorschaubildern. Leer: am üblichen Ort.',
  },
  readOnly: {
    title: 'Nur lesen',
    help: 'Weist Änderungen, neue Vorschaubilder und Exporte ab, wer immer sie verlangt.',
  },
  refreshQueue: {
    title: 'Warteschlange der Vorschaubilder',
    help: 'Datei mit den Vorschaubildern, die noch zu rendern sind. Leer: im Datenordner von Safelight.',
  },
  exportQueue: {
    title: 'Warteschlange der Exporte',
    help: 'Datei mit den Exporten, die noch zu rendern sind. Leer: im Datenordner von Safelight.',
  },
  queuesPaused: {
    title: 'Warteschlangen anhalten',
    help: 'Vorschaubilder und Exporte warten, bis das wieder ausgeschaltet wird.',
  },
  exportDir: {
    title: 'Ordner für Exporte',
    help: 'Wohin Exporte in voller Größe kommen. Leer: in den Datenordner von Safelight.',
  },
  previewLevels: { title: 'Größen der Vorschaubilder', help: 'Was beim Erneuern gerendert wird.' },
  previewQuality: { title: 'JPEG-Qualität der Vorschaubilder', help: '1 bis 100.' },
  exportQuality: { title: 'JPEG-Qualität der Exporte', help: '1 bis 100.' },
  renderer: {
    title: 'Wer rendert',
    help: 'Das Programm, das neue Vorschaubilder und Exporte rendert.',
  },
  port: { title: 'Port', help: 'Hier antwortet Safelight. 0: irgendein freier Port.' },
  host: {
    title: 'Adresse',
    help: 'Adresse dieses Rechners, an der Safelight lauscht. Leer: 127.0.0.1, mit LAN-Zugang jede.',
  },
  lan: {
    title: 'LAN-Zugang erlauben',
    help: 'Andere Geräte im Netz erreichen Safelight und müssen sich anmelden.',
  },
  allowedHosts: {
    title: 'Erlaubte Rechnernamen',
    help: 'Namen, unter denen Safelight außer localhost und Adressen erreichbar sein soll.',
  },
  allowedOrigins: {
    title: 'Erlaubte Ursprünge',
    help: 'Webseiten anderer Programme, die die API mit einem Token aufrufen dürfen (CORS).',
  },
  tokenLifetimeSeconds: {
    title: 'Gültigkeit der Tokens',
    help: 'Wie viele Sekunden ein neues Zugriffstoken gilt.',
  },
  autostart: { title: 'Bei der Anmeldung starten', help: 'Safelight startet mit dem Desktop.' },
  openBrowserAtStart: {
    title: 'Galerie beim Start öffnen',
    help: 'Öffnet den Browser, wenn du Safelight selbst startest.',
  },
  notifyExports: { title: 'Fertige Exporte melden', help: 'Mit einer Benachrichtigung des Desktops.' },
  notifyFailures: { title: 'Gescheiterte Aufträge melden', help: 'Mit einer Benachrichtigung des Desktops.' },
  notifyBridgeLost: {
    title: 'Melden, wenn darktable fehlt',
    help: 'Mit einer Benachrichtigung des Desktops, solange Aufträge warten.',
  },
  theme: { title: 'Farben', help: 'Farben der Seite im Browser.' },
};

/** The service's short complaints about values. What it finds on the disk it says in English. */
const COMPLAINTS: readonly (readonly [RegExp, string])[] = [
  [/^must be at least (\d+)$/, 'Mindestens $1'],
  [/^must be at most (\d+)$/, 'Höchstens $1'],
  [/^must be at most 30 days$/, 'Höchstens 30 Tage (2.592.000 Sekunden)'],
  [/^must be from (\d+) to (\d+)$/, 'Von $1 bis $2'],
  [/^must be a whole number$/, 'Eine ganze Zahl'],
  [/^must be an absolute path$/, 'Ein vollständiger Pfad, etwa /home/ich/Bilder'],
  [/^must be an address of this computer$/, 'Eine Adresse dieses Rechners'],
  [/^must be a list of at least one size$/, 'Mindestens eine Größe'],
  [/^entry (\d+): a host name in lower case, without port$/, 'Zeile $1: ein Rechnername in Kleinbuchstaben, ohne Port'],
  [/^entry (\d+): an origin such as (\S+), without a path$/, 'Zeile $1: ein Ursprung wie $2, ohne Pfad'],
  [/^There is no folder (.+)\.$/, 'Es gibt keinen Ordner $1.'],
  [/^(.+) is not a folder\.$/, '$1 ist kein Ordner.'],
  [/^The two queues must be two files\.$/, 'Die beiden Warteschlangen müssen zwei Dateien sein.'],
];

export function complaintInGerman(complaint: string): string | null {
  const known = COMPLAINTS.find(([pattern]) => pattern.test(complaint));
  return known ? complaint.replace(known[0], known[1]) : null;
}
