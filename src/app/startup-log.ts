import type { Log } from '../platform/log.ts';
import type { AdminService, Services } from '../server/services.ts';
import type { PluginService } from './plugin-service.ts';

/** Logged at the start: who can reach Safelight, and whether the sample is shown. */
export function logStart({ library, log }: Services, admin: AdminService): void {
  const urls = admin.lanUrls();
  if (urls.length > 0) log.warn({ urls }, 'Other computers can reach Safelight');
  if (library.state().status === 'ready' && library.isSample) {
    log.info(
      'No darktable library found on this computer: showing the sample library. Use --library FILE for your own.',
    );
  }
}

/** Logged at the start when darktable is there and nothing will be rendered. */
export async function offerRendering(bridge: PluginService, log: Log): Promise<void> {
  const status = await bridge.status().catch(() => null);
  if (!status || status.plugin.installed || status.rendering.is_rendering || status.darktable.version === null) return;
  const { version } = status.darktable;
  const commands = ['safelight plugin install'];
  if (status.rendering.cli_could) commands.push('safelight settings set renderer auto');
  log.info({ version, commands }, 'darktable can render new previews and exports after one of these commands');
}
