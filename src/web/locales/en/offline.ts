export const offline = {
  newVersion: 'Safelight was updated. Reload this page to use the new version; what you decided is kept.',
};
