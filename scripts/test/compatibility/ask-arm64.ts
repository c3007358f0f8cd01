/** Asks darktable what it says of itself: without what comes with Safelight, and with the time that an emulator needs. */
import { silentLog } from '../../../src/platform/log.ts';
import { PictureDecoder } from '../../../src/previews/picture-decoder.ts';
import { ResidentRenderer } from '../../../src/renderer/resident/resident-renderer.ts';

const cli = ['/usr/bin/darktable-cli'] as const;
const renderer = new ResidentRenderer({
  dataDir: '/home/ana/asked',
  userConfig: () => '/home/ana/.config/darktable',
  log: silentLog(),
  shipped: [],
  decoder: new PictureDecoder(),
  installation: () => Promise.resolve({ kind: 'native', version: null, app: ['/usr/bin/darktable'], cli }),
  limits: { startMs: 1_200_000, timeoutMs: 1_200_000 },
});
console.log(JSON.stringify(await renderer.release()));
await renderer.close();
