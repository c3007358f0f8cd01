import sharp from 'sharp';
import { develop, makeCanvas } from './canvas.ts';
import { scenes } from './scenes/all.ts';

// Renders scenes small for a look at them: node scripts/sample/preview.ts FOLDER [NAME…]
const [folder, ...names] = process.argv.slice(2);
for (const [name, { scene, width, height }] of Object.entries(scenes)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const by = 900 / Math.max(width, height);
  const [w, h] = [Math.round(width * by), Math.round(height * by)];
  const canvas = makeCanvas(w * 2, h * 2);
  const start = Date.now();
  scene.paint(canvas);
  const picture = await develop(canvas, w, h, scene.finish);
  await sharp(picture.data, { raw: { width: w, height: h, channels: 3 } })
    .jpeg({ quality: 90 })
    .toFile(`${folder}/${name}.jpg`);
  console.log(name, Date.now() - start, 'ms');
}
