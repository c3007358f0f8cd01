/**
 * Stands in for darktable-cli where the real one is too slow or too reliable. Its first argument is a file in which it records
 * each run. The picture file says what it does: `fail`, `hang`, `crash`, `wait FILE` (until that file exists), `large` (a picture
 * of 3000×2000 pixels; otherwise 300×200), `large, hang when fine`. The sidecar's hash goes into the JPEG's EXIF
 * ImageDescription.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const [log = '', picture = '', xmp = '', out = ''] = process.argv.slice(2);
const isFine = process.argv[process.argv.indexOf('--hq') + 1] === 'true';
appendFileSync(log, `${process.pid} ${isFine ? 'fine' : 'quick'} ${picture}\n`);
const order = readFileSync(picture, 'utf8').trim();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
if (order === 'crash') process.kill(process.pid, 'SIGSEGV');
if (order === 'fail') {
  console.error('[export_job] error: this file is no picture');
  process.exit(0);
}
if (order === 'hang' || (isFine && order.endsWith('hang when fine'))) {
  process.on('SIGTERM', () => undefined);
  for (;;) await sleep(1000);
}
if (order.startsWith('wait ')) while (!existsSync(order.slice('wait '.length))) await sleep(10);

const argument = (name: string) => Number(process.argv[process.argv.indexOf(name) + 1]);
const [width, height] = [argument('--width') || undefined, argument('--height') || undefined];
const hash = createHash('sha1').update(readFileSync(xmp)).digest('hex');
const size = order.startsWith('large') ? { width: 3000, height: 2000 } : { width: 300, height: 200 };
const made = await sharp({ create: { ...size, channels: 3, background: '#886644' } })
  .resize(width, height, { fit: 'inside', withoutEnlargement: true })
  .withExif({ IFD0: { ImageDescription: hash } })
  .jpeg()
  .toBuffer();
writeFileSync(out, made);
