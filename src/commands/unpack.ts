import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';

/** Writes the files of a ZIP into a folder, each under a name that is free there: none takes the place of another. Returns their paths. */
export async function unpack(zip: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  const written = new Map<string, string>();
  const archive = await openPromise(zip);
  try {
    // yauzl refuses names that lead out of the folder.
    for await (const entry of archive.eachEntry()) {
      // A sidecar follows its picture, and is called as that is.
      const picture = written.get(entry.fileName.replace(/\.xmp$/, ''));
      const wanted = picture === undefined ? join(folder, entry.fileName) : `${picture}.xmp`;
      await mkdir(dirname(wanted), { recursive: true });
      const file = await created(wanted);
      const path = String(file.path);
      try {
        await pipeline(await archive.openReadStreamPromise(entry), file);
      } catch (error) {
        // Half a picture, which this has made.
        await rm(path, { force: true });
        throw error;
      }
      files.push(path);
      written.set(entry.fileName, path);
    }
  } finally {
    archive.close();
  }
  return files;
}

/** `IMG_1.jpg`, or `IMG_1_01.jpg` where that is taken, as darktable numbers them. */
async function created(wanted: string): Promise<WriteStream> {
  const { dir, name, ext } = parse(wanted);
  for (let number = 0; ; number++) {
    const file = number === 0 ? wanted : join(dir, `${name}_${String(number).padStart(2, '0')}${ext}`);
    const stream = createWriteStream(file, { flags: 'wx' });
    try {
      await once(stream, 'open');
      return stream;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
