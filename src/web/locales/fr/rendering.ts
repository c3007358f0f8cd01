import type { Texts } from '../texts.ts';

/** The service's English texts about who renders, see src/renderer/who-renders.ts. */
export const rendering: Texts['rendering'] = {
  plugin: '{{darktable}} fait le rendu.',
  'darktable-cli': '{{darktable}} fait le rendu.',
  workers: 'D’autres ordinateurs font le rendu.',
  'read-only': 'Aucun rendu nouveau : la lecture seule est activée.',
  paused: 'Aucun rendu : les files d’attente sont en pause.',
  'plugin-stuck': 'Aucun rendu. darktable est bloqué : {{reason}}.',
  'darktable-cli-stuck': 'Aucun rendu. darktable-cli est bloqué : {{reason}}.',
  'darktable-closed': 'Aucun rendu tant que darktable n’est pas ouvert.',
  'plugin-silent': 'Aucun rendu : darktable est ouvert, mais le plugin ne répond pas. Redémarrez darktable.',
  'plugin-missing': 'Aucun rendu : le plugin n’est pas installé dans darktable.',
  sample: 'Aucun rendu : darktable n’ouvre pas la bibliothèque d’exemple.',
  'darktable-missing': 'Aucun rendu : darktable n’a pas été trouvé sur cet ordinateur.',
  'darktable-cli-missing': 'Aucun rendu : darktable-cli est choisi, mais n’a pas été trouvé sur cet ordinateur.',
};
