import type { firstRun as english } from '../en/first-run.ts';
import type { Translation } from '../texts.ts';

export const firstRun: Translation<typeof english> = {
  title: 'Primeros pasos',
  allDone: 'Todo está listo',
  hide: 'No volver a mostrar esto',
  count: '{{done}} de {{steps}}',
  next: 'Siguiente: {{step}}',
  stepDone: 'hecho',
  stepOpen: 'pendiente',
  library: 'Su biblioteca',
  libraryFound: 'Safelight muestra su biblioteca de darktable. Solo la lee mientras no pida un cambio.',
  librarySample:
    'No se encontró ninguna biblioteca de darktable, así que ve la de ejemplo. ¿Dónde está la suya? El archivo se llama library.db y suele estar en ~/.config/darktable.',
  libraryGone: 'Esta biblioteca no se puede mostrar por ahora. Si la suya está en otro sitio, escriba aquí su ruta.',
  path: 'Ruta de library.db',
  use: 'Mostrar esta biblioteca',
  using: 'Comprobando…',
  useOwn: 'Usar la biblioteca de darktable',
  rendering: 'Quién renderiza',
  plugin:
    'Con un pequeño complemento, el darktable que tiene abierto renderiza y acepta cambios mientras está en marcha.',
  pluginDone: 'El complemento está instalado. Puede quitarlo en la configuración.',
  install: 'Instalar el complemento',
  darktable: 'Abrir darktable',
  settings: 'Toda la configuración',
};
