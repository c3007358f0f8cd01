import type { remoteAccess as english } from '../en/remote-access.ts';
import type { Translation } from '../texts.ts';

export const remoteAccess: Translation<typeof english> = {
  title: 'Von außerhalb des Netzwerks',
  none: 'Von außen erreicht niemand Safelight. Einen Tunnel zu einem Rechner im Internet richten Sie in den Einstellungen unter Netzwerk ein.',
  tunnel: {
    off: 'Es gibt keinen Tunnel.',
    connecting: 'Der Tunnel zu {{host}} wird geöffnet.',
    up: 'Der Tunnel zu {{host}} ist offen.',
    waiting: 'Zu {{host}} gibt es gerade keinen Tunnel. Safelight versucht es wieder.',
  },
};
