import type { offline as english } from '../en/offline.ts';
import type { Translation } from '../texts.ts';

export const offline: Translation<typeof english> = {
  newVersion:
    'Safelight se ha actualizado. Recargue esta página para usar la nueva versión; sus decisiones se conservan.',
  kept_one: '{{number}} imagen está en este dispositivo: puede seguir cribando sin Safelight.',
  kept_many: '{{number}} de imágenes están en este dispositivo: puede seguir cribando sin Safelight.',
  kept_other: '{{number}} imágenes están en este dispositivo: puede seguir cribando sin Safelight.',
  goOn: 'Seguir cribando',
  keep: 'Conservar en este dispositivo',
  keeping_one: '{{kept}} de {{number}} imagen se puede cribar sin Safelight',
  keeping_many: '{{kept}} de {{number}} de imágenes se pueden cribar sin Safelight',
  keeping_other: '{{kept}} de {{number}} imágenes se pueden cribar sin Safelight',
};
