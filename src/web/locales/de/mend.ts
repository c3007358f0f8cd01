import type { mend as english } from '../en/mend.ts';
import type { Translation } from '../texts.ts';

export const mend: Translation<typeof english> = {
  renderer: 'darktable rendern lassen',
  resume: 'Warteschlangen fortsetzen',
  install: 'Plugin installieren',
  start: 'darktable starten',
  get: 'darktable holen',
  choose: 'Wählen, wer rendert',
  readOnly: 'Zum Nur-Lese-Modus',
  why: 'Zum Plugin',
  failed: 'Das hat nicht geklappt',
};
