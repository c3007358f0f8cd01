import type { common as english } from '../en/common.ts';
import type { Translation } from '../texts.ts';

export const common: Translation<typeof english> = {
  common: {
    close: 'Cerrar',
    cancel: 'Cancelar',
    loading: 'Cargando…',
    tryAgain: 'Reintentar',
    copy: 'Copiar',
    copied: 'Copiado',
    and: ' y ',
  },
  connection: {
    lost: 'Safelight no responde. ¿Sigue en marcha? Esta página se vuelve a conectar automáticamente.',
    title: 'Safelight no responde',
    start: 'Inicie Safelight en este equipo. Esta página se vuelve a conectar automáticamente.',
    goesOn: '¿Sigue en marcha? Esta página se vuelve a conectar automáticamente.',
    partMissing: 'No se pudo cargar una parte de esta página',
    partWaits: 'Esta parte de la página se cargará en cuanto Safelight responda.',
    reload: 'Recargar la página',
  },
  page: {
    nobodyRenders: 'Nadie renderiza',
    none: 'Página no encontrada',
    openGallery: 'Abrir la galería',
    skip: 'Ir a las imágenes',
    home: 'Safelight, todas las imágenes',
    failed: 'Algo falló en esta página',
    failedHow: 'Sus imágenes y su biblioteca no están afectadas.',
    notSettings: 'No tiene acceso a la configuración',
    settingsHow:
      'Abra Safelight desde su icono en la bandeja del sistema, o con el enlace que muestra la orden «safelight sign-in-link».',
  },
  menu: {
    open: 'Menú',
    theme: 'Apariencia',
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
    language: 'Idioma',
    statistics: 'Estadísticas',
    settings: 'Configuración',
    api: 'Descripción de la API',
    signOut: 'Cerrar sesión',
    size: 'Tamaño de las imágenes',
    perRow_one: '{{number}} imagen por fila',
    perRow_other: '{{number}} imágenes por fila',
  },
  rights: {
    readOnly:
      'El modo de solo lectura está activado: no se puede cambiar ni renderizar nada. Desactívelo en el menú de la bandeja o en la configuración.',
    newerLibrary:
      'Esta biblioteca es de un darktable más reciente: Safelight la muestra y no cambia nada. Actualice Safelight.',
    change: 'Puede ver las imágenes, pero no cambiarlas ni renderizarlas.',
    organise:
      'Puede ver las imágenes, pero no valorarlas, marcarlas ni etiquetarlas. Para cambiarlo, vuelva a vincular este dispositivo en el equipo donde funciona Safelight.',
    images: 'No tiene acceso a las imágenes de esta biblioteca.',
    previews: 'No tiene acceso a las vistas previas.',
    tags: 'No tiene acceso a las etiquetas.',
    films: 'No tiene acceso a los carretes.',
    admin: 'No tiene acceso a la configuración.',
  },
  exports: {
    open: 'Exportaciones',
    openWaiting_one: 'Exportaciones: {{number}} imagen en espera',
    openWaiting_other: 'Exportaciones: {{number}} imágenes en espera',
  },
  keys: {
    title: 'Atajos de teclado',
    undo: 'deshacer',
    redo: 'rehacer',
    names: {
      Home: 'Inicio',
      End: 'Fin',
      Delete: 'Supr',
      PageUp: 'Re Pág',
      PageDown: 'Av Pág',
      Enter: 'Intro',
      Space: 'Espacio',
      Shift: 'Mayús',
      Ctrl: 'Ctrl',
      Left: 'Flecha izquierda',
      Right: 'Flecha derecha',
      Up: 'Flecha arriba',
      Down: 'Flecha abajo',
    },
  },
};
