import type { firstRun as english } from '../en/first-run.ts';
import type { Translation } from '../texts.ts';

export const firstRun: Translation<typeof english> = {
  title: 'Premiers pas',
  allDone: 'Tout est prêt',
  hide: 'Ne plus montrer ceci',
  count: '{{done}} sur {{steps}}',
  next: 'Ensuite : {{step}}',
  stepDone: 'fait',
  stepOpen: 'à faire',
  library: 'Votre bibliothèque',
  libraryFound:
    'Safelight montre votre bibliothèque darktable. Il ne fait que la lire, tant que vous ne demandez pas de modification.',
  librarySample:
    'Aucune bibliothèque darktable n’a été trouvée : vous voyez la bibliothèque d’exemple. Où est la vôtre ? Le fichier s’appelle library.db et se trouve en général dans ~/.config/darktable.',
  libraryGone:
    'Cette bibliothèque ne peut pas être montrée pour le moment. Si la vôtre est ailleurs, entrez ici son chemin.',
  path: 'Chemin de library.db',
  use: 'Montrer cette bibliothèque',
  using: 'Vérification…',
  useOwn: 'Utiliser la bibliothèque de darktable',
  rendering: 'Qui fait le rendu',
  plugin:
    'Avec un petit plugin, le darktable que vous avez ouvert fait le rendu et prend les modifications pendant qu’il est lancé.',
  pluginDone: 'Le plugin est installé. Vous pouvez le supprimer dans les paramètres.',
  install: 'Installer le plugin',
  darktable: 'Ouvrir darktable',
  settings: 'Tous les paramètres',
};
