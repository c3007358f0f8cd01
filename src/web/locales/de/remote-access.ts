import type { remoteAccess as english } from '../en/remote-access.ts';
import type { Translation } from '../texts.ts';

export const remoteAccess: Translation<typeof english> = {
  title: 'Von außerhalb des Netzwerks',
  none: 'Von außen erreicht niemand Safelight. Eine eigene Domain oder einen Tunnel zu einem Rechner im Internet richtest du in den Einstellungen unter Netzwerk ein.',
  domain: {
    off: 'Es gibt keine Domain.',
    ordering: 'Ein Zertifikat für {{name}} wird geholt.',
    waiting: 'Für {{name}} gibt es kein gültiges Zertifikat. Safelight versucht es von selbst wieder.',
    trial: '{{name}} hat ein Zertifikat zum Probieren, dem kein Browser vertraut.',
    ready: '{{name}} hat ein Zertifikat bis {{day}}.',
  },
  tailscale: {
    off: 'Tailscale führt nirgendwohin.',
    connecting: 'Tailscale wird eingerichtet.',
    up: 'Ihr Tailnet erreicht Safelight unter {{url}}',
    waiting: 'Tailscale führt noch nicht hierher. Safelight versucht es jede Minute wieder.',
  },
  tunnel: {
    off: 'Es gibt keinen Tunnel.',
    connecting: 'Der Tunnel zu {{host}} wird geöffnet.',
    up: 'Der Tunnel zu {{host}} ist offen.',
    waiting: 'Zu {{host}} gibt es gerade keinen Tunnel. Safelight versucht es wieder.',
  },
};
