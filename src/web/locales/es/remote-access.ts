import type { remoteAccess as english } from '../en/remote-access.ts';
import type { Translation } from '../texts.ts';

export const remoteAccess: Translation<typeof english> = {
  title: 'Desde fuera de su red',
  none: 'Nadie accede a Safelight desde fuera. Un túnel a un equipo en internet se configura en los ajustes, en Red.',
  tunnel: {
    off: 'No hay túnel.',
    connecting: 'Se está abriendo el túnel hacia {{host}}.',
    up: 'El túnel hacia {{host}} está abierto.',
    waiting: 'Ahora no hay túnel hacia {{host}}. Safelight lo intenta de nuevo.',
  },
};
