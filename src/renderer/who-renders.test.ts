import { expect, test } from 'vitest';
import { RENDERING_STATES, type Rendering } from '../contract/rendering.ts';
import { whoRenders, type RenderingFacts } from './who-renders.ts';

const SETTINGS = ['bridge', 'auto', 'darktable-cli'] as const;
const yesNo = [true, false] as const;
const problems = [null, 'the disk is full'] as const;

/** Everything is set up, nothing is running. */
const CLOSED: RenderingFacts = {
  setting: 'bridge',
  isReadOnly: false,
  isPaused: false,
  isSample: false,
  workers: 0,
  plugin: { isInstalled: true, answers: false, problem: null },
  darktable: { isInstalled: true, isRunning: false },
  cli: { isInstalled: true, problem: null },
  versions: { plugin: '5.4.0', cli: '4.2.1' },
};
const ANSWERS = { plugin: { isInstalled: true, answers: true, problem: null }, darktable: RUNNING() };
const STUCK = { plugin: { isInstalled: true, answers: true, problem: 'no room' }, darktable: RUNNING() };
const NO_PLUGIN = { plugin: { isInstalled: false, answers: false, problem: null } };
const NO_CLI = { cli: { isInstalled: false, problem: null } };
const CLI_STUCK = { cli: { isInstalled: true, problem: 'no room' } };
const NOTHING = { ...NO_PLUGIN, ...NO_CLI, darktable: { isInstalled: false, isRunning: false } };
function RUNNING() {
  return { isInstalled: true, isRunning: true };
}

test.each<[string, Partial<RenderingFacts>, Record<(typeof SETTINGS)[number], Rendering['state']>]>([
  ['the plugin answers', ANSWERS, { bridge: 'plugin', auto: 'plugin', 'darktable-cli': 'darktable-cli' }],
  [
    'the plugin answers, and there is no darktable-cli',
    { ...ANSWERS, ...NO_CLI },
    { bridge: 'plugin', auto: 'plugin', 'darktable-cli': 'darktable-cli-missing' },
  ],
  ['the plugin is stuck', STUCK, { bridge: 'plugin-stuck', auto: 'plugin-stuck', 'darktable-cli': 'darktable-cli' }],
  ['darktable is closed', {}, { bridge: 'darktable-closed', auto: 'darktable-cli', 'darktable-cli': 'darktable-cli' }],
  [
    'darktable is closed, and darktable-cli stuck',
    CLI_STUCK,
    { bridge: 'darktable-closed', auto: 'darktable-cli-stuck', 'darktable-cli': 'darktable-cli-stuck' },
  ],
  [
    'darktable is closed, and there is no darktable-cli',
    NO_CLI,
    { bridge: 'darktable-closed', auto: 'darktable-closed', 'darktable-cli': 'darktable-cli-missing' },
  ],
  [
    'darktable is open, and the plugin silent',
    { darktable: RUNNING(), ...NO_CLI },
    { bridge: 'plugin-silent', auto: 'plugin-silent', 'darktable-cli': 'darktable-cli-missing' },
  ],
  [
    'there is no plugin',
    NO_PLUGIN,
    { bridge: 'plugin-missing', auto: 'darktable-cli', 'darktable-cli': 'darktable-cli' },
  ],
  [
    'there is neither darktable nor its plugin',
    NOTHING,
    { bridge: 'darktable-missing', auto: 'darktable-missing', 'darktable-cli': 'darktable-missing' },
  ],
  [
    'darktable was removed, its folder with the plugin was not',
    { ...NO_CLI, darktable: { isInstalled: false, isRunning: false } },
    { bridge: 'darktable-missing', auto: 'darktable-missing', 'darktable-cli': 'darktable-missing' },
  ],
  [
    'the sample library',
    { isSample: true },
    { bridge: 'sample', auto: 'darktable-cli', 'darktable-cli': 'darktable-cli' },
  ],
  [
    'queues are paused, whoever would render',
    { ...ANSWERS, isPaused: true },
    { bridge: 'paused', auto: 'paused', 'darktable-cli': 'paused' },
  ],
  [
    'workers take jobs, whatever is here',
    { ...NOTHING, workers: 2 },
    { bridge: 'workers', auto: 'workers', 'darktable-cli': 'workers' },
  ],
  [
    'read-only, paused or not',
    { ...ANSWERS, isPaused: true, isReadOnly: true },
    { bridge: 'read-only', auto: 'read-only', 'darktable-cli': 'read-only' },
  ],
])('%s', (_name, facts, wanted) => {
  const states = SETTINGS.map((setting) => [setting, whoRenders({ ...CLOSED, ...facts, setting }).state]);
  expect(Object.fromEntries(states)).toEqual(wanted);
});

