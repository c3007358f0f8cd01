import type { Texts } from '../texts.ts';

/** The service's English texts about who renders, see src/renderer/who-renders.ts. */
export const rendering: Texts['rendering'] = {
  plugin: '{{darktable}} rendert.',
  'darktable-cli': '{{darktable}} rendert.',
  workers: 'Andere Rechner rendern.',
  'read-only': 'Niemand rendert etwas Neues: Der Nur-Lese-Modus ist eingeschaltet.',
  paused: 'Niemand rendert: Die Warteschlangen sind angehalten.',
  'plugin-stuck': 'Niemand rendert. darktable kommt nicht weiter: {{reason}}.',
  'darktable-cli-stuck': 'Niemand rendert. darktable-cli kommt nicht weiter: {{reason}}.',
  'darktable-closed': 'Niemand rendert, bis darktable offen ist.',
  'plugin-silent': 'Niemand rendert: darktable ist offen, aber das Plugin antwortet nicht. Starte darktable neu.',
  'plugin-missing': 'Niemand rendert: Das Plugin ist in darktable nicht installiert.',
  sample: 'Niemand rendert: darktable öffnet die Beispielbibliothek nicht.',
  'darktable-missing': 'Niemand rendert: Auf diesem Rechner wurde kein darktable gefunden.',
  'darktable-cli-missing':
    'Niemand rendert: darktable-cli ist ausgewählt, wurde auf diesem Rechner aber nicht gefunden.',
};
