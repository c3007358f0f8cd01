import type { mend as english } from '../en/mend.ts';
import type { Translation } from '../texts.ts';

export const mend: Translation<typeof english> = {
  renderer: 'Laisser darktable faire le rendu',
  resume: 'Reprendre les files d’attente',
  install: 'Installer le plugin',
  start: 'Lancer darktable',
  get: 'Obtenir darktable',
  choose: 'Choisir qui fait le rendu',
  readOnly: 'Vers la lecture seule',
  why: 'Vers le plugin',
  failed: 'Cela n’a pas marché',
};
