import type { remoteAccess as english } from '../en/remote-access.ts';
import type { Translation } from '../texts.ts';

export const remoteAccess: Translation<typeof english> = {
  title: 'Desde fuera de su red',
  none: 'Nadie accede a Safelight desde fuera. Un dominio propio, o un túnel a un equipo en internet, se configura en los ajustes, en Red.',
  domain: {
    off: 'No hay dominio.',
    ordering: 'Se está obteniendo un certificado para {{name}}.',
    waiting: 'No hay un certificado válido para {{name}}. Safelight lo intenta de nuevo por sí mismo.',
    trial: '{{name}} tiene un certificado de prueba, en el que no confía ningún navegador.',
    ready: '{{name}} tiene un certificado hasta el {{day}}.',
  },
  tailscale: {
    off: 'Tailscale no lleva a ninguna parte.',
    connecting: 'Se está configurando Tailscale.',
    up: 'Su tailnet accede a Safelight en {{url}}',
    waiting: 'Tailscale todavía no lleva aquí. Safelight lo intenta cada minuto.',
  },
  tunnel: {
    off: 'No hay túnel.',
    connecting: 'Se está abriendo el túnel hacia {{host}}.',
    up: 'El túnel hacia {{host}} está abierto.',
    waiting: 'Ahora no hay túnel hacia {{host}}. Safelight lo intenta de nuevo.',
  },
};
