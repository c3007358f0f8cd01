import type { Texts } from '../texts.ts';

/** What the service says in English of who renders, see src/renderer/who-renders.ts. */
export const rendering: Texts['rendering'] = {
  plugin: 'darktable rendert für Safelight.',
  'darktable-cli': 'darktable-cli rendert für Safelight.',
  'read-only': 'Safelight darf nur lesen: Neues wird nicht gerendert.',
  paused: 'Die Warteschlangen sind angehalten.',
  'plugin-stuck': 'darktable kommt nicht weiter: {{reason}}.',
  'darktable-cli-stuck': 'darktable-cli kommt nicht weiter: {{reason}}.',
  'darktable-closed': 'Gerendert wird erst, wenn darktable offen ist.',
  'plugin-silent': 'darktable ist offen, aber Safelights Brücke antwortet darin nicht: Starte darktable neu.',
  'plugin-missing': 'Niemand rendert: Safelights Brücke ist in darktable nicht installiert.',
  sample: 'Niemand rendert: darktable öffnet die Beispielbibliothek nicht.',
  'darktable-missing': 'Niemand rendert: Auf diesem Rechner wurde kein darktable gefunden.',
  'darktable-cli-missing':
    'Niemand rendert: darktable-cli ist dafür gewählt, wurde auf diesem Rechner aber nicht gefunden.',
  'cli-could': 'Die Einstellung „Wer rendert“ lässt darktable-cli rendern.',
};
