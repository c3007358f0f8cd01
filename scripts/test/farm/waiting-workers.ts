/**
 * Workers for the bench, several in one process with one decoder: they talk to the broker as `safelight worker` does, but instead of
 * rendering they wait. (Each on a machine of its own costs the others nothing; here all share two processors.)
 *
 *   node waiting-workers.ts BROKER FOLDER PICTURE MS CREDENTIALS…
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../../src/platform/log.ts';
import { readCredentials } from '../../../src/renderer/farm/credentials.ts';
import { FarmWorker } from '../../../src/renderer/farm/worker.ts';
import { PictureDecoder } from '../../../src/previews/picture-decoder.ts';

const [broker = '', folder = '', picture = '', ms = '0', ...files] = process.argv.slice(2);
const maker = {
  async make(_order: unknown, drafts: readonly string[]) {
    await sleep(Number(ms));
    for (const draft of drafts) await copyFile(picture, draft);
    return { mayBeFiner: false, settle: () => undefined };
  },
};
const decoder = new PictureDecoder();
for (const file of files) {
  const credentials = readCredentials(file);
  new FarmWorker({
    broker,
    credentials,
    dataDir: join(folder, credentials.name),
    sharedFolders: [],
    log: silentLog(),
    installation: () => Promise.resolve({ kind: 'native', version: '4.2.1', app: ['darktable'], cli: null }),
    whyRest: () => Promise.resolve(null),
    decoder,
    renderer: { makerFor: () => Promise.resolve(maker), close: () => Promise.resolve() },
  });
}
console.log('ready');
