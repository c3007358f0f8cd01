export const offline = {
  newVersion: 'Safelight was updated. Reload this page to use the new version; what you decided is kept.',
  kept_one: '{{number}} picture is on this device: you can go on culling without Safelight.',
  kept_other: '{{number}} pictures are on this device: you can go on culling without Safelight.',
  goOn: 'Go on culling',
  keep: 'Keep on this device',
  keeping_one: '{{kept}} of {{number}} picture can be culled without Safelight',
  keeping_other: '{{kept}} of {{number}} pictures can be culled without Safelight',
};
