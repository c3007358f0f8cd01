import { existsSync, mkdirSync } from 'node:fs';
import { hostname, networkInterfaces, platform as currentPlatform } from 'node:os';
import { join } from 'node:path';
import { openAuth } from './auth/auth.ts';
import { directWay, refuseWhileDarktableRuns } from './edits/direct-way.ts';
import { openEdits } from './edits/edits.ts';
import type { Environment } from './environment.ts';
import { Events } from './events.ts';
import { openIndex } from './index/index.ts';
import { openLibrary } from './library/library.ts';
import { locateDarktableCache, locateLibrary } from './library/locate.ts';
import { installSample } from './library/sample-library.ts';
import type { Log } from './log.ts';
import { mipmapFolder } from './previews/mipmap-cache.ts';
import { openPreviews } from './previews/previews.ts';
import { setThumbnailsAside } from './previews/set-aside.ts';
import { openQueues } from './queues/queues.ts';
import { httpService } from './server/http-app.ts';
import { listen } from './server/listen.ts';
import type { Parts } from './server/parts.ts';
import { PREVIEW_WAIT, type PreviewWaitTimes } from './server/preview-wait.ts';
import { claimDataDir } from './settings/instance.ts';
import { openClients } from './settings/clients.ts';
import { openSettings } from './settings/settings-store.ts';
import { assetsDir, version, webDir } from './package-files.ts';

export const DEFAULT_PORT = 4380;
export const DEFAULT_HOST = '127.0.0.1';

/** What the command line and the environment may say; what they leave open comes from the settings, then the defaults. */
export interface AppOptions {
  dataDir: string;
  library?: string | undefined;
  darktableCache?: string | undefined;
  port?: number | undefined;
  host?: string | undefined;
  environment: Environment;
  log: Log;
  /** Shorter in tests. */
  previewWait?: PreviewWaitTimes | undefined;
}

export interface App {
  /** Where it answers, such as http://127.0.0.1:4380. */
  url: string;
  parts: Parts;
  /** A link that signs a browser in, once, within a minute. */
  signInLink(): string;
  stop(): Promise<void>;
}

/**
 * Builds every part, hands each what it needs, and listens. Throws DataDirError when the data folder is taken or cannot
 * be written, ListenError when the port cannot be had; a library in trouble is no reason not to start.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { dataDir, environment, log } = options;
  const instance = claimDataDir(dataDir);
  const closers: (() => unknown)[] = [() => instance.release()];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error }, 'A part did not close cleanly');
      }
    }
  };
  try {
    const events = new Events();
    const platform = currentPlatform();
    const settings = openSettings({ dataDir, log, events });
    const wanted = settings.get();

    const located = locateLibrary({ option: options.library, setting: wanted.library }, { environment, platform });
    const file = located?.file ?? (await installSample({ assetsDir, dataDir })).library;
    const library = openLibrary({ file, isSample: located === null, log, events });
    closers.push(() => library.close());

    const index = openIndex({ file: join(dataDir, 'index.db'), library, log, events });
    closers.push(() => index.close());

    const cache = locateDarktableCache(
      { option: options.darktableCache, setting: wanted.darktableCache, library: file },
      { environment, platform },
    );
    const previews = openPreviews({ dataDir, cacheDir: () => cache, libraryFile: () => library.file, log, events });
    closers.push(() => previews.close());

    const queues = openQueues({
      refreshFile: wanted.refreshQueue ?? join(dataDir, 'queues', 'refresh.queue'),
      exportFile: wanted.exportQueue ?? join(dataDir, 'queues', 'export.queue'),
      events,
      log,
    });
    closers.push(() => queues.close());

    const exportDir = wanted.exportDir ?? join(dataDir, 'exports');
    mkdirSync(exportDir, { recursive: true });

    const direct = directWay({ library });
    const edits = openEdits({
      dataDir,
      library,
      chooseWay: () => {
        refuseWhileDarktableRuns(library.file);
        return direct;
      },
      setThumbnailsAside: (id) => setThumbnailsAside(mipmapFolder(cache, library.file), join(dataDir, 'previews'), id),
      askForPreview: (id) => queues.refresh.append(id),
      events,
      log,
    });
    closers.push(() => edits.close());

    let url = '';
    const clients = openClients({ settings, log });
    closers.push(() => clients.close());
    const auth = openAuth({ dataDir, clients, settings, log });
    closers.push(() => auth.close());

    const host = options.host ?? wanted.host ?? DEFAULT_HOST;
    const isOpenToLan = !['127.0.0.1', '::1', 'localhost'].includes(host);
    const ownNames = isOpenToLan ? [hostname().toLowerCase(), `${hostname().toLowerCase()}.local`] : [];
    const parts: Parts = {
      library,
      index,
      previews,
      queues,
      edits,
      auth,
      clients,
      events,
      log,
      version,
      exportDir: () => exportDir,
      origin: () => url,
      allowedOrigins: () => settings.get().allowedOrigins,
      allowedHosts: () => [...ownNames, ...settings.get().allowedHosts],
      previewWait: options.previewWait ?? PREVIEW_WAIT,
      webDir: existsSync(join(webDir, 'index.html')) ? webDir : null,
    };

    const listening = await listen(httpService(parts), host, options.port ?? wanted.port ?? DEFAULT_PORT);
    url = listening.url;
    closers.push(() => closeServer(listening.server));
    instance.announce(url);
    if (isOpenToLan) log.warn(`Other computers can reach Safelight: ${lanAddresses(listening.port).join(' ') || url}`);
    logLibrary(parts);

    return {
      url,
      parts,
      signInLink: () => `${url}/sign-in?code=${auth.oneTimeCodes.issue()}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Running answers may end, but a browser's idle connection or an open event stream must not hold the process. */
async function closeServer(server: { close(done: () => void): unknown; closeAllConnections(): void }): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), 2_000);
  cut.unref();
  await new Promise<void>((resolve) => server.close(resolve));
  clearTimeout(cut);
}

function lanAddresses(port: number): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => `http://${address}:${port}`);
}

function logLibrary({ library, log }: Parts): void {
  const state = library.state();
  if (state.status === 'ready' && library.isSample) {
    log.info(
      'No darktable library found on this computer: showing the sample library. Use --library FILE for your own.',
    );
  }
}
