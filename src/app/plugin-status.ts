import type { BridgeStatus } from '../contract/admin.ts';
import type { Rendering } from '../contract/rendering.ts';
import { editThroughBridge } from '../darktable/bridge-edit-jobs.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { isAnswering, readHeartbeat } from '../darktable/bridge-heartbeat.ts';
import { bridgeInstallation, findDarktableConfigs, type DarktableConfig } from '../darktable/plugin-install.ts';
import type { FoundDarktable } from '../darktable/installation.ts';
import { runningDarktable } from '../darktable/running.ts';
import type { Environment } from '../platform/environment.ts';
import type { RendererState } from '../renderer/renderer.ts';
import { rendererNow } from '../renderer/renderer-settings.ts';
import { whoRenders } from '../renderer/who-renders.ts';

/** What decides which darktable, library and plugin to look at. */
export interface BridgeFacts {
  dataDir: string;
  assetsDir: string;
  environment: Environment;
  platform: NodeJS.Platform;
  library: string;
  isSample: boolean;
}

/** The darktable config folder for the plugin; null when darktable was never started on this computer. */
export const darktableConfig = ({ environment, platform, library, isSample }: BridgeFacts): DarktableConfig | null =>
  findDarktableConfigs(environment, platform, isSample ? {} : { library })[0] ?? null;

/** Whether the plugin takes jobs of this library now. */
export function bridgeAnswers({ dataDir, library }: BridgeFacts): boolean {
  const darktableRuns = () => runningDarktable(library) !== null;
  return isAnswering(readHeartbeat(bridgePaths(dataDir).heartbeat), { library, darktableRuns });
}

/** The jobs, and the state of our own renderer. */
export interface BridgeWork {
  waiting: BridgeStatus['waiting'];
  jobsPerMinute: number;
  isPaused: boolean;
  isReadOnly: boolean;
  setting: BridgeStatus['renderer']['setting'];
  /** See [Note: Programs alone]. */
  followed: BridgeWork['setting'];
  /** How many on other machines take previews now. */
  workers: number;
  /** null: Safelight is not running. */
  renderer: RendererState | null;
}

/** The status of darktable and the plugin. `all`: the darktables of this computer, the one to use first. */
export function readBridgeStatus(facts: BridgeFacts, all: readonly FoundDarktable[], work: BridgeWork): BridgeStatus {
  const [installed = null] = all;
  const { dataDir, assetsDir, library } = facts;
  const heartbeat = readHeartbeat(bridgePaths(dataDir).heartbeat);
  const running = runningDarktable(library);
  const isHere = isAnswering(heartbeat, { library, darktableRuns: () => running !== null });
  const config = darktableConfig(facts);
  const plugin = bridgeInstallation({ configDir: config?.configDir ?? dataDir, assetsDir });
  const version = (isHere ? heartbeat?.darktable : null) ?? installed?.version ?? null;
  const state = ((): BridgeStatus['state'] => {
    if (isHere && heartbeat) {
      if (heartbeat.state === 'stuck') return 'stuck';
      return heartbeat.state === 'working' ? 'working' : 'ready';
    }
    if (running) return 'no-bridge';
    return installed ? 'closed' : 'missing';
  })();
  const { job = null, reason = null } = heartbeat ?? {};
  // A darktable that was running during an update keeps the previous version.
  const isOutdated = isHere && plugin.version !== null && heartbeat?.plugin !== plugin.version;
  const rendering = whoRenders({
    setting: rendererNow(work.followed, heartbeat),
    isReadOnly: work.isReadOnly,
    isPaused: work.isPaused,
    isSample: facts.isSample,
    workers: work.workers,
    plugin: {
      isInstalled: plugin.installed,
      answers: isHere,
      problem: state === 'stuck' ? (reason ?? 'unknown reason') : null,
    },
    darktable: { isInstalled: installed !== null, isRunning: running !== null },
    cli: {
      isInstalled: installed?.cli != null,
      problem: work.renderer?.state === 'stuck' ? (work.renderer.reason ?? 'unknown reason') : null,
    },
    versions: { plugin: version, cli: installed?.version ?? null },
  });
  return {
    state,
    message: [
      messageOf(state, {
        version,
        job,
        reason,
        isInstalled: plugin.installed,
        cannotRender: heartbeat?.cannotRender ?? null,
      }),
      ...(isOutdated && heartbeat ? [otherPluginSentence(heartbeat.plugin, plugin.version)] : []),
      ...waitingSentence(state, work, rendering),
    ].join(' '),
    darktable: {
      version,
      pid: running?.pid ?? null,
      installed: all.map(({ program, version: of }) => ({ program, version: of })),
    },
    plugin: {
      installed: plugin.installed,
      version: plugin.version,
      current: plugin.current,
      upgradable: plugin.upgradable,
      restart_needed: isOutdated,
      folder: config?.configDir ?? null,
    },
    job: isHere ? job : null,
    reason: state === 'stuck' ? reason : null,
    done: isHere ? (heartbeat?.done ?? 0) : 0,
    failed: isHere ? (heartbeat?.failed ?? 0) : 0,
    last_sign_of_life: heartbeat ? heartbeat.time * 1000 : null,
    waiting: work.waiting,
    jobs_per_minute: work.jobsPerMinute,
    rendering,
    renderer: {
      setting: work.setting,
      version: installed?.cli ? installed.version : null,
      state: work.renderer?.state ?? 'waiting',
      reason: work.renderer?.reason ?? null,
      jobs: (work.renderer?.jobs ?? []).map(({ job, id }) => `${job} ${id}`),
      refining: refiningCount(work.renderer),
      done: work.renderer?.done ?? 0,
      failed: work.renderer?.failed ?? 0,
    },
  };
}

