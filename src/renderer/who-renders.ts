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
}

/** Who renders now, or what prevents it. */
export function whoRenders(facts: RenderingFacts): Rendering {
  const { state, reason = null } = stateOf(facts);
  const isRendering = state === 'plugin' || state === 'darktable-cli' || state === 'workers';
  const isForbidden = state === 'read-only' || state === 'paused';
  const couldCli = facts.setting === 'bridge' && facts.cli.isInstalled && !isRendering && !isForbidden;
  return {
    state,
    is_rendering: isRendering,
    cli_could: couldCli,
    reason,
    message: WORDS[state](reason ?? 'unknown reason') + (couldCli ? OFFER : ''),
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

const OFFER = ' The setting “Who renders” lets darktable-cli render.';

/** Each can follow a sentence that says what was queued. */
const WORDS: Record<RenderingState, (reason: string) => string> = {
  plugin: () => 'darktable renders for Safelight.',
  'darktable-cli': () => 'darktable-cli renders for Safelight.',
  workers: () => 'Workers on other machines render for Safelight.',
  'read-only': () => 'Read-only mode is on: only what was asked for before is still rendered.',
  paused: () => 'The queues are paused.',
  'plugin-stuck': (reason) => `darktable cannot continue: ${reason}.`,
  'darktable-cli-stuck': (reason) => `darktable-cli cannot continue: ${reason}.`,
  'darktable-closed': () => 'Nothing is rendered until darktable is open.',
  'plugin-silent': () => 'darktable is open, but the plugin does not respond: restart darktable.',
  'plugin-missing': () => 'Nothing is rendered: the plugin is not installed in darktable.',
  sample: () => 'Nothing is rendered: darktable does not open the sample library.',
  'darktable-missing': () => 'Nothing is rendered: darktable was not found on this computer.',
  'darktable-cli-missing': () => 'Nothing is rendered: darktable-cli is chosen, but was not found on this computer.',
};
