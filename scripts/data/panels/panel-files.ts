import { isDeepStrictEqual } from 'node:util';
import type { BlendingPanel, Panel, PanelControl } from '../../../src/contract/panel.ts';
import { corrector } from './correct.ts';
import { addedWords, corrections } from './corrections.ts';
import { RELEASES, type Facts, type Labels } from './facts.ts';
import { panelWords, textsOf } from './panel-words.ts';
import { toControl } from './to-control.ts';
import { toModule } from './to-module.ts';

/** A module's controls in one version of its parameters. Releases whose panels are equal share them. */
interface StoredPanel {
  module_version: number;
  releases: string[];
  controls: PanelControl[];
}

/** The text of every file made from the facts, by its path in the repository. */
export function panelFiles(facts: readonly Facts[], labels: ReadonlyMap<string, Labels>): Map<string, string> {
  const { correct, unused } = corrector(corrections);
  const files = new Map<string, string>();
  const panels = new Map<string, StoredPanel[]>();

  for (const { version: release, modules } of facts) {
    for (const [operation, { version, controls }] of Object.entries(modules)) {
      const corrected = correct(operation, release, controls.map(toControl));
      const known = panels.get(operation) ?? [];
      const equal = known.find(
        (panel) => panel.module_version === version && isDeepStrictEqual(panel.controls, corrected),
      );
      if (equal) equal.releases.push(release);
      else known.push({ module_version: version, releases: [release], controls: corrected });
      panels.set(operation, known);
    }
  }
  for (const [operation, stored] of panels) {
    const lines = stored.map((panel) => `  ${object({ ...panel, controls: rows(panel.controls, SIX) }, '  ')}`);
    files.set(`assets/panels/modules/${operation}.json`, `[\n${lines.join(',\n')}\n]\n`);
  }

  for (const { version: release, layout, layouts, groups, quickAccess, blending, modules } of facts) {
    const versionsOf = (operation: string) => [
      ...new Set(panels.get(operation)!.map(({ module_version }) => module_version)),
    ];
    const byPipe = Object.entries(modules).toSorted(([, one], [, other]) => one.pipeOrder - other.pipeOrder);
    const panel: Panel = {
      release,
      layout,
      groups,
      layouts,
      quick_access: quickAccess,
      modules: byPipe.map(([operation, module]) => toModule(operation, module, versionsOf(operation))),
      blending_versions: [...new Set(facts.map((other) => other.blending.rgb.version))],
    };
    files.set(
      `assets/panels/releases/${release}.json`,
      `${object({ ...panel, groups: rows(groups), modules: rows(panel.modules) }, '')}\n`,
    );
    const area = (space: 'raw' | 'lab' | 'rgb') =>
      correct(`blending.${space}`, release, blending[space].controls.map(toControl));
    const areas: BlendingPanel['areas'] = { raw: area('raw'), lab: area('lab'), rgb: area('rgb') };
    const spaces = object({ raw: rows(areas.raw, SIX), lab: rows(areas.lab, SIX), rgb: rows(areas.rgb, SIX) }, '  ');
    const { version } = blending.rgb;
    files.set(
      `assets/panels/blending/${version}.json`,
      `${object({ blend_version: version, release, areas: { text: spaces } }, '')}\n`,
    );
  }

  const panelOf = (operation: string, release: string) =>
    panels.get(operation)?.find(({ releases }) => releases.includes(release))?.controls ?? [];
  const useless = unused();
  if (useless.length > 0) throw new Error(`Corrections of nothing: ${JSON.stringify(useless, null, 1)}`);
  for (const [language, words] of labels) {
    for (const release of RELEASES) {
      const known = panelWords(language, words[release], addedWords[language] ?? [], (operation) =>
        textsOf(panelOf(operation, release)),
      );
      files.set(`src/web/locales/${language}/panels/${release}.json`, `${JSON.stringify(known, null, 2)}\n`);
    }
  }
  return files;
}

const SIX = ' '.repeat(6);

/** A value that is written over several lines. */
interface Written {
  text: string;
}

/** One item a line, so that the diff of a file shows the control that changed. */
function rows(items: readonly unknown[], indent = '    '): Written {
  if (items.length === 0) return { text: '[]' };
  const lines = items.map((item) => `${indent}${JSON.stringify(item)}`).join(',\n');
  return { text: `[\n${lines}\n${indent.slice(2)}]` };
}

/** One value a line. */
function object(values: Record<string, unknown>, indent: string): string {
  const lines = Object.entries(values).map(([name, value]) => {
    const text =
      typeof value === 'object' && value !== null && 'text' in value ? (value as Written).text : JSON.stringify(value);
    return `${indent}  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
