import type { Auth } from '../auth/auth.ts';
import type { Backup, BridgeChange, BridgeStatus, Diagnostics } from '../contract/admin.ts';
import type { Rendering } from '../contract/rendering.ts';
import type { SettingsAnswer } from '../contract/settings.ts';
import type { Edits } from '../edits/edits.ts';
import type { Events } from '../platform/events.ts';
import type { ExportFolder } from '../exports/export-folder.ts';
import type { ImageIndex } from '../image-index/image-index.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import type { FailedPreviews } from '../previews/failed-previews.ts';
import type { Previews } from '../previews/previews.ts';
import type { ExportBatches } from '../exports/export-batches.ts';
import type { Queues } from '../queues/queues.ts';
import type { Clients } from '../settings/clients.ts';
import type { EventStream } from '../server/responses/event-stream.ts';
import type { PreviewWaitTimes } from '../server/requests/preview-wait.ts';

/** What whoever has the scope `admin` sees and does. */
export interface AdminService {
  settings(): Promise<SettingsAnswer>;
  isLanAllowed(): boolean;
  isPaused(): boolean;
  /** Stored, and in effect as far as it can be. Throws `invalid_settings`. */
  changeSettings(patch: Readonly<Record<string, unknown>>): Promise<SettingsAnswer>;
  bridge: {
    status(): Promise<BridgeStatus>;
    /** Each throws `conflict` with what to do about it. */
    install(): Promise<BridgeChange>;
    uninstall(): Promise<BridgeChange>;
    startDarktable(): Promise<BridgeChange>;
  };
  /** The newest first. */
  backups(): Promise<Backup[]>;
  diagnostics(): Promise<Diagnostics>;
  /** Where other devices reach this Safelight, the likeliest first; empty without LAN access. */
  lanUrls(): string[];
}

/** What the routes are built on: every room that HTTP speaks for. */
export interface Services {
  library: Library;
  index: ImageIndex;
  previews: Previews;
  failedPreviews: FailedPreviews;
  /** Who renders what is asked for; null in the first moments of a start. */
  rendering: () => Rendering | null;
  queues: Queues;
  exportBatches: ExportBatches;
  edits: Edits;
  auth: Auth;
  clients: Clients;
  events: Events;
  eventStream: EventStream;
  admin: AdminService;
  /** Nobody may edit, refresh or export. */
  isReadOnly: () => boolean;
  log: Log;
  version: string;
  /** Where full-size exports are, as it is at the moment. */
  exports: () => ExportFolder;
  exportDir: () => string;
  /** The address of this server as its own pages know it, such as http://127.0.0.1:4380. */
  origin: () => string;
  /** Origins of foreign pages that may read answers (CORS). */
  allowedOrigins: () => readonly string[];
  /** Host names besides the loopback ones that requests may name. */
  allowedHosts: () => readonly string[];
  /** How long a PATCH waits for its preview. */
  previewWait: PreviewWaitTimes;
  /** The built browser client, or null when it was not built. */
  webDir: string | null;
}
