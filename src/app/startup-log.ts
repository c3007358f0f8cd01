import type { Log } from '../platform/log.ts';
import type { AdminService, Services } from './services.ts';
import type { PluginService } from './plugin-service.ts';

/** What people should know at a start: who can reach Safelight, and that they see the sample. */
export function logStart({ library, log }: Services, admin: AdminService): void {
  const urls = admin.lanUrls();
  if (urls.length > 0) log.warn(`Other computers can reach Safelight: ${urls.join(' ')}`);
  if (library.state().status === 'ready' && library.isSample) {
    log.info(
      'No darktable library found on this computer: showing the sample library. Use --library FILE for your own.',
    );
  }
}

/** Without the plugin nothing new is rendered, unless the settings say who else does it: that is said at the start. */
export async function offerRendering(bridge: PluginService, log: Log): Promise<void> {
  const status = await bridge.status().catch(() => null);
  if (!status || status.plugin.installed || status.renderer.setting !== 'bridge' || status.darktable.version === null)
    return;
  const cli =
    status.renderer.version === null ? '' : ', or let darktable-cli render: safelight settings set renderer auto';
  log.info(
    `darktable ${status.darktable.version} can render new previews and exports once the plugin is installed: safelight plugin install${cli}`,
  );
}
