import type { offline as english } from '../en/offline.ts';
import type { Translation } from '../texts.ts';

export const offline: Translation<typeof english> = {
  newVersion:
    'Safelight wurde aktualisiert. Lade diese Seite neu, um die neue Version zu verwenden; deine Entscheidungen bleiben erhalten.',
  kept_one: '{{number}} Bild ist auf diesem Gerät: Du kannst ohne Safelight weiter sichten.',
  kept_other: '{{number}} Bilder sind auf diesem Gerät: Du kannst ohne Safelight weiter sichten.',
  goOn: 'Weiter sichten',
  keep: 'Auf diesem Gerät behalten',
  keeping_one: '{{kept}} von {{number}} Bild lässt sich ohne Safelight sichten',
  keeping_other: '{{kept}} von {{number}} Bildern lassen sich ohne Safelight sichten',
  waiting_one: '{{number}} Entscheidung wartet auf diesem Gerät.',
  waiting_other: '{{number}} Entscheidungen warten auf diesem Gerät.',
  save: 'Wartende Entscheidungen als Datei sichern',
  takeIn: 'Entscheidungen aus einer Datei übernehmen',
  takenIn_one: '{{number}} Entscheidung wurde übernommen',
  takenIn_other: '{{number}} Entscheidungen wurden übernommen',
  otherLibrary: 'Diese Entscheidungen betreffen eine andere Bibliothek.',
  noDecisions: 'Das ist keine Datei mit Entscheidungen.',
  noNetwork: 'Dieses Gerät hat kein Netz.',
  whyNot:
    'Safelight wurde vielleicht beendet, HTTPS ausgeschaltet, oder der Rechner hat eine neue Zertifizierungsstelle, der dieses Gerät noch nicht vertraut.',
  see: 'Nachsehen, woran es liegt',
};
