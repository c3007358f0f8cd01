import type { BridgeStatus } from '../contract/admin.ts';
import { opensLibrary } from '../darktable/release-facts.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { say } from './wording.ts';

/** `chosen`: the setting. `whyNoFacts`: of the darktable that libraries of a schema belong to; null: there are some, or nobody knows. */
export function darktableCheck(
  { darktable, state }: BridgeStatus,
  {
    chosen,
    schema,
    whyNoFacts,
  }: { chosen: string | null; schema: number | null; whyNoFacts: (schema: number) => string | null },
): Finding {
  const [used, ...others] = darktable.installed;
  if (used?.version != null) {
    const rest = others.map(({ program, version }) => `${program} (${version ?? '?'})`).join(', ');
    const words = [
      say`darktable ${used.version}: ${used.program}.`,
      ...(rest === '' ? [] : [say`Also installed, and not used: ${rest}.`]),
    ];
    if (chosen !== null && used.program !== chosen)
      return warn(
        [say`${chosen}, which the settings choose, is not there.`, ...words],
        'Choose a darktable in the settings.',
      );
    if (schema !== null && !opensLibrary(used.version, schema))
      return warn(
        [...words, say`It is older than the library (version ${schema}), which it cannot open.`],
        'Choose the darktable of this library in the settings, or install a newer one. Until then its pictures may lack edits.',
      );
    const why = schema === null ? null : whyNoFacts(schema);
    return why === null
      ? ok(words)
      : warn(
          [...words, say`Its modules are not known: ${why}.`],
          'What needs their order is refused: further instances, styles with an order. Everything else works.',
        );
  }
  if (darktable.version !== null) return ok(say`darktable ${darktable.version}.`);
  if (state === 'missing') {
    return warn('darktable was not found.', 'Install darktable. Without it, no previews and exports are rendered.');
  }
  return warn('darktable is installed, but does not report its version.', 'Make sure that darktable can be started.');
}

/** What `ResidentRenderer.way` tells. */
export type PictureWay =
  | { is: 'resident'; version: string; usesOpenCl: boolean }
  | { is: 'untested'; version: string }
  | { is: 'none'; why: string };

/** Without a resident darktable everything works, only later. */
export function residentCheck(way: PictureWay): Finding {
  if (way.is === 'resident') {
    return way.usesOpenCl
      ? ok(say`Pictures come from a darktable ${way.version} that stays loaded and may use the graphics card.`)
      : ok(say`Pictures come from a darktable ${way.version} that stays loaded.`);
  }
  if (way.is === 'untested') return ok(say`darktable ${way.version} is tested when the first picture is wanted.`);
  return ok([
    say`Pictures come from darktable-cli, which takes longer: ${way.why}.`,
    say`Color pickers, masks as pictures, and modules whose defaults depend on the picture need a darktable that stays loaded.`,
  ]);
}

/** `roundTripMs`: from sending a job to its answer; null when none came. */
export function bridgeCheck(
  { plugin, state, message, renderer, rendering }: BridgeStatus,
  roundTripMs: number | null,
): Finding {
  const cli = renderer.setting === 'bridge' || rendering.cli_could ? null : renderer.version;
  if (plugin.folder === null) {
    return warn(
      'darktable was never started on this computer.',
      'Start darktable once, then: safelight plugin install',
    );
  }
  if (!plugin.installed) {
    if (cli !== null) {
      return ok(say`The plugin is not installed in ${plugin.folder}; darktable-cli ${cli} renders instead.`);
    }
    return warn(
      say`The plugin is not installed in ${plugin.folder}.`,
      renderer.version === null
        ? 'Install it: safelight plugin install'
        : 'Install it: safelight plugin install. Or let darktable-cli render: safelight settings set renderer auto',
    );
  }
  const version = plugin.version ?? '(unknown version)';
  const { folder } = plugin;
  const there = say`Plugin ${version} is installed in ${folder}.`;
  if (plugin.upgradable)
    return warn(
      say`Plugin ${version} in ${folder} is outdated: version ${plugin.current} is available.`,
      'Update it: safelight plugin install',
    );
  if (roundTripMs !== null) return ok([there, say`It responded within ${roundTripMs} ms.`]);
  if (state === 'no-bridge')
    return fail([there, say`It does not respond in the running darktable.`], 'Restart darktable.');
  if (state === 'ready' || state === 'working' || state === 'stuck') {
    return warn(
      [there, say`It did not respond in time.`, say`${message}`],
      state === 'stuck' ? 'Follow the advice above.' : 'It may be busy with a large export. Try again in a minute.',
    );
  }
  if (cli !== null) {
    return ok([there, say`darktable is not running, and darktable-cli ${cli} renders instead.`]);
  }
  return warn([there, say`darktable is not running, so jobs are waiting.`], 'Start darktable.');
}
