import { readFile, rm, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from '../../darktable/installation.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import { makerHere } from '../make-here.ts';
import type { PictureMaker } from '../picture-maker.ts';
import { ResidentRenderer } from '../resident/resident-renderer.ts';
import { readBlobToFile } from './blobs.ts';
import type { Link } from './broker.ts';
import type { Blob } from './protocol.ts';
import { unpackSettings } from './settings-bundle.ts';
import { STREAMS } from './subjects.ts';

const TIMEOUT_MS = 5 * 60_000;

export interface WorkerRendererOptions {
  folder: string;
  installation: () => Promise<Installation | null>;
  decoder: PictureDecoder;
  log: Log;
}

/** The darktable of a worker, with the settings of the photographer: as Safelight's own renderer works on the photographer's machine. */
export class WorkerRenderer {
  readonly #options: WorkerRendererOptions;
  #now: { sha256: string; userConfig: string; resident: ResidentRenderer } | null = null;

  constructor(options: WorkerRendererOptions) {
    this.#options = options;
  }

  /** `isAwaited`: somebody looks at the screen until it comes. Throws as `readBlob` does, and file system errors. */
  async makerFor(
    settings: Blob,
    { isAwaited, link }: { isAwaited: boolean; link: () => Promise<Pick<Link, 'jsm'>> },
  ): Promise<PictureMaker> {
    if (this.#now?.sha256 !== settings.sha256) await this.#change(settings, await link());
    const { userConfig, resident } = this.#now!;
    const installation = await this.#options.installation();
    return makerHere({
      cli: installation?.cli ?? null,
      resident: { renderer: resident, isAwaited, client: null },
      decoder: this.#options.decoder,
      userConfig,
      workDir: join(userConfig, '..', 'work'),
      timeoutMs: TIMEOUT_MS,
    });
  }

  async close(): Promise<void> {
    await this.#now?.resident.close();
  }

  /** Each settings have a folder of their own: darktable's configuration is made from them. */
  async #change(settings: Blob, link: Pick<Link, 'jsm'>): Promise<void> {
    await this.close();
    this.#now = null;
    const { folder, installation, decoder, log } = this.#options;
    const home = join(folder, settings.sha256);
    const userConfig = join(home, 'settings');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (name !== settings.sha256) await rm(join(folder, name), { recursive: true, force: true });
    await rm(userConfig, { recursive: true, force: true });
    await mkdir(userConfig, { recursive: true, mode: 0o700 });
    const bundle = join(home, 'bundle');
    await rm(bundle, { force: true });
    await readBlobToFile(link, STREAMS.sources, settings, bundle);
    await unpackSettings(await readFile(bundle), userConfig);
    const resident = new ResidentRenderer({ dataDir: home, installation, userConfig: () => userConfig, decoder, log });
    this.#now = { sha256: settings.sha256, userConfig, resident };
  }
}
