import type { offline as english } from '../en/offline.ts';
import type { Translation } from '../texts.ts';

export const offline: Translation<typeof english> = {
  newVersion:
    'Safelight a été mis à jour. Rechargez cette page pour utiliser la nouvelle version ; vos décisions sont conservées.',
  kept_one: '{{number}} image est sur cet appareil : vous pouvez continuer le tri sans Safelight.',
  kept_many: '{{number}} d’images sont sur cet appareil : vous pouvez continuer le tri sans Safelight.',
  kept_other: '{{number}} images sont sur cet appareil : vous pouvez continuer le tri sans Safelight.',
  goOn: 'Continuer le tri',
  keep: 'Garder sur cet appareil',
  keeping_one: '{{kept}} image sur {{number}} peut être triée sans Safelight',
  keeping_many: '{{kept}} images sur {{number}} peuvent être triées sans Safelight',
  keeping_other: '{{kept}} images sur {{number}} peuvent être triées sans Safelight',
};
