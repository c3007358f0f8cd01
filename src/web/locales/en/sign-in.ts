export const signIn = {
  signIn: {
    title: 'Sign in',
    heading: 'Sign in to this library',
    usedLink:
      'That link has been used already or is too old: each works once, within a minute. Open Safelight again for a new one, or sign in here.',
    id: 'Client id',
    secret: 'Client secret',
    show: 'Show the secret',
    busy: 'Signing in…',
    button: 'Sign in',
    wrong: 'This client id and secret do not belong together.',
    slowDown: 'Too many attempts.',
    linkBefore: 'On this computer,',
    linkAfter: 'prints a link that signs you in.',
    addAfter: 'makes a client id and secret.',
  },
};
