import type { mend as english } from '../en/mend.ts';
import type { Translation } from '../texts.ts';

export const mend: Translation<typeof english> = {
  renderer: 'Dejar que darktable renderice',
  resume: 'Reanudar las colas',
  install: 'Instalar el complemento',
  start: 'Iniciar darktable',
  get: 'Obtener darktable',
  choose: 'Elegir quién renderiza',
  readOnly: 'Al modo de solo lectura',
  why: 'Al complemento',
  failed: 'No funcionó',
};
