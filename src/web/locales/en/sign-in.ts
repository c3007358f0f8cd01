export const signIn = {
  signIn: {
    title: 'Sign in',
    heading: 'Sign in to this library',
    usedLink:
      'This link has been used or has expired: each link works once, within a minute. Open Safelight again for a new link, or sign in here.',
    code: 'Code of this device',
    codeHow: 'From the computer: Settings, Devices and sessions, Pair a phone or tablet.',
    useCode: 'Use the code',
    wrongCode: 'This code is mistyped, used or expired. Have a new one shown on the computer.',
    or: 'or',
    id: 'Client ID',
    secret: 'Client secret',
    show: 'Show the secret',
    busy: 'Signing in…',
    button: 'Sign in',
    wrong: 'Wrong client ID or secret.',
    slowDown: 'Too many attempts.',
    linkBefore: 'On this computer,',
    linkAfter: 'prints a link that signs you in.',
    addAfter: 'creates a client ID and a secret.',
  },
};
