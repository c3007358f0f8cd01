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
  waiting_one: '{{number}} decisión espera en este dispositivo.',
  waiting_many: '{{number}} de decisiones esperan en este dispositivo.',
  waiting_other: '{{number}} decisiones esperan en este dispositivo.',
  save: 'Guardar en un archivo las decisiones en espera',
  takeIn: 'Tomar decisiones de un archivo',
  takenIn_one: 'Se ha tomado {{number}} decisión',
  takenIn_many: 'Se han tomado {{number}} de decisiones',
  takenIn_other: 'Se han tomado {{number}} decisiones',
  otherLibrary: 'Estas decisiones son de otra biblioteca.',
  noDecisions: 'Este no es un archivo de decisiones.',
  noNetwork: 'Este dispositivo no tiene red.',
  whyNot:
    'Puede que Safelight se haya cerrado, que HTTPS esté desactivado o que el ordenador tenga una nueva autoridad de certificación en la que este dispositivo aún no confía.',
  see: 'Ver qué ocurre',
};
