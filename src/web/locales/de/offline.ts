import type { offline as english } from '../en/offline.ts';
import type { Translation } from '../texts.ts';

export const offline: Translation<typeof english> = {
  newVersion:
    'Safelight wurde aktualisiert. Lade diese Seite neu, um die neue Version zu verwenden; deine Entscheidungen bleiben erhalten.',
};
