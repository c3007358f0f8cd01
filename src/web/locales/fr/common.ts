import type { common as english } from '../en/common.ts';
import type { Translation } from '../texts.ts';

export const common: Translation<typeof english> = {
  common: {
    close: 'Fermer',
    cancel: 'Annuler',
    loading: 'Chargement…',
    tryAgain: 'Réessayer',
    copy: 'Copier',
    copied: 'Copié',
    and: ' et ',
  },
  connection: {
    lost: 'Safelight ne répond pas. Est-il encore lancé ? Cette page se reconnecte automatiquement.',
    title: 'Safelight ne répond pas',
    start: 'Lancez Safelight sur cet ordinateur. Cette page se reconnecte automatiquement.',
    goesOn: 'Est-il encore lancé ? Cette page se reconnecte automatiquement.',
    partMissing: 'Une partie de cette page n’a pas pu être chargée',
    partWaits: 'Cette partie de la page sera chargée dès que Safelight répondra.',
    reload: 'Recharger la page',
  },
  page: {
    nobodyRenders: 'Aucun rendu',
    none: 'Page introuvable',
    openGallery: 'Ouvrir la galerie',
    skip: 'Aller aux images',
    home: 'Safelight, toutes les images',
    failed: 'Une erreur est survenue sur cette page',
    failedHow: 'Vos images et votre bibliothèque ne sont pas touchées.',
    notSettings: 'Vous n’avez pas accès aux paramètres',
    settingsHow:
      'Ouvrez Safelight par son icône dans la zone de notification, ou par le lien qu’affiche la commande « safelight sign-in-link ».',
  },
  menu: {
    open: 'Menu',
    theme: 'Apparence',
    system: 'Système',
    light: 'Clair',
    dark: 'Sombre',
    language: 'Langue',
    statistics: 'Statistiques',
    settings: 'Paramètres',
    api: 'Description de l’API',
    signOut: 'Se déconnecter',
    size: 'Taille des images',
    perRow_one: '{{number}} image par ligne',
    perRow_other: '{{number}} images par ligne',
  },
  rights: {
    readOnly:
      'La lecture seule est activée : rien ne peut être modifié, et aucun rendu n’est fait. Désactivez-la dans le menu de la zone de notification ou dans les paramètres.',
    newerLibrary:
      'Cette bibliothèque vient d’un darktable plus récent : Safelight la montre et ne modifie rien. Mettez Safelight à jour.',
    change: 'Vous pouvez voir les images, mais pas les modifier ni demander un rendu.',
    organise:
      'Vous pouvez voir les images, mais pas leur donner d’étoiles, de labels ou de mots-clés. Pour changer cela, associez de nouveau cet appareil sur l’ordinateur où Safelight est lancé.',
    images: 'Vous n’avez pas accès aux images de cette bibliothèque.',
    previews: 'Vous n’avez pas accès aux aperçus.',
    tags: 'Vous n’avez pas accès aux mots-clés.',
    films: 'Vous n’avez pas accès aux pellicules.',
    admin: 'Vous n’avez pas accès aux paramètres.',
  },
  exports: {
    open: 'Exports',
    openWaiting_one: 'Exports : {{number}} image en attente',
    openWaiting_other: 'Exports : {{number}} images en attente',
  },
  keys: {
    title: 'Raccourcis clavier',
    undo: 'défaire',
    redo: 'refaire',
    names: {
      Home: 'Début',
      End: 'Fin',
      Delete: 'Suppr',
      PageUp: 'Page ↑',
      PageDown: 'Page ↓',
      Enter: 'Entrée',
      Space: 'Espace',
      Shift: 'Maj',
      Ctrl: 'Ctrl',
      Left: 'Flèche gauche',
      Right: 'Flèche droite',
      Up: 'Flèche haut',
      Down: 'Flèche bas',
    },
  },
};
