export const remoteAccess = {
  title: 'From outside your network',
  none: 'Nobody reaches Safelight from outside. A tunnel to a computer on the internet is set up in Settings under Network.',
  tunnel: {
    off: 'There is no tunnel.',
    connecting: 'The tunnel to {{host}} is being opened.',
    up: 'The tunnel to {{host}} is open.',
    waiting: 'There is no tunnel to {{host}} now. Safelight tries again.',
  },
};
