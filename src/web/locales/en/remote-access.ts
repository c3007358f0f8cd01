export const remoteAccess = {
  title: 'From outside your network',
  none: 'Nobody reaches Safelight from outside. A domain of your own, or a tunnel to a computer on the internet, is set up in Settings under Network.',
  domain: {
    off: 'There is no domain.',
    ordering: 'A certificate for {{name}} is being fetched.',
    waiting: 'There is no valid certificate for {{name}}. Safelight tries again by itself.',
    trial: '{{name}} has a certificate for trials, which no browser trusts.',
    ready: '{{name}} has a certificate until {{day}}.',
  },
  tailscale: {
    off: 'Tailscale leads nowhere.',
    connecting: 'Tailscale is being set up.',
    up: 'Your tailnet reaches Safelight at {{url}}',
    waiting: 'Tailscale does not lead here yet. Safelight tries again each minute.',
  },
  tunnel: {
    off: 'There is no tunnel.',
    connecting: 'The tunnel to {{host}} is being opened.',
    up: 'The tunnel to {{host}} is open.',
    waiting: 'There is no tunnel to {{host}} now. Safelight tries again.',
  },
};
