/** Makes the picture of Safelight among the programs of a desktop: Xfce's menu on a Debian 13, with the .deb that `npm run package` made. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { startDesktop } from '../../release/packages/desktop-machine.ts';
import { debName } from '../../release/packages/made-packages.ts';
import { ownTarget } from '../../release/packages/targets.ts';
import { installSystemPackages } from '../../test/system-packages.ts';

const file = process.argv[2] ?? join(import.meta.dirname, '../../..', 'docs', 'images', 'menu.png');
const missing = await installSystemPackages({ Xvfb: 'xvfb', xdotool: 'xdotool', import: 'imagemagick' });
if (missing !== null) throw new Error(missing);

await using desktop = await startDesktop('trixie');
const deb = `/packages/${debName(ownTarget.debian)}`;
await desktop.runAsRoot(`DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${deb}`);
await sleep(3000);
desktop.hand('mousemove', '60', '15', 'click', '1');
await sleep(2000);
// Its submenu opens while the pointer rests there.
for (const [x, y] of [
  ['40', '74'],
  ['60', '74'],
  ['125', '74'],
] as const) {
  desktop.hand('mousemove', x, y);
  await sleep(1000);
}
await sharp(desktop.picture())
  .extract({ left: 0, top: 0, width: 420, height: 150 })
  .resize({ width: 840, kernel: 'nearest' })
  .png({ palette: true })
  .toFile(file);
