import type { offline as english } from '../en/offline.ts';
import type { Translation } from '../texts.ts';

export const offline: Translation<typeof english> = {
  newVersion:
    'Safelight se ha actualizado. Recarga esta página para usar la nueva versión; tus decisiones se conservan.',
};
