import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { belongToServer } from '../../platform/child-process.ts';
import { reasonOf } from '../../platform/errors.ts';
import { askRelease } from './ask-release.ts';
import { KeptPictures } from './kept-pictures.ts';
import { loadLibdarktable } from './libdarktable.ts';
import { frame, type Answer, type PictureRequest, type StartOptions } from './protocol.ts';
import { SourceFailure } from './source-failure.ts';
import { startDarktable } from './start-darktable.ts';

/**
 * The process that darktable's own library runs in, started and driven by `resident-child.ts`. darktable prints to stdout and stderr what
 * it likes, so requests and answers have a descriptor of their own.
 */

const options = JSON.parse(process.argv[2] ?? '{}') as StartOptions;
const socket = new Socket({ fd: 3, readable: true, writable: true });
const tell = (answer: Answer, bytes?: Uint8Array) => socket.write(frame(answer, bytes));

// Without dt_cleanup: nothing here is worth keeping, and it takes time.
const end = () => process.kill(process.pid, 'SIGKILL');
socket.on('close', end);
socket.on('error', end);
belongToServer({ isFirstToGo: true });
sharp.concurrency(1);
sharp.cache(false);

const darktable = loadLibdarktable(options.library, options.version);
startDarktable(darktable, options);
const sidecar = join(options.workDir, 'history.xmp');
const pictures = new KeptPictures(darktable, sidecar, options.limitBytes);

let work = Promise.resolve();
createInterface({ input: socket }).on('line', (line) => {
  const request = JSON.parse(line) as PictureRequest;
  work = work.then(() => answer(request));
});
tell({ is: 'ready', version: options.version });

async function answer(request: PictureRequest): Promise<void> {
  const { number, picture, development, view, isDraft, isAwaited, quality } = request;
  try {
    if (view !== null && 'release' in view) {
      tell({ is: 'told', number, told: { release: askRelease(darktable, sidecar) } });
      return;
    }
    const opened = pictures.get(picture);
    if (view === null) {
      const facts = { whole: opened.measure(development), x: 0, y: 0, width: 0, height: 0 };
      tell({ is: 'picture', number, facts, bytes: 0 });
      return;
    }
    if ('modules' in view) {
      tell({ is: 'told', number, told: { modules: opened.modules(development, view.modules) } });
      return;
    }
    if ('input' in view) {
      tell({ is: 'told', number, told: opened.input(development, view.input) });
      return;
    }
    if ('points' in view) {
      tell({ is: 'told', number, told: { points: opened.points(development, view.points) } });
      return;
    }
    const { pixels, size, left, top, facts } = opened.render(development, view, { isDraft, isAwaited });
    const jpeg = await sharp(rgb(pixels), { raw: { width: size.width, height: size.height, channels: 3 } })
      .extract({ left, top, width: facts.width, height: facts.height })
      // A draft's last tenth of bytes would take as long as all others.
      .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: !isDraft })
      .toBuffer();
    tell({ is: 'picture', number, facts, bytes: jpeg.length }, jpeg);
  } catch (error) {
    pictures.forget(picture);
    tell({ is: 'failed', number, reason: reasonOf(error), isOfSource: error instanceof SourceFailure });
  }
}

/** From blue, green, red and a byte of nothing. */
function rgb(bgrx: Buffer): Buffer {
  const pixels = bgrx.length / 4;
  const to = Buffer.allocUnsafe(pixels * 3);
  for (let from = 0, at = 0; from < bgrx.length; from += 4, at += 3) {
    to[at] = bgrx[from + 2]!;
    to[at + 1] = bgrx[from + 1]!;
    to[at + 2] = bgrx[from]!;
  }
  return to;
}