const refiningCount = (renderer: RendererState | null) =>
  renderer ? renderer.refining.waiting + Number(renderer.refining.id !== null) : 0;

/** How long the plugin takes to answer, in milliseconds; null when it does not. The job changes nothing: no image has the id 0. */
export async function bridgeRoundTrip(facts: BridgeFacts, timeoutMs: number): Promise<number | null> {
  if (!bridgeAnswers(facts)) return null;
  const began = performance.now();
  const entry = {
    operation: 'exposure',
    module: 6,
    enabled: true,
    params: new Uint8Array(28),
    blendParams: null,
    blendVersion: 11,
    priority: 0,
    name: '',
  };
  const { editsDir } = bridgePaths(facts.dataDir);
  const answer = await editThroughBridge(editsDir, { imageId: 0, file: '/', entry }, { timeoutMs, graceMs: 0 });
  if (!answer.ok && (answer.code === 'not_taken' || answer.code === 'no_answer')) return null;
  return Math.round(performance.now() - began);
}

const otherPluginSentence = (running: string, installed: string | null): string =>
  `It still runs ${running === '' ? 'another version of the plugin' : `version ${running} of the plugin`}, but ${installed} is installed: restart darktable.`;

/** What happens to the waiting jobs. Empty while darktable works on them: the message says so already. */
function waitingSentence(state: BridgeStatus['state'], work: BridgeWork, rendering: Rendering): string[] {
  const count = work.waiting.refresh + work.waiting.export;
  if (count === 0 || rendering.state === 'plugin') return [];
  const jobs = count === 1 ? '1 job is waiting' : `${count} jobs are waiting`;
  if (work.isPaused) return [`The queues are paused: ${jobs}.`];
  switch (rendering.state) {
    case 'darktable-cli':
      return [`darktable-cli is working on ${count === 1 ? '1 job' : `${count} jobs`}.`];
    case 'workers':
      return [`Workers on other machines are working on ${count === 1 ? '1 job' : `${count} jobs`}.`];
    case 'darktable-cli-stuck':
      return [`${jobs}, and darktable-cli cannot continue: ${rendering.reason}.`];
    case 'darktable-cli-missing':
      return [`${jobs}, but darktable-cli, which is chosen to render, was not found.`];
    default:
      return [
        `${jobs}.${rendering.cli_could && state !== 'stuck' ? ' The setting “Who renders” lets darktable-cli do them.' : ''}`,
      ];
  }
}

function messageOf(
  state: BridgeStatus['state'],
  facts: {
    version: string | null;
    job: string | null;
    reason: string | null;
    isInstalled: boolean;
    cannotRender: string | null;
  },
): string {
  const name = facts.version ? `darktable ${facts.version}` : 'darktable';
  switch (state) {
    case 'ready':
      return facts.cannotRender === null
        ? `${name} is running and renders for Safelight.`
        : `${name} is running, but does not render for Safelight: ${facts.cannotRender}.`;
    case 'working':
      return `${name} is busy${facts.job ? ` (${facts.job})` : ''}.`;
    case 'stuck':
      return `${name} cannot continue: ${facts.reason ?? 'unknown reason'}.`;
    case 'no-bridge':
      return facts.isInstalled
        ? `${name} is running, but the plugin does not respond. Restart darktable.`
        : `${name} is running without the plugin. Install the plugin and restart darktable.`;
    case 'closed':
      return `${name} is not running.`;
    case 'missing':
      return 'darktable was not found on this computer.';
  }
}
