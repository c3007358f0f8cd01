import type { Texts } from '../texts.ts';

/** The service's English texts about who renders, see src/renderer/who-renders.ts. */
export const rendering: Texts['rendering'] = {
  plugin: 'darktable rendert für Safelight.',
  'darktable-cli': 'darktable-cli rendert für Safelight.',
  workers: 'Andere Rechner rendern für Safelight.',
  'read-only': 'Der Nur-Lese-Modus ist eingeschaltet: Nur was schon angefordert war, wird noch gerendert.',
  paused: 'Die Warteschlangen sind angehalten.',
  'plugin-stuck': 'darktable kommt nicht weiter: {{reason}}.',
  'darktable-cli-stuck': 'darktable-cli kommt nicht weiter: {{reason}}.',
  'darktable-closed': 'Nichts wird gerendert, bis darktable offen ist.',
  'plugin-silent': 'darktable ist offen, aber das Plugin antwortet nicht: Starte darktable neu.',
  'plugin-missing': 'Nichts wird gerendert: Das Plugin ist in darktable nicht installiert.',
  sample: 'Nichts wird gerendert: darktable öffnet die Beispielbibliothek nicht.',
  'darktable-missing': 'Nichts wird gerendert: Auf diesem Rechner wurde kein darktable gefunden.',
  'darktable-cli-missing':
    'Nichts wird gerendert: darktable-cli ist ausgewählt, wurde auf diesem Rechner aber nicht gefunden.',
  'cli-could': 'Mit der Einstellung „Wer rendert“ kann darktable-cli rendern.',
};
