import type { signIn as english } from '../en/sign-in.ts';
import type { Translation } from '../texts.ts';

export const signIn: Translation<typeof english> = {
  signIn: {
    title: 'Anmelden',
    heading: 'Bei dieser Bibliothek anmelden',
    usedLink:
      'Dieser Link wurde schon benutzt oder ist abgelaufen: Jeder Link gilt einmal und eine Minute lang. Öffne Safelight erneut, um einen neuen zu bekommen, oder melde dich hier an.',
    code: 'Code für dieses Gerät',
    codeHow: 'Vom Rechner: Einstellungen, Geräte und Sitzungen, Telefon oder Tablet koppeln.',
    useCode: 'Code verwenden',
    wrongCode: 'Dieser Code ist vertippt, schon verwendet oder abgelaufen. Lass am Rechner einen neuen anzeigen.',
    or: 'oder',
    id: 'Client-ID',
    secret: 'Client-Geheimnis',
    show: 'Geheimnis zeigen',
    busy: 'Anmeldung läuft…',
    button: 'Anmelden',
    wrong: 'Client-ID oder Geheimnis ist falsch.',
    slowDown: 'Zu viele Versuche.',
    linkBefore: 'Auf diesem Rechner gibt',
    linkAfter: 'einen Link aus, der dich anmeldet.',
    addAfter: 'erzeugt Client-ID und Geheimnis.',
  },
};
