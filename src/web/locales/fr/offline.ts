import type { offline as english } from '../en/offline.ts';
import type { Translation } from '../texts.ts';

export const offline: Translation<typeof english> = {
  newVersion:
    'Safelight a été mis à jour. Rechargez cette page pour utiliser la nouvelle version ; vos décisions sont conservées.',
};
