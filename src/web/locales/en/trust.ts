export const trust = {
  title: 'Trust this computer',
  why: 'Safelight on this computer encrypts what it sends. For that, each device has to trust its certificate, once.',
  off: 'HTTPS is off on this Safelight, so there is nothing to trust. Its pages are not encrypted.',
  openPlain: 'Open Safelight without HTTPS',
  unchanged:
    'The certificate is still the one that this device knows, and Safelight answers. If its page does not open, take the steps below again.',
  renewed:
    'This computer has a new certificate authority. Trust it as you did the former one, then remove the former one from this device.',
  download: 'Download the certificate',
  name: 'Name of the certificate',
  fingerprint: 'Fingerprint (SHA-256)',
  compare:
    'Compare it with the fingerprint on the computer, in Settings under Devices and sessions. If the two differ, do not go on: somebody may be reading along.',
  former: 'Remove {{names}} from your devices: it is no longer used.',
  steps: 'What to do on this device',
  on: 'Steps for',
  done: 'Done: open Safelight',
  card: 'Encrypted connections (HTTPS)',
  cardOff: 'Without HTTPS, everybody in your network can read along. With it, each device trusts this computer once.',
  turnOn: 'Turn on HTTPS',
  cardHow: 'Before you pair a device, open this address on it. The page shows how to trust this computer:',
  uncovered:
    'This computer was renamed: the certificate does not cover {{names}}. Devices reach it at its address; a new authority would cover the name, and every device would have to trust it.',
  renew: 'Make a new authority',
  renewTitle: 'Make a new authority?',
  renewHow: 'Every device has to trust the new one before it can use Safelight again.',
  systems: {
    ios: 'iPhone and iPad',
    android: 'Android',
    mac: 'Mac',
    windows: 'Windows',
    linux: 'Linux: Chrome and Chromium',
    firefox: 'Firefox',
  },
  ios: {
    first: 'Open this page in Safari, download the certificate, and allow the profile.',
    second:
      'Settings › General › VPN & Device Management: open the downloaded profile, compare the fingerprint, install it.',
    third: 'Settings › General › About › Certificate Trust Settings: switch on full trust for it.',
  },
  android: {
    first: 'Download the certificate. Opening the file does nothing.',
    second: 'Settings › Security › Encryption & credentials › Install a certificate › CA certificate: choose the file.',
    third:
      'Android says from then on that the network may be monitored. This certificate can vouch for this computer and private addresses alone.',
  },
  mac: {
    first: 'Download the certificate and open it: Keychain Access adds it to the login keychain.',
    second: 'Open it there, compare the fingerprint, and set Trust › Secure Sockets Layer (SSL) to Always Trust.',
    third: 'Start the browser again.',
  },
  windows: {
    first: 'Download the certificate and open it. Compare the fingerprint under Details.',
    second:
      'Install Certificate › Current User › Place in the following store: Trusted Root Certification Authorities.',
    third: 'Start the browser again.',
  },
  linux: {
    first: 'Download the certificate.',
    second:
      'In the browser: Settings › Privacy and security › Security › Manage certificates › Custom: import it as a trusted certificate.',
    third: 'Start the browser again.',
  },
  firefox: {
    first: 'Download the certificate.',
    second: 'Settings › Privacy & Security › Certificates › View Certificates › Authorities › Import.',
    third: 'Compare the fingerprint under View, and select “Trust this CA to identify websites”.',
  },
};
