/** Makes every icon of assets/icons from safelight.svg: tray (three looks, three panels), launcher, favicon, installed page. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { icoFile } from './ico.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'assets', 'icons');
const source = await readFile(join(folder, 'safelight.svg'), 'utf8');

type Colours = { body: string; dim: string; glow: string; warn: string };
/** The lamp's colors on a panel: dark ones, light ones, and macOS, which colors black parts itself. */
const panels: Record<string, Colours> = {
  dark: { body: '#e4e4e4', dim: '#d8473b', glow: '#ff5a45', warn: '#ffb224' },
  light: { body: '#3d3d3d', dim: '#b3271e', glow: '#e0281a', warn: '#d97a00' },
  template: { body: '#000', dim: '#000', glow: '#000', warn: '#000' },
};
const looks = {
  idle: ({ body, dim }: Colours) => `.body{fill:${body}} .bulb{fill:${dim}} .rays,.attention{display:none}`,
  working: ({ body, glow }: Colours) =>
    `.body{fill:${body}} .bulb{fill:${glow}} .rays{stroke:${glow}} .attention{display:none}`,
  attention: ({ body, dim, warn }: Colours) =>
    `.body{fill:${body}} .bulb{fill:${dim}} .rays{display:none} .badge{fill:${warn}}`,
};

const styled = (style: string) => source.replace(/<style>[^]*<\/style>/, `<style>${style}</style>`);

/** Scaling a large drawing down would blur, so librsvg draws at the exact size. */
const png = (svg: string, size: number, box = 16) =>
  sharp(Buffer.from(svg), { density: (72 * size) / box })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

await mkdir(folder, { recursive: true });
for (const [look, style] of Object.entries(looks)) {
  for (const [panel, colours] of Object.entries(panels)) {
    const svg = styled(style(colours));
    if (panel === 'template') {
      await writeFile(join(folder, `tray-${look}-template.png`), await png(svg, 44));
      continue;
    }
    const sizes = [16, 20, 22, 24, 32, 40, 48];
    const pictures = await Promise.all(sizes.map(async (size) => ({ size, png: await png(svg, size) })));
    for (const { size, png: bytes } of pictures.filter(({ size }) => [16, 22, 24, 32, 48].includes(size)))
      await writeFile(join(folder, `tray-${look}-${panel}-${size}.png`), bytes);
    await writeFile(join(folder, `tray-${look}-${panel}.ico`), icoFile(pictures.filter(({ size }) => size !== 22)));
  }
}

/** The lamp on black, with its light below it: for launchers and browser tabs, which have no panel behind it. */
const lamp = /<path class="body"[^>]*>/.exec(source)![0].replace('class="body"', 'fill="#f1e9e6"');
const bulb = /<path class="bulb"[^>]*>/.exec(source)![0].replace('class="bulb"', 'fill="url(#hot)"');
const app = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <defs>
    <radialGradient id="room" gradientUnits="userSpaceOnUse" cx="32" cy="40" r="38">
      <stop offset="0" stop-color="#c3261c" />
      <stop offset=".5" stop-color="#6d120f" />
      <stop offset="1" stop-color="#240807" />
    </radialGradient>
    <radialGradient id="hot" cx=".5" cy="0" r="1">
      <stop offset="0" stop-color="#ffd9a8" />
      <stop offset="1" stop-color="#ff5a3c" />
    </radialGradient>
  </defs>
  <rect width="64" height="64" rx="14" fill="url(#room)" />
  <path d="M31 0h2v14h-2Z" fill="#f1e9e6" />
  <g transform="translate(8.8 13) scale(2.9)">
    ${lamp}
    ${bulb}
  </g>
</svg>
`;
await writeFile(join(folder, 'app.svg'), app);
await writeFile(join(root, 'src', 'web', 'public', 'favicon.svg'), app);
for (const size of [48, 128, 256]) await writeFile(join(folder, `app-${size}.png`), await png(app, size, 64));
const appSizes = [16, 24, 32, 48, 256];
await writeFile(
  join(folder, 'app.ico'),
  icoFile(await Promise.all(appSizes.map(async (size) => ({ size, png: await png(app, size, 64) })))),
);

/** For the page as an installed app. Phones cut their own shape out of the last two: these fill the square, the lamp in the inner circle. */
const pageIcons = join(root, 'src', 'web', 'public', 'icons');
const square = app.replace(' rx="14"', '');
const roomy = square
  .replace('<path d="M31 0h2v14h-2Z"', '<path d="M31.2 0h1.6v18h-1.6Z"')
  .replace('translate(8.8 13) scale(2.9)', 'translate(14.4 17.4) scale(2.2)');
await mkdir(pageIcons, { recursive: true });
for (const [name, svg, size] of [
  ['app-192', app, 192],
  ['app-512', app, 512],
  ['maskable-512', roomy, 512],
  ['touch-180', square, 180],
] as const)
  await writeFile(join(pageIcons, `${name}.png`), await png(svg, size, 64));
