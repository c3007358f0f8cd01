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
};
