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
  waiting_one: '{{number}} décision attend sur cet appareil.',
  waiting_many: '{{number}} de décisions attendent sur cet appareil.',
  waiting_other: '{{number}} décisions attendent sur cet appareil.',
  save: 'Enregistrer les décisions en attente dans un fichier',
  takeIn: 'Reprendre des décisions depuis un fichier',
  takenIn_one: '{{number}} décision a été reprise',
  takenIn_many: '{{number}} de décisions ont été reprises',
  takenIn_other: '{{number}} décisions ont été reprises',
  otherLibrary: 'Ces décisions concernent une autre bibliothèque.',
  noDecisions: 'Ce n’est pas un fichier de décisions.',
  noNetwork: 'Cet appareil n’a pas de réseau.',
  whyNot:
    'Safelight est peut-être arrêté, HTTPS désactivé, ou l’ordinateur a une nouvelle autorité de certification à laquelle cet appareil ne fait pas encore confiance.',
  see: 'Voir ce qu’il en est',
};
