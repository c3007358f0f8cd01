import { writeFileSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { reasonOf } from '../../platform/errors.ts';
import type { Box } from '../../previews/decoder-process.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import { type LeastSize, mayBe } from '../least-size.ts';
import { BlobDamaged, BlobGone, readBlob } from './blobs.ts';
import type { Link } from './broker.ts';
import type { Job, Result } from './protocol.ts';
import { pictureSubject, STREAMS } from './subjects.ts';

/** What a worker sent is not what was asked for; the message says what is wrong, for people. */
export class PictureRefused extends Error {}

/** Previews. */
const SMALL_BYTES = 4 * 1024 ** 2;

type Done = Extract<Result, { is: 'done' }>;

const MB = 1024 ** 2;
/** Of all pictures of one job: no preview and no export is larger. */
const MOST_BYTES = { refresh: 128 * MB, refine: 128 * MB, export: 1024 * MB };

/**
 * Fetches the pictures of a job into new files, in the order of the boxes, and checks them: they are JPEGs, whole, of the right size. Throws
 * PictureRefused, file system errors, and what the connection throws; then there are no files.
 */
export async function receivePictures(
  result: Done,
  {
    worker,
    job,
    drafts,
    least,
    link,
    decoder,
  }: {
    worker: string;
    job: Pick<Job, 'job' | 'boxes'>;
    drafts: readonly string[];
    /** null: not known. */
    least: LeastSize | null;
    link: Pick<Link, 'jsm'>;
    decoder: Pick<PictureDecoder, 'check'>;
  },
): Promise<void> {
  refuseStrange(result, worker, job);
  try {
    if (job.job !== 'export' && result.blob.size <= SMALL_BYTES) await writeAtOnce(result, drafts, link);
    else await split(result, drafts, link);
    for (const [at, draft] of drafts.entries())
      await check(draft, result.pictures[at]!, { box: job.boxes[at] ?? null, least, decoder });
  } catch (error) {
    for (const draft of drafts) await rm(draft, { force: true }).catch(() => undefined);
    if (error instanceof BlobDamaged || error instanceof BlobGone) throw new PictureRefused(error.message);
    throw error;
  }
}

/** Before anything is fetched. */
function refuseStrange({ blob, pictures }: Done, worker: string, { job, boxes }: Pick<Job, 'job' | 'boxes'>): void {
  if (!blob.subject.startsWith(pictureSubject(worker, ''))) throw new PictureRefused('the pictures are not its own');
  if (pictures.length !== boxes.length) throw new PictureRefused('the number of pictures is wrong');
  const bytes = pictures.reduce((sum, { size }) => sum + size, 0);
  if (bytes !== blob.size) throw new PictureRefused('the sizes of the pictures are wrong');
  if (bytes > MOST_BYTES[job]) throw new PictureRefused(`the pictures have ${Math.round(bytes / MB)} MB`);
}

/** See [Note: Quick steps at once]. */
async function writeAtOnce(
  { blob, pictures }: Done,
  drafts: readonly string[],
  link: Pick<Link, 'jsm'>,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  await readBlob(link, STREAMS.pictures, blob, (chunk) => Promise.resolve(chunks.push(chunk)));
  const all = Buffer.concat(chunks);
  let at = 0;
  for (const [index, { size }] of pictures.entries()) {
    writeFileSync(drafts[index]!, all.subarray(at, at + size), { flag: 'wx', mode: 0o600 });
    at += size;
  }
}

/** Writes the parts of the blob to the drafts. */
async function split({ blob, pictures }: Done, drafts: readonly string[], link: Pick<Link, 'jsm'>): Promise<void> {
  const handles: FileHandle[] = [];
  try {
    for (const draft of drafts) handles.push(await open(draft, 'wx', 0o600));
    let at = 0;
    let left = pictures[0]!.size;
    await readBlob(link, STREAMS.pictures, blob, async (chunk) => {
      for (let rest = chunk; rest.length > 0;) {
        while (left === 0) left = pictures[++at]!.size;
        const part = rest.subarray(0, left);
        await handles[at]!.writeFile(part);
        left -= part.length;
        rest = rest.subarray(part.length);
      }
    });
  } finally {
    for (const handle of handles) await handle.close();
  }
}

async function check(
  file: string,
  { width, height }: { width: number; height: number },
  { box, least, decoder }: { box: Box | null; least: LeastSize | null; decoder: Pick<PictureDecoder, 'check'> },
): Promise<void> {
  const found = await decoder.check(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new PictureRefused(`it is not a whole picture: ${reasonOf(error)}`);
  });
  if (found.format !== 'jpeg') throw new PictureRefused('it is not a JPEG');
  if (found.width !== width || found.height !== height) throw new PictureRefused('it has another size than announced');
  if (box !== null && (width > box.width || height > box.height))
    throw new PictureRefused('it is larger than asked for');
  if (least !== null && !mayBe({ width, height }, box, least))
    throw new PictureRefused(`${width} × ${height} pixels cannot be all of the photograph`);
}
