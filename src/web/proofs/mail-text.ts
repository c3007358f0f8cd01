export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

interface Mail {
  title: string;
  url: string;
  /** ISO 8601 */
  expires: string;
  hasPassword: boolean;
  /** Of the guest; null: for all. */
  name: string | null;
}

const moment = (language: MailLanguage, iso: string) =>
  new Date(iso).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' });

/** In the language of the guests, which need not be that of the page. */
const TEXTS: Record<MailLanguage, (mail: Mail) => (string | null)[]> = {
  en: ({ title, url, expires, hasPassword, name }) => [
    name === null ? 'Hello,' : `Hello ${name},`,
    `The pictures of “${title}” are ready to look at:`,
    url,
    `You need no account. The link works until ${moment('en', expires)}.`,
    hasPassword ? 'I will tell you the password separately.' : null,
    'When you have chosen, press Finish.',
  ],
  de: ({ title, url, expires, hasPassword, name }) => [
    name === null ? 'Hallo,' : `Hallo ${name},`,
    `die Bilder von „${title}“ können angesehen werden:`,
    url,
    `Ein Konto ist nicht nötig. Der Link gilt bis ${moment('de', expires)}.`,
    hasPassword ? 'Das Passwort kommt getrennt.' : null,
    'Wenn alles ausgewählt ist, bitte auf Abschließen tippen.',
  ],
};

export const mailText = (language: MailLanguage, mail: Mail): string =>
  TEXTS[language](mail)
    .filter((line) => line !== null)
    .join('\n\n');
