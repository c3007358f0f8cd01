import type { Rendering, RenderingState } from '../contract/rendering.ts';
import type { RendererSettings } from './renderer-settings.ts';

/** What decides who renders. */
export interface RenderingFacts {
  setting: RendererSettings['renderer'];
  isReadOnly: boolean;
  isPaused: boolean;
  isSample: boolean;
  /** How many on other machines take jobs now. */
  workers: number;
  /** The plugin in a darktable that has this library open. */
  plugin: { isInstalled: boolean; answers: boolean; /** Why it is stuck. */ problem: string | null };
  darktable: { isInstalled: boolean; isRunning: boolean };
  /** `problem`: why it is stuck. */
  cli: { isInstalled: boolean; problem: string | null };
  /** Of the darktable with the plugin, and of the one that is installed. */
  versions: { plugin: string | null; cli: string | null };
}

/** Who renders now, or what prevents it. */
export function whoRenders(facts: RenderingFacts): Rendering {
  const { state, reason = null } = stateOf(facts);
  const isRendering = state === 'plugin' || state === 'darktable-cli' || state === 'workers';
  const isForbidden = state === 'read-only' || state === 'paused';
  const version = state === 'plugin' ? facts.versions.plugin : state === 'darktable-cli' ? facts.versions.cli : null;
  return {
    state,
    is_rendering: isRendering,
    cli_could: facts.setting === 'bridge' && facts.cli.isInstalled && !isRendering && !isForbidden,
    version,
    reason,
    message: WORDS[state]({ reason: reason ?? 'unknown reason', version }),
  };
}

function stateOf(facts: RenderingFacts): { state: RenderingState; reason?: string | null } {
  const { setting, isReadOnly, isPaused, isSample, workers, plugin, darktable, cli } = facts;
  if (isReadOnly) return { state: 'read-only' };
  if (isPaused) return { state: 'paused' };
  if (workers > 0) return { state: 'workers' };
  const mayCli = setting === 'darktable-cli' || (setting === 'auto' && !plugin.answers);
  if (mayCli && cli.isInstalled) {
    return cli.problem === null ? { state: 'darktable-cli' } : { state: 'darktable-cli-stuck', reason: cli.problem };
  }
  if (!darktable.isInstalled && !darktable.isRunning && !plugin.answers) return { state: 'darktable-missing' };
  if (setting === 'darktable-cli') return { state: 'darktable-cli-missing' };
  if (plugin.answers) {
    return plugin.problem === null ? { state: 'plugin' } : { state: 'plugin-stuck', reason: plugin.problem };
  }
  if (isSample) return { state: 'sample' };
  if (!plugin.isInstalled) return { state: 'plugin-missing' };
  return { state: darktable.isRunning ? 'plugin-silent' : 'darktable-closed' };
}

const darktable = ({ version }: { version: string | null }) =>
  version === null ? 'darktable renders.' : `darktable ${version} renders.`;

/** Each can follow a sentence that says what was asked for. */
const WORDS: Record<RenderingState, (facts: { reason: string; version: string | null }) => string> = {
  plugin: darktable,
  'darktable-cli': darktable,
  workers: () => 'Other machines render.',
  'read-only': () => 'Nobody renders anything new: read-only mode is on.',
  paused: () => 'Nobody renders: the queues are paused.',
  'plugin-stuck': ({ reason }) => `Nobody renders. darktable cannot continue: ${reason}.`,
  'darktable-cli-stuck': ({ reason }) => `Nobody renders. darktable-cli cannot continue: ${reason}.`,
  'darktable-closed': () => 'Nobody renders until darktable is open.',
  'plugin-silent': () => 'Nobody renders: darktable is open, but the plugin does not respond. Restart darktable.',
  'plugin-missing': () => 'Nobody renders: the plugin is not installed in darktable.',
  sample: () => 'Nobody renders: darktable does not open the sample library.',
  'darktable-missing': () => 'Nobody renders: darktable was not found on this computer.',
  'darktable-cli-missing': () => 'Nobody renders: darktable-cli is chosen, but was not found on this computer.',
};
