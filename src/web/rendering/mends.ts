import type { Rendering } from '../../contract/rendering.ts';
import type { BridgeAct } from '../api/admin.ts';
import type { mend } from '../locales/en/mend.ts';

/** What has somebody render again: new settings, an act, or a place where it is done. */
export type Mend = { label: keyof typeof mend } & (
  { settings: Record<string, unknown> } | { act: BridgeAct } | { href: string }
);

const INSTALL_DARKTABLE = 'https://www.darktable.org/install/';

/** null: somebody renders. */
export function mendOf({ state, cli_could }: Pick<Rendering, 'state' | 'cli_could'>): Mend | null {
  if (cli_could) return { label: 'renderer', settings: { renderer: 'auto' } };
  switch (state) {
    case 'plugin':
    case 'darktable-cli':
    case 'workers':
      return null;
    case 'read-only':
      return { label: 'readOnly', href: '/settings/library' };
    case 'paused':
      return { label: 'resume', settings: { queuesPaused: false } };
    case 'darktable-closed':
      return { label: 'start', act: 'start-darktable' };
    case 'plugin-missing':
      return { label: 'install', act: 'install' };
    case 'darktable-missing':
      return { label: 'get', href: INSTALL_DARKTABLE };
    case 'sample':
    case 'darktable-cli-missing':
      return { label: 'choose', href: '/settings/rendering' };
    case 'darktable-cli-stuck':
    case 'plugin-stuck':
    case 'plugin-silent':
      return { label: 'why', href: '/settings/plugin' };
  }
}
