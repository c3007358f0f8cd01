import { sessionBusAddress, type TrayHost, type TrayHostWatch, watchTrayHost } from './tray-host.ts';
import type { PanelColor } from './tray-icons.ts';

const PANEL_LATE_MS = 5_000;
const OLDER_TRAY_MS = 20_000;

export type TrayPanelTimes = {
  /** How long the session bus may take to answer. */
  busTimeoutMs?: number | undefined;
  /** How long a panel may take to start or restart before we say something: at login it starts after us. */
  panelLateMs?: number | undefined;
  /**
   * How long an X11 desktop may have no panel before the program is started anyway: the icon then goes to an older kind
   * of tray (XEmbed: i3bar, tint2, polybar), which cannot be queried.
   */
  olderTrayAfterMs?: number | undefined;
};

type TrayPanelOptions = {
  env: NodeJS.ProcessEnv;
  times: TrayPanelTimes;
  /** Whether the program can use an older kind of tray. */
  fitsOlderTray: boolean;
  /** It came, went, is late, or has another color. */
  onChange: () => void;
  /** The icon may be shown now. `wasAway`: a program that runs has seen no panel. */
  onRoom: (wasAway: boolean) => void;
};

/** The panel of a Linux desktop that the icon goes to; elsewhere there always is one. */
export class TrayPanel {
  readonly #options: TrayPanelOptions;
  readonly #watch: TrayHostWatch | null;
  /** Null: not known yet. */
  #host: TrayHost | null;
  #late: NodeJS.Timeout | undefined;
  #isLate = false;
  #older: NodeJS.Timeout | undefined;
  #triesOlder = false;

  /** `address` of the session bus; null: there is no bus to ask. */
  constructor(address: string | null, options: TrayPanelOptions) {
    this.#options = options;
    const { env, times } = options;
    this.#host = address === null ? { present: true, reason: null, panel: 'dark' } : null;
    this.#watch =
      address === null
        ? null
        : watchTrayHost(address, (host) => this.#hear(host), {
            desktop: env.XDG_CURRENT_DESKTOP,
            timeoutMs: times.busTimeoutMs,
          });
  }

  get isPresent(): boolean {
    return this.#host?.present === true;
  }

  /** Whether the program may be started. */
  get mayShow(): boolean {
    return this.isPresent || this.#triesOlder;
  }

  get color(): PanelColor {
    return this.#host?.panel ?? 'dark';
  }

  /** Why there is none, in words for the user; null while there is one, or it may still come. */
  get missing(): string | null {
    return this.#host?.present === false && this.#isLate ? this.#host.reason : null;
  }

  /** Whether it has taken the icon of this process. null: unknown. */
  holdsIconOf(pid: number): Promise<boolean | null> {
    return this.isPresent && this.#watch ? this.#watch.holdsIconOf(pid) : Promise.resolve(null);
  }

  async close(): Promise<void> {
    clearTimeout(this.#late);
    clearTimeout(this.#older);
    await this.#watch?.close();
  }

  #hear(now: TrayHost): void {
    const wasAway = this.#host?.present === false;
    const { times, fitsOlderTray, onChange, onRoom } = this.#options;
    this.#host = now;
    clearTimeout(this.#older);
    if (now.present) {
      clearTimeout(this.#late);
      this.#late = undefined;
      this.#isLate = this.#triesOlder = false;
      onChange();
      onRoom(wasAway);
      return;
    }
    this.#late ??= setTimeout(() => {
      this.#isLate = true;
      onChange();
    }, times.panelLateMs ?? PANEL_LATE_MS).unref();
    if (fitsOlderTray) {
      this.#older = setTimeout(() => {
        this.#triesOlder = true;
        onRoom(false);
      }, times.olderTrayAfterMs ?? OLDER_TRAY_MS).unref();
    }
    onChange();
  }
}

/** Why a Linux session cannot show a tray icon, known before anything is tried. */
export function noDesktopReason(env: NodeJS.ProcessEnv): string | null {
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  return sessionBusAddress(env) === null ? 'there is no D-Bus session bus' : null;
}
