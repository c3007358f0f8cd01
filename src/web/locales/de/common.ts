import type { common as english } from '../en/common.ts';
import type { Translation } from '../texts.ts';

export const common: Translation<typeof english> = {
  common: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    loading: 'Wird geladen…',
    tryAgain: 'Noch einmal versuchen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    and: ' und ',
  },
  connection: {
    lost: 'Safelight antwortet nicht. Läuft es noch? Diese Seite verbindet sich automatisch wieder.',
    title: 'Safelight antwortet nicht',
    start: 'Starte Safelight auf diesem Rechner. Diese Seite verbindet sich automatisch wieder.',
    goesOn: 'Läuft es noch? Diese Seite verbindet sich automatisch wieder.',
    partMissing: 'Ein Teil dieser Seite konnte nicht geladen werden',
    partWaits: 'Dieser Teil der Seite wird geladen, sobald Safelight wieder antwortet.',
    reload: 'Seite neu laden',
  },
  page: {
    nobodyRenders: 'Niemand rendert',
    none: 'Diese Seite gibt es nicht',
    openGallery: 'Zur Galerie',
    skip: 'Zu den Bildern springen',
    home: 'Safelight, alle Bilder',
    failed: 'Auf dieser Seite ist etwas schiefgegangen',
    failedHow: 'Deine Bilder und deine Bibliothek sind davon nicht betroffen.',
    notSettings: 'Du hast keinen Zugriff auf die Einstellungen',
    settingsHow:
      'Öffne Safelight über sein Symbol im Infobereich oder über den Link, den der Befehl „safelight sign-in-link“ ausgibt.',
  },
  menu: {
    open: 'Menü',
    theme: 'Darstellung',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    statistics: 'Statistik',
    settings: 'Einstellungen',
    api: 'Beschreibung der API',
    signOut: 'Abmelden',
    size: 'Bildgröße',
    perRow_one: '{{number}} Bild pro Reihe',
    perRow_other: '{{number}} Bilder pro Reihe',
  },
  rights: {
    readOnly:
      'Der Nur-Lese-Modus ist eingeschaltet: Nichts kann geändert oder gerendert werden. Ausschalten kannst du ihn im Menü im Infobereich oder in den Einstellungen.',
    newerLibrary:
      'Diese Bibliothek ist von einem neueren darktable: Safelight zeigt sie und ändert nichts. Aktualisiere Safelight.',
    change: 'Du kannst Bilder ansehen, aber nicht ändern oder rendern lassen.',
    organise:
      'Du kannst Bilder ansehen, aber nicht bewerten, markieren oder verschlagworten. Um das zu ändern, kopple dieses Gerät erneut auf dem Rechner, auf dem Safelight läuft.',
    images: 'Du hast keinen Zugriff auf die Bilder dieser Bibliothek.',
    previews: 'Du hast keinen Zugriff auf Vorschaubilder.',
    tags: 'Du hast keinen Zugriff auf Schlagwörter.',
    films: 'Du hast keinen Zugriff auf Filmrollen.',
    admin: 'Du hast keinen Zugriff auf die Einstellungen.',
  },
  exports: {
    open: 'Exporte',
    openWaiting_one: 'Exporte: {{number}} Bild wartet',
    openWaiting_other: 'Exporte: {{number}} Bilder warten',
  },
  keys: {
    title: 'Tastenkürzel',
    undo: 'rückgängig machen',
    redo: 'wiederholen',
    names: {
      Home: 'Pos1',
      End: 'Ende',
      Delete: 'Entf',
      PageUp: 'Bild ↑',
      PageDown: 'Bild ↓',
      Enter: 'Eingabe',
      Space: 'Leertaste',
      Shift: 'Umschalt',
      Ctrl: 'Strg',
      Left: 'Pfeil links',
      Right: 'Pfeil rechts',
      Up: 'Pfeil oben',
      Down: 'Pfeil unten',
    },
  },
};
