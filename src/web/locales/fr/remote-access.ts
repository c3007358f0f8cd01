import type { remoteAccess as english } from '../en/remote-access.ts';
import type { Translation } from '../texts.ts';

export const remoteAccess: Translation<typeof english> = {
  title: 'Depuis l’extérieur de votre réseau',
  none: 'Personne ne joint Safelight de l’extérieur. Un domaine à vous, ou un tunnel vers un ordinateur sur internet, se règle dans les paramètres, sous Réseau.',
  domain: {
    off: 'Il n’y a pas de domaine.',
    ordering: 'Un certificat pour {{name}} est demandé.',
    waiting: 'Il n’y a pas de certificat valable pour {{name}}. Safelight réessaie de lui-même.',
    trial: '{{name}} a un certificat d’essai, auquel aucun navigateur ne se fie.',
    ready: '{{name}} a un certificat jusqu’au {{day}}.',
  },
  tailscale: {
    off: 'Tailscale ne mène nulle part.',
    connecting: 'Tailscale est en cours de réglage.',
    up: 'Votre tailnet joint Safelight à {{url}}',
    waiting: 'Tailscale ne mène pas encore ici. Safelight réessaie chaque minute.',
  },
  tunnel: {
    off: 'Il n’y a pas de tunnel.',
    connecting: 'Le tunnel vers {{host}} s’ouvre.',
    up: 'Le tunnel vers {{host}} est ouvert.',
    waiting: 'Il n’y a pas de tunnel vers {{host}} en ce moment. Safelight réessaie.',
  },
};
