import { buffer } from 'node:stream/consumers';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** Each file of a ZIP by its name. */
export async function filesOf(zip: Buffer): Promise<Record<string, Buffer>> {
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  );
  const files: Record<string, Buffer> = {};
  return new Promise((resolve, reject) => {
    opened.on('error', reject).on('end', () => resolve(files));
    opened.on('entry', (entry: Entry) =>
      opened.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((bytes) => {
          files[entry.fileName] = bytes;
          opened.readEntry();
        }, reject);
      }),
    );
    opened.readEntry();
  });
}