/** Every combination. */
const all = SETTINGS.flatMap((setting) =>
  yesNo.flatMap((isReadOnly) =>
    yesNo.flatMap((isPaused) =>
      yesNo.flatMap((isSample) =>
        [0, 3].flatMap((workers) =>
          yesNo.flatMap((isInstalled) =>
            yesNo.flatMap((answers) =>
              yesNo.flatMap((isRunning) =>
                yesNo.flatMap((hasDarktable) =>
                  yesNo.flatMap((hasCli) =>
                    problems.flatMap((pluginProblem) =>
                      problems.map((cliProblem): RenderingFacts => ({
                        setting,
                        isReadOnly,
                        isPaused,
                        isSample,
                        workers,
                        plugin: { isInstalled, answers, problem: pluginProblem },
                        darktable: { isInstalled: hasDarktable, isRunning },
                        cli: { isInstalled: hasCli, problem: cliProblem },
                        versions: { plugin: '5.4.0', cli: '4.2.1' },
                      })),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
);

test('in every combination what is said is so', () => {
  const seen = new Set<string>();
  for (const facts of all) {
    const said = whoRenders(facts);
    const { setting, cli, plugin, darktable } = facts;
    seen.add(said.state);
    const told = `${JSON.stringify(facts)}: ${said.message}`;
    if (said.message === 'darktable 4.2.1 renders.')
      expect([cli.isInstalled, setting === 'bridge'], told).toEqual([true, false]);
    if (said.message === 'darktable 5.4.0 renders.') expect(plugin.answers, told).toBe(true);
    expect(said.message.includes('obody renders'), told).toBe(!said.is_rendering);
    if (said.message.includes('until darktable is open'))
      expect([darktable.isInstalled, darktable.isRunning, plugin.isInstalled], told).toEqual([true, false, true]);
    if (said.message.includes('was not found on this computer'))
      expect(cli.isInstalled && darktable.isInstalled, told).toBe(false);
    if (/the plugin (does|is)/.test(said.message)) expect(setting, told).not.toBe('darktable-cli');
    if (said.cli_could) expect([cli.isInstalled, setting], told).toEqual([true, 'bridge']);
    expect(said.is_rendering, told).toBe(['plugin', 'darktable-cli', 'workers'].includes(said.state));
    if (said.message.startsWith('Other machines')) expect(facts.workers, told).toBeGreaterThan(0);
    expect(said.message, told).not.toContain('unknown reason');
  }
  expect([...seen].sort()).toEqual([...RENDERING_STATES].sort());
});

test('each state is one sentence, and those in which nothing is rendered say so first', () => {
  const said = new Map(all.map((facts) => whoRenders(facts)).map(({ state, message }) => [state, message]));
  expect(Object.fromEntries(said)).toEqual({
    plugin: 'darktable 5.4.0 renders.',
    'darktable-cli': 'darktable 4.2.1 renders.',
    workers: 'Other machines render.',
    'read-only': 'Nobody renders anything new: read-only mode is on.',
    paused: 'Nobody renders: the queues are paused.',
    'plugin-stuck': 'Nobody renders. darktable cannot continue: the disk is full.',
    'darktable-cli-stuck': 'Nobody renders. darktable-cli cannot continue: the disk is full.',
    'darktable-closed': 'Nobody renders until darktable is open.',
    'plugin-silent': 'Nobody renders: darktable is open, but the plugin does not respond. Restart darktable.',
    'plugin-missing': 'Nobody renders: the plugin is not installed in darktable.',
    sample: 'Nobody renders: darktable does not open the sample library.',
    'darktable-missing': 'Nobody renders: darktable was not found on this computer.',
    'darktable-cli-missing': 'Nobody renders: darktable-cli is chosen, but was not found on this computer.',
  });
});
