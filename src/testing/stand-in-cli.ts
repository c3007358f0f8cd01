/**
 * A program that stands in for darktable-cli where the real one is too slow or too well-behaved. Its first argument is a file
 * that it notes each run in. What it does is in the picture file: `fail`, `hang`, `crash`, `wait FILE` (until that file is there); anything else is a picture of 300×200 pixels. The
 * sidecar that it was given goes into the JPEG's comment (EXIF ImageDescription, shortened to its hash).
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const [log = '', picture = '', xmp = '', out = ''] = process.argv.slice(2);
appendFileSync(log, `${process.pid} ${picture}\n`);
const order = readFileSync(picture, 'utf8').trim();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
if (order === 'crash') process.kill(process.pid, 'SIGSEGV');
if (order === 'fail') {
  console.error('[export_job] error: this file is no picture');
  process.exit(0);
}
if (order === 'hang') {
  process.on('SIGTERM', () => undefined);
  for (;;) await sleep(1000);
}
if (order.startsWith('wait ')) while (!existsSync(order.slice('wait '.length))) await sleep(10);

const argument = (name: string) => Number(process.argv[process.argv.indexOf(name) + 1]);
const [width, height] = [argument('--width') || 300, argument('--height') || 200];
const hash = createHash('sha1').update(readFileSync(xmp)).digest('hex');
const made = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#886644' } })
  .resize(width, height, { fit: 'inside', withoutEnlargement: true })
  .withExif({ IFD0: { ImageDescription: hash } })
  .jpeg()
  .toBuffer();
writeFileSync(out, made);
