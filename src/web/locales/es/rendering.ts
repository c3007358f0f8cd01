import type { Texts } from '../texts.ts';

/** The service's English texts about who renders, see src/renderer/who-renders.ts. */
export const rendering: Texts['rendering'] = {
  plugin: '{{darktable}} renderiza.',
  'darktable-cli': '{{darktable}} renderiza.',
  workers: 'Otros equipos renderizan.',
  'read-only': 'Nadie renderiza nada nuevo: el modo de solo lectura está activado.',
  paused: 'Nadie renderiza: las colas están en pausa.',
  'plugin-stuck': 'Nadie renderiza. darktable no puede continuar: {{reason}}.',
  'darktable-cli-stuck': 'Nadie renderiza. darktable-cli no puede continuar: {{reason}}.',
  'darktable-closed': 'Nadie renderiza hasta que se abra darktable.',
  'plugin-silent': 'Nadie renderiza: darktable está abierto, pero el complemento no responde. Reinicie darktable.',
  'plugin-missing': 'Nadie renderiza: el complemento no está instalado en darktable.',
  sample: 'Nadie renderiza: darktable no abre la biblioteca de ejemplo.',
  'darktable-missing': 'Nadie renderiza: no se encontró darktable en este equipo.',
  'darktable-cli-missing': 'Nadie renderiza: se eligió darktable-cli, pero no se encontró en este equipo.',
};
