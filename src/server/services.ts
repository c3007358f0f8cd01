import type { Desk } from '../agents/desk/desk.ts';
import type { Jobs } from '../agents/jobs.ts';
import type { PictureWork } from '../agents/picture-work.ts';
import type { Auth } from '../auth/auth.ts';
import type { Backup, BackupRestored, BridgeChange, BridgeStatus, Diagnostics, Unlocked } from '../contract/admin.ts';
import type { FindCamera } from '../darktable/cameras.ts';
import type { HttpsStatus } from '../contract/https.ts';
import type { Proxies } from './network/forwarding.ts';
import type { RemoteAccess } from '../contract/remote-access.ts';
import type { LensDatabase } from '../darktable/lensfun/lens-database.ts';
import type { Recipe } from '../contract/recipes.ts';
import type { AddressTest } from '../contract/public-address.ts';
import type { ExpectedVisits } from '../network/public-address/visits.ts';
import type { ProofAddress } from '../contract/proofs.ts';
import type { Rendering } from '../contract/rendering.ts';
import type { SavedSearch } from '../contract/saved-searches.ts';
import type { SettingsAnswer } from '../contract/settings.ts';
import type { Events } from '../platform/events.ts';
import type { ExportFolder } from '../exports/export-folder.ts';
import type { ImageIndex } from '../image-index/image-index.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import type { CameraTiles } from '../previews/camera-tiles.ts';
import type { FailedPreviews } from '../previews/failed-previews.ts';
import type { PreviewFeed } from '../previews/preview-feed.ts';
import type { LibraryPreviewRun } from '../previews/preview-run.ts';
import type { Previews } from '../previews/previews.ts';
import type { Farm } from '../renderer/farm/farm.ts';
import type { Renderer } from '../renderer/renderer.ts';
import type { ResidentRenderer } from '../renderer/resident/resident-renderer.ts';
import type { PictureTiles } from '../renderer/tiles.ts';
import type { Destinations } from '../publishing/destinations/destinations.ts';
import type { RecipeExports } from '../publishing/recipe-exports.ts';
import type { Publications } from '../publishing/publications/publications.ts';
import type { GuestDoor } from '../proofing/guest-door.ts';
import type { Proofs } from '../proofing/proofs.ts';
import type { ExportBatches } from '../exports/export-batches.ts';
import type { Albums } from '../changes/albums/albums.ts';
import type { Changes } from '../changes/changes.ts';
import type { NoiseOf } from '../changes/modules/noise-profile.ts';
import type { Queues } from '../queues/queues.ts';
import type { Clients } from '../settings/clients.ts';
import type { NamedList } from '../settings/named-list.ts';
import type { Updates } from '../updates/updates.ts';
import type { EventStream } from './responses/event-stream.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { PreviewWaitTimes } from '../changes/modules/preview-wait.ts';

/** The service behind the scope `admin`. */
export interface AdminService {
  settings(): Promise<SettingsAnswer>;
  isLanAllowed(): boolean;
  isPaused(): boolean;
  /** Stores the changes and applies them where possible. Throws `invalid_settings`. */
  changeSettings(patch: Readonly<Record<string, unknown>>): Promise<SettingsAnswer>;
  bridge: {
    status(): Promise<BridgeStatus>;
    /** Each throws `conflict` with advice. */
    install(): Promise<BridgeChange>;
    uninstall(): Promise<BridgeChange>;
    startDarktable(): Promise<BridgeChange>;
  };
  /** Newest first. */
  backups(): Promise<Backup[]>;
  /** Throws `not_found`, `conflict`, `read_only`, `storage_error`; then nothing was changed. */
  restoreBackup(name: string, options: { isLibraryAlone: boolean }): Promise<BackupRestored>;
  /** Removes locks that a darktable left behind. Throws `conflict`, `storage_error`. */
  unlock(): Unlocked;
  diagnostics(): Promise<Diagnostics>;
  /** The addresses for other devices, likeliest first; empty without LAN access. */
  lanUrls(): string[];
}

/** HTTPS of our own. */
export interface HttpsService {
  /** null: Safelight does not listen with HTTPS. */
  port(): number | null;
  status(): Omit<HttpsStatus, 'trust_svg'>;
  /** The certificate of the authority; null: there is none. */
  authorityDer(): Buffer | null;
  /** Makes a new authority, which devices must trust anew. Without HTTPS nothing happens. Throws what the disk says. */
  renewAuthority(): Promise<void>;
}

export interface RemoteAccessService {
  status(): RemoteAccess;
}

/** What belongs to the library shown. */
export interface LibraryParts {
  library: Library;
  index: ImageIndex;
  previews: Previews;
  failedPreviews: FailedPreviews;
  previewFeed: PreviewFeed;
  previewRun: LibraryPreviewRun;
  queues: Queues;
  exportBatches: ExportBatches;
  recipeExports: RecipeExports;
  publications: Publications;
  proofs: Proofs;
  /** For the listener for guests alone. */
  guestDoor: GuestDoor;
  changes: Changes;
  albums: Albums;
  renderer: Renderer;
  /** Workers on other machines. */
  farm: Farm;
  resident: ResidentRenderer;
  tiles: PictureTiles;
  cameraTiles: CameraTiles;
  findCamera: FindCamera;
  noiseOf: NoiseOf;
  lensDatabase: LensDatabase;
  /** The current folder; the settings can change it. */
  exports: () => ExportFolder;
}

/** Everything that the routes need. */
export interface Services extends LibraryParts {
  /** Who renders now; null just after the start. */
  rendering: () => Rendering | null;
  /** Somebody has opened the page, see [Note: Programs alone]. */
  pageOpened: () => Promise<void>;
  auth: Auth;
  clients: Clients;
  searches: NamedList<SavedSearch>;
  recipes: NamedList<Recipe>;
  destinations: Destinations;
  agents: {
    desk: Desk;
    jobs: Jobs;
    pictures: PictureWork;
    /** What starts `safelight mcp`. */
    command: readonly string[];
  };
  webhooks: Webhooks;
  events: Events;
  eventStream: EventStream;
  admin: AdminService;
  https: HttpsService;
  remoteAccess: RemoteAccessService;
  updates: Updates;
  /** Why there are no edits, refreshes or exports, in a sentence; null: there are. */
  whyReadOnly: () => string | null;
  log: Log;
  version: string;
  /** The address of this server, such as http://127.0.0.1:4380. */
  origin: () => string;
  /** Origins of other web pages that may call the API (CORS). */
  allowedOrigins: () => readonly string[];
  /** The address of a proxy or tunnel in front of us; null: there is none. */
  publicAddress: () => string | null;
  /** The test of the public address. One runs at a time. */
  addressTest: { run: () => Promise<AddressTest>; visits: ExpectedVisits };
  /** Who may say for whom they ask. */
  proxies: () => Proxies;
  /** Where guests find proofs. */
  proofAddresses: () => ProofAddress[];
  /** Host names besides the loopback ones that requests may name. */
  allowedHosts: () => readonly string[];
  /** How long a PATCH waits for its preview. */
  previewWait: PreviewWaitTimes;
  /** The built browser client, or null when it was not built. */
  webDir: string | null;
}
